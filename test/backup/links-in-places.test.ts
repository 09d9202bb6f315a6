import { keyFile } from '../../electron/platform/encryption/key-file.ts';
import { temporaryFolder } from '../support/run-desk.ts';
import { filesIn } from './files-in.ts';
import { label, openLostDesk } from './lost-desk.ts';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const day = (place: string): string => filesIn(place).find((path) => path.endsWith('.jsonl')) ?? '';
const lines = (path: string): number => readFileSync(path, 'utf8').split('\n').length - 1;

async function deskWithSecond() {
  const one = await openLostDesk();
  const [place, second] = [temporaryFolder(), temporaryFolder()];
  await one.desk.ask('settings.set', { values: { backupFolder: place, journalCopy: second } });
  await one.desk.ask('backup.lock', { commandId: randomUUID(), passphrase: 'four words are easy' });
  await one.add(label('ONE'));
  await expect.poll(() => day(second), { timeout: 60_000 }).not.toBe('');
  const isTold = () =>
    one.desk.ask('desk.warnings', {}).then(({ warnings }) => warnings.some(({ code }) => code === 'journal'));
  return { ...one, place, second, isTold };
}

it('a journal day that is a link is not written through, in the second journal and in the data folder: a warning appears, and the lines follow', async () => {
  const one = await deskWithSecond();
  const key = join(one.folder, keyFile);
  const before = readFileSync(key, 'utf8');
  const second = day(one.second);
  rmSync(second);
  symlinkSync(key, second);
  await one.add(label('TWO'));
  await expect.poll(one.isTold, { timeout: 60_000 }).toBe(true);
  expect(readFileSync(key, 'utf8')).toBe(before);
  rmSync(second);
  await one.desk.ask('settings.set', { values: { journalCopy: one.second } });
  await expect.poll(() => lines(second), { timeout: 60_000 }).toBeGreaterThan(1);
  const own = day(join(one.folder, 'journal'));
  renameSync(own, `${own}.aside`);
  symlinkSync(key, own);
  await one.add(label('THREE'));
  await expect.poll(one.isTold, { timeout: 60_000 }).toBe(true);
  expect(readFileSync(key, 'utf8')).toBe(before);
});

it('a desk folder in a backup place that is a link is not written to, and the target of a link named like a backup keeps its mode', async () => {
  const one = await deskWithSecond();
  const folder = dirname(day(one.second));
  const lured = temporaryFolder();
  renameSync(folder, `${folder}.aside`);
  symlinkSync(lured, folder);
  await one.add(label('TWO'));
  await expect.poll(one.isTold, { timeout: 60_000 }).toBe(true);
  const backups = join(one.place, basename(folder));
  rmSync(backups, { recursive: true, force: true });
  symlinkSync(lured, backups);
  await expect(one.desk.ask('backup.now', {})).rejects.toMatchObject({ problem: { kind: 'bad-file' } });
  expect(filesIn(lured)).toEqual([]);
  rmSync(backups);
  mkdirSync(backups);
  const others = join(temporaryFolder(), 'shared.txt');
  writeFileSync(others, 'for all', { mode: 0o664 });
  const { mode } = statSync(others);
  symlinkSync(others, join(backups, 'parcel-desk-20200101T000000Z.db'));
  await one.desk.ask('backup.now', {});
  expect(statSync(others).mode).toBe(mode);
});
