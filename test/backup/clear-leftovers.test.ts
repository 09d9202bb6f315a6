import { clearLeftovers, clearVerifyingCopies, verifyingPrefix } from '../../electron/copies/backup/clear-leftovers.ts';
import { temporaryFolder } from '../support/run-desk.ts';
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const hourMs = 3_600_000;

it('open copies that a killed process left are removed after six hours, and nothing else', () => {
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

it('the open copy of a verified backup that a killed process left is removed by the next one; that of a running process stays', async () => {
  const folder = temporaryFolder();
  const killed = spawn('sleep', ['60']);
  const names = [killed.pid, process.pid].map((pid) => `${verifyingPrefix}${pid}-abc`);
  for (const name of names) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'backup.db'), 'x');
  }
  clearVerifyingCopies(folder);
  expect(readdirSync(folder).toSorted()).toEqual(names.toSorted());
  const ended = new Promise((resolve) => killed.once('exit', resolve));
  killed.kill('SIGKILL');
  await ended;
  clearVerifyingCopies(folder);
  expect(readdirSync(folder)).toEqual([names[1]]);
});
