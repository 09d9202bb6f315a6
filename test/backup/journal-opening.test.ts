import { restore } from '../../electron/copies/restore/restore.ts';
import { createOpener } from '../../electron/platform/encryption/lock.ts';
import { temporaryFolder } from '../support/run-desk.ts';
import { filesIn } from './files-in.ts';
import { keysIn, label, openLostDesk } from './lost-desk.ts';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const passphrase = 'four words are easy';

const days = (place: string): string[] => filesIn(place).filter((path) => path.endsWith('.jsonl'));
const linesIn = (path: string): string[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
const isLock = (line: string): boolean => line.includes('"lock"');
const boxesIn = (place: string): number =>
  days(place)
    .flatMap(linesIn)
    .filter((line) => line.includes('"box"')).length;

/** A desk with an open backup, whose second journal was locked afterwards. */
async function deskWithSecond() {
  const one = await openLostDesk();
  const second = temporaryFolder();
  await one.desk.ask('settings.set', { values: { journalCopy: second } });
  await one.add(label('BEFORE'));
  const open = await one.backup();
  const lock = () => one.desk.ask('backup.lock', { commandId: randomUUID(), passphrase });
  const isAway = (): Promise<boolean> =>
    one.desk.ask('desk.warnings', {}).then(({ warnings }) => warnings.some(({ code }) => code === 'journal'));
  return {
    ...one,
    second,
    open,
    lock,
    async addAway(key: string): Promise<void> {
      await one.add(label(key));
      await expect.poll(isAway, { timeout: 60_000 }).toBe(true);
    },
    /** Adds an entry, and waits until the second journal has one more box. */
    async add(key: string): Promise<void> {
      const before = boxesIn(second);
      await one.add(label(key));
      await expect.poll(() => boxesIn(second), { timeout: 60_000 }).toBeGreaterThan(before);
    },
  };
}

async function back(from: string, journal: string) {
  const folder = temporaryFolder();
  const told = await restore(from, folder, journal, {
    ...{ now: Date.now, newId: randomUUID, yieldToEventLoop: () => Promise.resolve() },
    ...{ opener: createOpener([passphrase]), takeOpen: true },
  });
  return { keys: keysIn(folder), told };
}

describe('the passphrase alone opens every file of the second journal', { timeout: 240_000 }, () => {
  it('if the place was away when the first locked line was due', async () => {
    const one = await deskWithSecond();
    renameSync(one.second, `${one.second}-away`);
    await one.lock();
    await one.addAway('ONE');
    renameSync(`${one.second}-away`, one.second);
    await one.desk.ask('settings.set', { values: { journalCopy: one.second } });
    await one.add('TWO');
    await one.close();
    const { keys, told } = await back(one.open, one.second);
    expect(keys).toEqual(['BEFORE', 'ONE', 'TWO']);
    expect(told).toMatchObject({ damagedJournalLines: 0, locklessJournalLines: 0 });
  });

  it('if an empty disk is mounted at the same path, and if the file of the day was removed or emptied', async () => {
    const one = await deskWithSecond();
    await one.lock();
    await one.add('ONE');
    renameSync(one.second, `${one.second}-old`);
    mkdirSync(one.second);
    await one.addAway('TWO');
    await one.desk.ask('settings.set', { values: { journalCopy: one.second } });
    await expect.poll(() => boxesIn(one.second), { timeout: 60_000 }).toBeGreaterThan(0);
    expect((await back(one.open, one.second)).keys).toEqual(['BEFORE', 'ONE', 'TWO']);
    const [day = ''] = days(one.second);
    rmSync(day);
    await one.add('THREE');
    // a day that was cut is copied again
    const keys = (): Promise<string[]> => back(one.open, one.second).then((restored) => restored.keys as string[]);
    await expect.poll(keys, { timeout: 60_000 }).toEqual(['BEFORE', 'ONE', 'THREE', 'TWO']);
    expect(isLock(linesIn(day)[0] ?? '')).toBe(true);
    truncateSync(day, 0);
    await one.add('FOUR');
    await expect.poll(keys, { timeout: 60_000 }).toEqual(['BEFORE', 'FOUR', 'ONE', 'THREE', 'TWO']);
  });

  it('also a day that lost its lock, by the lock of another day; a day whose lock is missing everywhere is distinguished from damage', async () => {
    const one = await deskWithSecond();
    await one.lock();
    await one.add('ONE');
    const [day = ''] = days(one.second);
    const locked = (await one.desk.ask('backup.make', { to: join(one.folder, 'locked') })).path;
    await one.close();
    const opening = linesIn(day).find(isLock) ?? '';
    const boxes = linesIn(day).filter((line) => line.includes('"box"'));
    const text = (lines: string[]): string => lines.map((line) => `${line}\n`).join('');
    writeFileSync(day, text(boxes));
    writeFileSync(join(dirname(day), '2999-01-01.jsonl'), text([opening]));
    expect((await back(one.open, one.second)).told).toMatchObject({
      ...{ fromJournal: 1, damagedJournalLines: 0, locklessJournalLines: 0 },
    });
    rmSync(join(dirname(day), '2999-01-01.jsonl'));
    await expect(back(one.open, one.second)).rejects.toMatchObject({
      problem: { kind: 'locked', params: { reason: 'no-lock' } },
    });
    expect((await back(locked, one.second)).told).toMatchObject({ damagedJournalLines: 0, locklessJournalLines: 0 });
    // The folder's own journal beside them is read, and the boxes are counted.
    const beside = join(temporaryFolder(), basename(dirname(day)));
    mkdirSync(beside);
    writeFileSync(join(beside, basename(day)), text(boxes));
    const [own = ''] = days(join(one.folder, 'journal'));
    writeFileSync(join(dirname(beside), basename(own)), readFileSync(own));
    expect((await back(one.open, dirname(beside))).told).toMatchObject({
      ...{ fromJournal: 1, damagedJournalLines: 0, locklessJournalLines: boxes.length },
    });
  });
});
