import { dayLines } from '../../electron/copies/journal/read-journal.ts';
import { reopen } from '../../electron/copies/restore/reopen-folder.ts';
import { restoreFolder } from '../../electron/copies/restore/restore-folder.ts';
import { restore } from '../../electron/copies/restore/restore.ts';
import { createOpener } from '../../electron/platform/encryption/lock.ts';
import { openDesk } from '../../electron/storage/database/open-desk.ts';
import { temporaryFolder } from '../support/run-desk.ts';
import { filesIn } from './files-in.ts';
import { keysIn, label, openLostDesk } from './lost-desk.ts';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { appendFileSync, cpSync, copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

const passphrase = 'four words are easy';
const host = { now: Date.now, newId: randomUUID, yieldToEventLoop: () => Promise.resolve() };
const never = new AbortController().signal;

const days = (place: string): string[] => filesIn(place).filter((path) => path.endsWith('.jsonl'));
const linesIn = (place: string): string[] =>
  days(place).flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line !== ''),
  );
/** A line that anyone with write access could write. */
const hashed = (text: string): string => `${createHash('sha256').update(text).digest('hex')} ${text}\n`;
const boxes = (place: string): number => linesIn(place).filter((line) => line.includes('"box"')).length;

/**
 * A desk with locked copies: ONE is in its backup; TWO, THREE and FOUR came later, each in its own box in the second
 * journal.
 */
async function lockedDesk() {
  const one = await openLostDesk();
  const [place, second] = [temporaryFolder(), temporaryFolder()];
  await one.desk.ask('settings.set', { values: { backupFolder: place, journalCopy: second } });
  await one.desk.ask('backup.lock', { commandId: randomUUID(), passphrase });
  const { recoveryKey } = await one.desk.ask('backup.sheet', {});
  const add = async (key: string): Promise<void> => {
    const before = boxes(second);
    await one.add(label(key));
    await expect.poll(() => boxes(second), { timeout: 60_000 }).toBe(before + 1);
  };
  await add('ONE');
  const { path } = await one.desk.ask('backup.now', {});
  // A later backup of the day would replace it.
  const backup = join(temporaryFolder(), basename(path));
  copyFileSync(path, backup);
  for (const key of ['TWO', 'THREE', 'FOUR']) await add(key);
  return { ...one, place, second, made: path, backup, recoveryKey };
}

async function back(from: string, journal: string, given: string[], takeOpen = false) {
  const folder = temporaryFolder();
  const told = await restore(from, folder, journal, { ...host, opener: createOpener(given), takeOpen });
  return { folder, told };
}

/** Rewrites the lines of the only day with `change`. */
function rewrite(place: string, change: (lines: string[]) => string[]): void {
  const [day = ''] = days(place);
  const lines = readFileSync(day, 'utf8').split('\n').slice(0, -1);
  writeFileSync(
    day,
    change(lines)
      .map((line) => `${line}\n`)
      .join(''),
  );
}

const whole = { damagedJournalLines: 0, openJournalLines: 0, missingJournalParts: 0, unknownLocks: 0 };

