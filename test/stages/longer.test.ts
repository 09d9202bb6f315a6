import { proofFiles, proofPaths, sweepFiles, sweepPaths } from '../support/longer.ts';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

it('each path that `npm test` leaves to another command exists, and no file belongs to both', () => {
  const paths = [...proofPaths, ...sweepPaths];
  expect(paths.filter((path) => globSync(path, { cwd: root }).length === 0)).toEqual([]);
  const files = [...proofFiles(), ...sweepFiles()];
  expect(files.filter((file, at) => files.indexOf(file) !== at)).toEqual([]);
});
