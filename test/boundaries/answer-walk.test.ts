import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const [, section = ''] =
  /^## From an answer to its row on screen\n([^]*?)^## /m.exec(read('docs/architecture.md')) ?? [];
const steps = Array.from(section.matchAll(/^\| [^|]+ \| `([^`]+)` \| `(\w+)` \|$/gm), ([, file = '', name = '']) => ({
  file,
  name,
}));

it('the walk of an answer names only files that exist, and functions that they export', () => {
  // The table has two header lines.
  expect(steps).toHaveLength((section.match(/^\|/gm)?.length ?? 0) - 2);
  expect(steps.length).toBeGreaterThan(20);
  const wrongSteps = steps.filter(
    ({ file, name }) =>
      !existsSync(join(root, file)) ||
      !new RegExp(`^export (?:async )?(?:function|class|const) ${name}\\b`, 'm').test(read(file)),
  );
  expect(wrongSteps).toEqual([]);
});
