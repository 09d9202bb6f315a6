import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { clearLeftovers } from '../../electron/backup/clear-leftovers.ts';
import { temporaryFolder } from '../support/run-desk.ts';

const hourMs = 3_600_000;

it('open copies that a killed process left are removed after six hours, and nothing else is', () => {
  const folder = temporaryFolder();
  const scratch = ['rehearsal', 'backing-up-a1', 'verifying-b2'];
  for (const name of [...scratch, 'verifying-new', 'journal']) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'desk.db'), 'x');
  }
  writeFileSync(join(folder, 'desk.db'), 'x');
  const now = Date.now();
  for (const name of [...scratch, 'journal', 'desk.db'])
    utimesSync(join(folder, name), new Date(now - 7 * hourMs), new Date(now - 7 * hourMs));
  clearLeftovers(folder, now);
  expect(readdirSync(folder).toSorted()).toEqual(['desk.db', 'journal', 'verifying-new']);
});
