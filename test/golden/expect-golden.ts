import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';

const folder = join(import.meta.dirname, 'kept');
/** Set only by `npm run golden`. */
const isWriting = process.env['GOLDEN'] === 'write';

const read = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
};

/** Compares lines with the golden file of that name. Scripts of third parties rely on what the files list. */
export function expectGolden(name: string, lines: readonly string[]): void {
  const path = join(folder, name);
  const text = `${lines.join('\n')}\n`;
  if (isWriting) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return;
  }
  const goldenLines = read(path)?.split('\n') ?? [];
  const found = text.split('\n');
  const changed = {
    removed: goldenLines.filter((line) => !found.includes(line)),
    added: found.filter((line) => !goldenLines.includes(line)),
  };
  const message = `test/golden/kept/${name} lists what others rely on. After an intended change, run \`npm run golden\`.`;
  expect(changed, message).toEqual({ removed: [], added: [] });
  expect(found, message).toEqual(goldenLines);
}
