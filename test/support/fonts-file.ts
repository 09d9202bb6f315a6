import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Families that screens would rather have for codes, and a machine may have or not: pictures look alike on each. */
const unwanted = ['Cascadia Mono', 'Consolas', 'SF Mono', 'Noto Sans Mono'];
const ofFamily = (family: string): string =>
  `<pattern><patelt name="family"><string>${family}</string></patelt></pattern>`;

/**
 * A fontconfig file that adds the label fonts to what the system has, so that Chinese is no row of boxes on a machine
 * without fonts. Returns its path.
 */
export function fontsFile(): string {
  const folder = join(root, 'node_modules/.cache/parcel-desk');
  const path = join(folder, 'fonts.conf');
  const text = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(root, 'electron/labels/fonts')}</dir>
  <dir>/usr/share/fonts</dir>
  <dir>/usr/local/share/fonts</dir>
  <selectfont><rejectfont>${unwanted.map(ofFamily).join('')}</rejectfont></selectfont>
  <cachedir>${join(folder, 'fonts')}</cachedir>
  <match target="pattern">
    <edit name="family" mode="append_last"><string>Noto Sans</string><string>Noto Sans CJK SC</string></edit>
  </match>
</fontconfig>
`;
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) {
    mkdirSync(folder, { recursive: true });
    // a browser that starts meanwhile never reads half a file
    const half = `${path}.${process.pid}`;
    writeFileSync(half, text);
    renameSync(half, path);
  }
  return path;
}