describe('in the copies of a desk with a passphrase', { timeout: 480_000 }, () => {
  it('an open backup beside locked ones, or given with a passphrase, needs explicit consent, on screens and the command line', async () => {
    const one = await lockedDesk();
    const open = join(dirname(one.made), 'parcel-desk-20300101T000000Z.db');
    // more recent work of the same desk
    const live = openDesk(one.folder);
    live.prepare('VACUUM INTO ?').run(open);
    live.close();
    const { backups } = await one.desk.ask('backup.list', {});
    expect(backups.map(({ openBesideLocked, newest }) => [openBesideLocked, newest])).toEqual([
      [false, true],
      [true, false],
    ]);
    const refused = { problem: { kind: 'locked', params: { reason: 'open-beside-locked' } } };
    await expect(one.desk.ask('backup.want', { name: basename(open) })).rejects.toMatchObject(refused);
    await one.desk.ask('backup.want', { name: basename(open), takeOpen: true });
    const order = (takeOpen: boolean, keys: string[], from = open) => ({
      ...{ from, folder: temporaryFolder(), journal: null, keys, takeOpen },
      ...{ machineFolder: temporaryFolder(), userName: 'somebody' },
    });
    const nothing = (): void => undefined;
    await expect(restoreFolder(order(false, []), nothing, never)).rejects.toMatchObject(refused);
    const alone = join(temporaryFolder(), basename(open));
    copyFileSync(open, alone);
    await expect(restoreFolder(order(false, [passphrase], alone), nothing, never)).rejects.toMatchObject(refused);
    expect(await restoreFolder(order(true, []), nothing, never)).toMatchObject({ entries: 4 });
    expect(await restoreFolder(order(false, [], alone), nothing, never)).toMatchObject({ entries: 4 });
  });

  it('an open line in a locked journal is skipped and reported, and an entirely open journal is refused, unless the user accepts them', async () => {
    const one = await lockedDesk();
    await one.close();
    // As in the desk's own journal, with another id.
    const [line = ''] = linesIn(join(one.folder, 'journal')).map((text) => text.slice(65));
    const forged = hashed(line.replaceAll('ONE', 'EVIL').replaceAll(/"id":"[^"]+"/g, `"id":"${randomUUID()}"`));
    appendFileSync(days(one.second)[0] ?? '', forged);
    const { folder, told } = await back(one.backup, one.second, [passphrase]);
    expect(told).toMatchObject({ ...whole, openJournalLines: 1, fromJournal: 3 });
    expect(keysIn(folder)).toEqual(['FOUR', 'ONE', 'THREE', 'TWO']);
    const taken = await back(one.backup, one.second, [one.recoveryKey], true);
    expect(keysIn(taken.folder)).toEqual(['EVIL', 'FOUR', 'ONE', 'THREE', 'TWO']);
    const own = join(one.folder, 'journal');
    await expect(back(one.backup, own, [passphrase])).rejects.toMatchObject({
      problem: { kind: 'locked', params: { reason: 'open-beside-locked' } },
    });
    expect((await back(one.backup, own, [passphrase], true)).told).toMatchObject({ fromJournal: 3 });
  });

  it('lines that are missing from the middle or the end, altered, or moved to another day are reported', async () => {
    const one = await lockedDesk();
    const later = (await one.desk.ask('backup.now', {})).path;
    await one.close();
    expect((await back(one.backup, one.second, [passphrase])).told).toMatchObject({ ...whole, fromJournal: 3 });
    const changed = (change: (lines: string[]) => string[]): string => {
      const copy = temporaryFolder();
      cpSync(one.second, copy, { recursive: true });
      rewrite(copy, change);
      return copy;
    };
    const middle = changed((lines) => lines.filter((_line, at) => at !== lines.length - 2));
    expect((await back(one.backup, middle, [passphrase])).told).toMatchObject({
      missingJournalParts: 1,
      fromJournal: 2,
    });
    const end = changed((lines) => lines.slice(0, -1));
    expect((await back(later, end, [passphrase])).told).toMatchObject({ missingJournalParts: 1 });
    expect((await back(later, one.second, [passphrase])).told).toMatchObject(whole);
    const altered = changed((lines) =>
      lines.map((line) => hashed(line.slice(65).replace(/"upTo":\d+/, '"upTo":999')).trim()),
    );
    expect((await back(one.backup, altered, [passphrase])).told).toMatchObject({
      damagedJournalLines: 4,
      fromJournal: 0,
    });
    const [day = ''] = days(one.second);
    const moved = temporaryFolder();
    mkdirSync(join(moved, basename(dirname(day))));
    copyFileSync(day, join(moved, basename(dirname(day)), '2020-01-01.jsonl'));
    expect((await back(one.backup, moved, [passphrase])).told).toMatchObject({
      damagedJournalLines: 4,
      fromJournal: 0,
    });
  });

  it('forged locks stop nothing, slow nothing down, and are reported', async () => {
    const one = await lockedDesk();
    await one.close();
    const [own = ''] = linesIn(one.second).filter((line) => line.includes('"lock"'));
    const given = JSON.parse(own.slice(65)) as { lock: { id: string; passphrase: object } };
    const cell = (): string => randomBytes(48).toString('base64');
    const forged = (id: string, N: number): string =>
      hashed(
        JSON.stringify({
          v: 3,
          lock: { ...given.lock, id, passphrase: { ...given.lock.passphrase, N, salt: cell() } },
        }),
      ).trim();
    const box = (id: string): string => hashed(JSON.stringify({ v: 3, in: id, box: cell() })).trim();
    const flood = Array.from({ length: 1000 }, () => randomBytes(8).toString('hex'));
    rewrite(one.second, (lines) => [
      forged(given.lock.id, 2),
      forged(given.lock.id, 2 ** 18),
      ...flood.flatMap((id) => [forged(id, 2 ** 16), box(id)]),
      ...lines,
    ]);
    const before = process.cpuUsage();
    const { folder, told } = await back(one.backup, one.second, [passphrase]);
    const { user, system } = process.cpuUsage(before);
    // Each lock that is tried takes up to one second of processor time.
    expect((user + system) / 1e6).toBeLessThan(60);
    expect(told).toMatchObject({
      damagedJournalLines: 1,
      unknownLocks: 1001,
      lockedJournalLines: 1000,
      fromJournal: 3,
    });
    expect(keysIn(folder)).toEqual(['FOUR', 'ONE', 'THREE', 'TWO']);
  });

  it('a forged generation is reported, and lines of a desk that had to exceed a forged one stay readable', async () => {
    const one = await openLostDesk();
    await one.add(label('ONE'));
    const from = await one.backup();
    await one.add(label('TWO'));
    await one.close();
    const journal = join(one.folder, 'journal');
    const [line = ''] = linesIn(journal).map((text) => text.slice(65));
    const id = `"id":"${randomUUID()}"`;
    appendFileSync(
      days(journal)[0] ?? '',
      hashed(
        line
          .replace('"generation":1', '"generation":1000000')
          .replaceAll('ONE', 'EVIL')
          .replaceAll(/"id":"[^"]+"/g, id),
      ),
    );
    const { folder, told } = await back(from, journal, []);
    expect(told).toMatchObject({ damagedJournalLines: 1, generation: 2, fromJournal: 1 });
    // The state that an older version left.
    const db = openDesk(folder);
    db.prepare(`UPDATE fact SET value = '900000' WHERE name = 'generation'`).run();
    await reopen(db, folder, [], { ...host, machine: temporaryFolder() });
    db.close();
    const again = await openLostDesk(folder);
    await again.add(label('THREE'));
    await again.close();
    const read = days(join(folder, 'journal')).flatMap((path) => [...dayLines(path)]);
    expect(read.at(-1)).toMatchObject({ key: 'THREE', generation: 900_001 });
  });

  it('copies and journals of the previous version are restored by recovery key, with the later lines of the journal', async () => {
    const fixture = join(import.meta.dirname, 'before-chained');
    const [name = ''] = readdirSync(fixture).filter((one) => one.endsWith('.db.locked'));
    const key = readFileSync(join(fixture, 'recovery-key.txt'), 'utf8');
    const { folder, told } = await back(join(fixture, name), join(fixture, 'second'), [key]);
    expect(told).toMatchObject({ ...whole, lockedJournalLines: 0 });
    expect(told.fromJournal).toBeGreaterThan(0);
    expect(keysIn(folder)).toContain('OPEN-1');
    const open = join(temporaryFolder(), 'parcel-desk-20261128T000000Z.db');
    writeFileSync(open, gunzipSync(readFileSync(join(fixture, 'open.db.gz'))));
    // The key that opens the journal was given, so its open lines count as well.
    const both = await back(open, join(fixture, 'second'), [key], true);
    expect(both.told).toMatchObject({ damagedJournalLines: 0, lockedJournalLines: 0 });
    expect(keysIn(both.folder)).toEqual(keysIn(folder));
  });
});
