import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/**
 * Monospace families that the screens prefer but only some machines have. They are excluded so that pictures look alike
 * everywhere.
 */
const excludedFamilies = ['Cascadia Mono', 'Consolas', 'SF Mono', 'Noto Sans Mono'];
const familyPattern = (family: string): string =>
  `<pattern><patelt name="family"><string>${family}</string></patelt></pattern>`;

/**
 * Writes a fontconfig file that adds the label fonts to those of the system, so that Chinese is legible on a machine
 * without fonts. Returns its path.
 */
export function writeFontsFile(): string {
  const folder = join(root, 'node_modules/.cache/parcel-desk');
  const path = join(folder, 'fonts.conf');
  const text = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(root, 'electron/labels/text/fonts')}</dir>
  <dir>/usr/share/fonts</dir>
  <dir>/usr/local/share/fonts</dir>
  <selectfont><rejectfont>${excludedFamilies.map(familyPattern).join('')}</rejectfont></selectfont>
  <cachedir>${join(folder, 'fonts')}</cachedir>
  <match target="pattern">
    <edit name="family" mode="append_last"><string>Noto Sans</string><string>Noto Sans CJK SC</string></edit>
  </match>
</fontconfig>
`;
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) {
    mkdirSync(folder, { recursive: true });
    // The file is renamed into place, so that a browser that starts at the same time never reads half of it.
    const partialPath = `${path}.${process.pid}`;
    writeFileSync(partialPath, text);
    renameSync(partialPath, path);
  }
  return path;
}
