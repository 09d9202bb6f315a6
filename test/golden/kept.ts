import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';

const folder = join(import.meta.dirname, 'kept');
/** Set only by `npm run golden`. */
const writes = process.env['GOLDEN'] === 'write';

const read = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
};

/** Compares lines with the golden file of that name; third-party scripts rely on what it lists. */
export function expectKept(name: string, lines: readonly string[]): void {
  const path = join(folder, name);
  const text = `${lines.join('\n')}\n`;
  if (writes) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return;
  }
  const kept = read(path)?.split('\n') ?? [];
  const found = text.split('\n');
  const changed = {
    gone: kept.filter((line) => !found.includes(line)),
    added: found.filter((line) => !kept.includes(line)),
  };
  const about = `test/golden/kept/${name} says what others rely on. Where it is to change, \`npm run golden\` writes it anew.`;
  expect(changed, about).toEqual({ gone: [], added: [] });
  expect(found, about).toEqual(kept);
}
