import { createCopyLock } from '../../electron/copies/backup/copy-lock.ts';
import { createLineReader } from '../../electron/copies/backup/locked-lines.ts';
import { openJournalCopy, type JournalCopyHost } from '../../electron/copies/journal/journal-copy.ts';
import { journalLines } from '../../electron/copies/journal/read-journal.ts';
import { restore } from '../../electron/copies/restore/restore.ts';
import { createFolderOpener, keyFile } from '../../electron/platform/encryption/key-file.ts';
import { createOpener } from '../../electron/platform/encryption/lock.ts';
import { factStore } from '../../electron/storage/database/facts.ts';
import { openDesk } from '../../electron/storage/database/open-desk.ts';
import { ioInProcess, startDeskInThread } from '../support/desk-here.ts';
import { fakeTime } from '../support/fake-time.ts';
import { labelCapture, openTestOutbox } from '../support/open-test-outbox.ts';
import { temporaryFolder } from '../support/run-desk.ts';
import { copiesIn, filesIn } from './files-in.ts';
import { label, openLostDesk } from './lost-desk.ts';
import { createHash, randomUUID } from 'node:crypto';
import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

const dayMs = 86_400_000;
const passphrase = 'four words are easy';

const days = (place: string): string[] => filesIn(place).filter((path) => path.endsWith('.jsonl'));
/** The day that was written last. */
const lastDay = (place: string): string => days(place).toSorted().at(-1) ?? '';
const textIn = (place: string): string => readFileSync(lastDay(place), 'utf8');

/** A desk with its second journal in `second`, whose clock the test sets. */
async function startDesk(clock: { now: number }, folder = temporaryFolder()) {
  const one = await openLostDesk(folder, 'Mia', (options) => startDeskInThread({ ...options, now: () => clock.now }));
  const warnings = async () => (await one.desk.ask('desk.warnings', {})).warnings;
  return {
    ...one,
    /** keys of the lines that the folder's own keys open in a place, in the order of the history */
    keysIn(place: string): string[] {
      const opener = createLineReader(createFolderOpener(folder));
      const lines = [...journalLines(dirname(lastDay(place)), opener)];
      const acts = lines.flatMap((line) => (line?.v === 2 ? [[line.step, line.key] as const] : []));
      return [...new Map(acts.toSorted(([a], [b]) => a - b)).values()];
    },
    gapsIn(place: string): number {
      const opener = createLineReader(createFolderOpener(folder));
      for (const _line of journalLines(dirname(lastDay(place)), opener));
      return opener.countGaps({ generation: 1, step: 0, boxed: null });
    },
    codes: async () => (await warnings()).map(({ code }) => code),
    cut: async () => (await warnings()).find(({ code }) => code === 'journal-cut')?.params,
  };
}
type Desk = Awaited<ReturnType<typeof startDesk>>;

/** Adds orders one after the other, each in its own line of the second journal. */
async function add({ add: enqueue, keysIn }: Desk, place: string, ...keys: string[]): Promise<void> {
  for (const key of keys) {
    await enqueue(label(key));
    await expect.poll(() => keysIn(place), { timeout: 60_000 }).toContain(key);
  }
}

/** A desk with a passphrase, and A1, A2 and A3 in its second journal. */
async function lockedDesk() {
  const clock = { now: Date.now() };
  const second = temporaryFolder();
  const one = await startDesk(clock);
  await one.desk.ask('settings.set', { values: { journalCopy: second } });
  await one.desk.ask('backup.lock', { commandId: randomUUID(), passphrase });
  await add(one, second, 'A1', 'A2', 'A3');
  return { ...one, clock, second, again: () => startDesk(clock, one.folder) };
}

/** A line that anyone with write access could write. */
const hashed = (text: string): string => `${createHash('sha256').update(text).digest('hex')} ${text}\n`;
const linesOf = (text: string): string[] => text.split('\n').slice(0, -1);
const joined = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
const lastNumber = (text: string): number => Number(/"upTo":(\d+)/.exec(linesOf(text).at(-1) ?? '')?.[1]);

describe('the cut end of a locked second journal', { timeout: 240_000 }, () => {
  it.each<[string, (text: string) => string | null]>([
    ['two lines are removed', (text) => joined(linesOf(text).slice(0, -2))],
    ['the last line is torn', (text) => text.slice(0, -100)],
    ['the file is emptied', () => ''],
    ['the file is removed', () => null],
    [
      'a removed line is claimed by an altered one',
      (text) => {
        const lines = linesOf(text).slice(0, -1);
        const claim = (lines.at(-1) ?? '').slice(65).replace(/"upTo":\d+/, `"upTo":${lastNumber(text)}`);
        return `${joined(lines.slice(0, -1))}${hashed(claim)}`;
      },
    ],
    [
      'a removed line is replaced by as many other characters',
      (text) => {
        const lines = linesOf(text);
        return `${joined(lines.slice(0, -1))}${'x'.repeat((lines.at(-1) ?? '').length)}\n`;
      },
    ],
    ['everything is replaced by as many other characters', (text) => `${'x'.repeat(text.length - 1)}\n`],
    [
      'a removed line is replaced by an earlier one',
      (text) => {
        const lines = linesOf(text);
        return joined([...lines.slice(0, -1), lines.at(-2) ?? '']);
      },
    ],
  ])('is reported with the next order, and copied again: %s', async (_, change) => {
    const one = await lockedDesk();
    expect(await one.cut()).toBeUndefined();
    const changed = change(textIn(one.second));
    const day = lastDay(one.second);
    if (changed === null) rmSync(day);
    else writeFileSync(day, changed);
    await add(one, one.second, 'A4');
    expect(await one.cut()).toEqual({ folder: one.second, at: one.clock.now });
    expect(await one.codes()).not.toContain('journal');
    expect(textIn(one.second), 'what opens the lines').toContain('"lock":');
    expect(one.keysIn(one.second)).toEqual(['A1', 'A2', 'A3', 'A4']);
    expect(one.gapsIn(one.second)).toBe(0);
    const found = one.clock.now;
    one.clock.now += 1000;
    await add(one, one.second, 'A5');
    expect(await one.cut(), 'one finding is reported once').toEqual({ folder: one.second, at: found });
    writeFileSync(day, joined(linesOf(textIn(one.second)).slice(0, -1)));
    await add(one, one.second, 'A6');
    expect(await one.cut(), 'another one has its own time').toEqual({ folder: one.second, at: one.clock.now });
    expect(one.keysIn(one.second)).toEqual(['A1', 'A2', 'A3', 'A4', 'A5', 'A6']);
  });

  it('leaves nothing missing for a restore', async () => {
    const one = await lockedDesk();
    const from = await one.backup();
    await add(one, one.second, 'A4', 'A5');
    writeFileSync(lastDay(one.second), joined(linesOf(textIn(one.second)).slice(0, -2)));
    await add(one, one.second, 'A6');
    await one.close();
    const told = await restore(from, temporaryFolder(), one.second, {
      now: Date.now,
      newId: randomUUID,
      yieldToEventLoop: () => Promise.resolve(),
      opener: createOpener([passphrase]),
    });
    expect(told).toMatchObject({ entries: 6, fromJournal: 3, missingJournalParts: 0, damagedJournalLines: 0 });
  });

  it('is found at the next start without an order, and reported by every start of a week, until another place is chosen', async () => {
    const one = await lockedDesk();
    await one.close();
    writeFileSync(lastDay(one.second), joined(linesOf(textIn(one.second)).slice(0, -2)));
    const found = one.clock.now;
    const next = await one.again();
    await expect.poll(next.cut, { timeout: 60_000 }).toEqual({ folder: one.second, at: found });
    await expect.poll(() => next.keysIn(one.second)).toEqual(['A1', 'A2', 'A3']);
    await next.close();
    one.clock.now += 6 * dayMs;
    const later = await one.again();
    await expect.poll(later.cut, { timeout: 60_000 }).toEqual({ folder: one.second, at: found });
    await later.close();
    one.clock.now += 2 * dayMs;
    const last = await one.again();
    await add(last, one.second, 'A4');
    expect(await last.cut()).toBeUndefined();
    writeFileSync(lastDay(one.second), '');
    await add(last, one.second, 'A5');
    expect(await last.cut()).toBeDefined();
    await last.desk.ask('settings.set', { values: { journalCopy: '' } });
    await expect.poll(last.cut, { timeout: 60_000 }).toBeUndefined();
  });

  it('is found beside a huge file that somebody put there, in bounded time', async () => {
    const one = await lockedDesk();
    writeFileSync(lastDay(one.second), joined(linesOf(textIn(one.second)).slice(0, -1)));
    const huge = join(dirname(lastDay(one.second)), '2000-01-01.jsonl');
    writeFileSync(huge, '');
    truncateSync(huge, 200 * 1024 ** 3);
    await one.add(label('A4'));
    await expect.poll(one.cut, { timeout: 60_000 }).toBeDefined();
    rmSync(huge);
    await expect.poll(() => one.keysIn(one.second), { timeout: 60_000 }).toEqual(['A1', 'A2', 'A3', 'A4']);
  });
});

describe('a locked second journal whose end is there is never reported as cut', { timeout: 240_000 }, () => {
  const nothingCut = async (one: Desk, second: string, keys: string[]): Promise<void> => {
    await expect.poll(() => one.keysIn(second), { timeout: 60_000 }).toEqual(keys);
    expect(await one.cut()).toBeUndefined();
    expect(one.gapsIn(second)).toBe(0);
  };

  it('after a restart, and when its place was away', async () => {
    const one = await lockedDesk();
    await one.close();
    const next = await one.again();
    const aside = `${one.second}-aside`;
    renameSync(one.second, aside);
    await next.add(label('A4'));
    await expect.poll(next.codes, { timeout: 60_000 }).toContain('journal');
    expect(await next.cut()).toBeUndefined();
    renameSync(aside, one.second);
    await nothingCut(next, one.second, ['A1', 'A2', 'A3', 'A4']);
  });

  it('when its place goes away between the request and the search', async () => {
    const [data, place, machineFolder] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
    const lock = createCopyLock(data, Date.now);
    await lock.setPassphrase(randomUUID(), passphrase);
    const ask = ioInProcess();
    await ask({ ask: 'choose', place, machineFolder });
    const origin = { desk: 'parcel-desk-0123456789abcdef0123', day: '2026-11-28' };
    const append = (upTo: number) => {
      const span = { generation: 1, began: 0, after: upTo - 1, upTo };
      const end = { desk: origin.desk, generation: 1, upTo: upTo - 1, data, lock: lock.currentId() ?? '' };
      const folder = join(place, origin.desk);
      const lines = lock.lines(origin, 'a line\n', span);
      return ask({ ask: 'append', place, machineFolder, folder, day: origin.day, ...lines, mustHave: end });
    };
    await append(1);
    const late = append(2);
    renameSync(place, `${place}-aside`);
    await expect(late).rejects.toMatchObject({ problem: { params: { reason: 'away' } } });
    renameSync(`${place}-aside`, place);
    expect(await append(2)).toHaveProperty('bytes');
    writeFileSync(lastDay(place), joined(linesOf(textIn(place)).slice(0, -1)));
    expect(await append(3)).toEqual({ cutAt: 1 });
  });

  it('in a place that was chosen again after it was emptied, or chosen newly', async () => {
    const one = await lockedDesk();
    const other = temporaryFolder();
    await one.desk.ask('settings.set', { values: { journalCopy: other } });
    await one.add(label('A4'));
    await expect.poll(() => days(other).length, { timeout: 60_000 }).toBe(1);
    await nothingCut(one, other, ['A1', 'A2', 'A3', 'A4']);
    rmSync(other, { recursive: true });
    await one.desk.ask('settings.set', { values: { journalCopy: other } });
    await one.add(label('A5'));
    await expect.poll(() => filesIn(dirname(other)).some((path) => path.startsWith(other))).toBe(true);
    await expect.poll(() => days(other).length, { timeout: 60_000 }).toBe(1);
    await nothingCut(one, other, ['A1', 'A2', 'A3', 'A4', 'A5']);
  });

  it('beside another desk in the same place', async () => {
    const one = await lockedDesk();
    const two = await startDesk(one.clock);
    await two.desk.ask('settings.set', { values: { journalCopy: one.second } });
    await two.desk.ask('backup.lock', { commandId: randomUUID(), passphrase: 'of another desk' });
    for (const key of ['B1', 'B2']) {
      await two.add(label(key));
      await one.add(label(`A-${key}`));
    }
    await expect.poll(() => days(one.second).length, { timeout: 60_000 }).toBe(2);
    for (const desk of [one, two]) {
      await desk.add(label('LAST'));
      const written = (): number =>
        days(one.second).filter((path) => readFileSync(path, 'utf8').includes('"box"')).length;
      await expect.poll(written).toBe(2);
      await desk.close();
      const again = await startDesk(one.clock, desk.folder);
      await again.add(label('MORE'));
      expect(await again.cut()).toBeUndefined();
    }
  });

  it('when its clock is set back or ahead, between days and over restarts', async () => {
    const one = await lockedDesk();
    one.clock.now += 10 * dayMs;
    await add(one, one.second, 'A4', 'A5');
    one.clock.now -= 13 * dayMs;
    await one.add(label('A6'));
    await nothingCut(one, one.second, ['A1', 'A2', 'A3', 'A4', 'A5', 'A6']);
    await one.close();
    const next = await one.again();
    await next.add(label('A7'));
    one.clock.now += dayMs;
    await nothingCut(next, one.second, ['A1', 'A2', 'A3', 'A4', 'A5', 'A6', 'A7']);
    await next.add(label('A8'));
    await nothingCut(next, one.second, ['A1', 'A2', 'A3', 'A4', 'A5', 'A6', 'A7', 'A8']);
    expect(days(one.second).length).toBeGreaterThan(2);
  });

  it('after a kill between a write and its answer, or in the middle of a write', async () => {
    const one = await lockedDesk();
    await one.close();
    const recorded = (text?: string): string => {
      const db = openDesk(one.folder);
      const facts = factStore(db);
      const before = facts.get('journal-copied') ?? '';
      if (text !== undefined) facts.set('journal-copied', text);
      db.close();
      return before;
    };
    const before = recorded();
    expect(before).toContain('"locked"');
    const next = await one.again();
    await add(next, one.second, 'A4', 'A5');
    await next.close();
    recorded(before);
    appendFileSync(lastDay(one.second), linesOf(textIn(one.second)).at(-1)?.slice(0, 300) ?? '');
    const last = await one.again();
    await last.add(label('A6'));
    await nothingCut(last, one.second, ['A1', 'A2', 'A3', 'A4', 'A5', 'A6']);
  });

  it('when the passphrase is changed, ended and set again, also after its key file was lost', async () => {
    const one = await lockedDesk();
    await one.desk.ask('backup.lock', { commandId: randomUUID(), passphrase: 'quite another one' });
    await add(one, one.second, 'A4');
    await one.desk.ask('backup.unlock', {});
    await add(one, one.second, 'A5');
    writeFileSync(lastDay(one.second), joined(linesOf(textIn(one.second)).slice(0, -1)));
    await add(one, one.second, 'A6');
    expect(await one.cut(), 'open lines prove nothing').toBeUndefined();
    await one.desk.ask('backup.lock', { commandId: randomUUID(), passphrase });
    await add(one, one.second, 'A7');
    expect(await one.cut()).toBeUndefined();
    await one.close();
    rmSync(join(one.folder, keyFile));
    const next = await one.again();
    await next.desk.ask('backup.lock', { commandId: randomUUID(), passphrase: 'set anew by a person' });
    await add(next, one.second, 'A8', 'A9');
    expect(await next.cut()).toBeUndefined();
  });

  it.each([
    ['everything in it was erased', true],
    ['a newer order stays', false],
  ])('after retention removed its days: %s', async (_, all) => {
    const clock = { now: Date.now() - 40 * dayMs };
    const second = temporaryFolder();
    const one = await startDesk(clock);
    await one.desk.ask('settings.set', { values: { journalCopy: second } });
    await one.desk.ask('backup.lock', { commandId: randomUUID(), passphrase });
    const id = await one.add(label('A1'), true);
    await one.desk.ask('entry.withdraw', { ...one.command(), ids: [id], why: '' });
    clock.now += dayMs;
    const other = await one.add(label('A2'), true);
    if (all) await one.desk.ask('entry.withdraw', { ...one.command(), ids: [other], why: '' });
    await expect.poll(() => one.keysIn(second), { timeout: 60_000 }).toContain('A2');
    await expect.poll(() => days(second).length).toBe(2);
    await one.close();
    const then = new Date(clock.now);
    for (const day of [...days(second), ...days(join(one.folder, 'journal'))]) utimesSync(day, then, then);
    clock.now += 39 * dayMs;
    const next = await startDesk(clock, one.folder);
    expect(await next.desk.ask('retention.now', { days: 30 })).toMatchObject({ entries: all ? 2 : 1 });
    await next.add(label('A3'));
    await expect.poll(() => next.keysIn(second), { timeout: 60_000 }).toContain('A3');
    expect(await next.cut()).toBeUndefined();
    expect(next.gapsIn(second)).toBe(0);
    expect(next.keysIn(second)).toEqual(all ? ['A3'] : ['A2', 'A3']);
  });

  it('by the folder of a later generation, whose first lines follow those of the lost one', async () => {
    const one = await lockedDesk();
    const backups = temporaryFolder();
    await one.desk.ask('settings.set', { values: { backupFolder: backups } });
    await one.desk.ask('backup.now', {});
    await add(one, one.second, 'A4');
    await one.close();
    const folder = temporaryFolder();
    await restore(copiesIn(backups)[0] ?? '', folder, one.second, {
      now: Date.now,
      newId: randomUUID,
      yieldToEventLoop: () => Promise.resolve(),
      opener: createOpener([passphrase]),
      isKnownFolder: () => true,
    });
    const next = await startDesk(one.clock, folder);
    await next.add(label('A5'));
    await expect.poll(() => next.keysIn(one.second), { timeout: 60_000 }).toContain('A5');
    expect(await next.cut()).toBeUndefined();
    await next.close();
    const again = await startDesk(one.clock, folder);
    await add(again, one.second, 'A6');
    expect(await again.cut()).toBeUndefined();
    const [first = ''] = linesOf(textIn(one.second));
    writeFileSync(lastDay(one.second), `${first}\n`);
    await add(again, one.second, 'A7');
    expect(await again.cut(), 'its own lines are missed').toBeDefined();
  });
});

describe('the second journal', () => {
  function copyOf(append: JournalCopyHost['append']) {
    const desk = openTestOutbox();
    const time = fakeTime();
    const [failures, cuts]: [string[], number[]] = [[], []];
    const copy = openJournalCopy({
      db: desk.db,
      folder: () => join(desk.folder, 'second'),
      now: desk.now,
      append,
      lock: () => 'a lock',
      onFailure: (trouble) => trouble && failures.push(trouble.message),
      onCut: (at) => at !== null && cuts.push(at),
      after: time.timer.after,
    });
    onTestFinished(async () => {
      const closed = copy.close();
      await time.advance(1000);
      await closed;
      desk.close();
    });
    mkdirSync(join(desk.folder, 'second'), { recursive: true });
    let commands = 0;
    return {
      time,
      failures,
      cuts,
      async capture(key: string, more = {}): Promise<void> {
        desk.outbox.enqueue(`cut-${++commands}`, labelCapture(key, more), 'Mia', false);
        copy.note();
        await time.settle();
      },
    };
  }

  it('in a place that keeps nothing is tried again with pauses, and reported as not written', async () => {
    let asked = 0;
    const { time, failures, cuts, capture } = copyOf((_folder, _day, text, _span, mustHave) => {
      asked += 1;
      return Promise.resolve(mustHave && mustHave.upTo > 0 && text !== '' ? 0 : null);
    });
    for (let n = 0; n < 250; n += 1) await capture(`A${n}`);
    await time.advance(600_000);
    expect(failures.at(-1)).toMatch(/does not keep what is written/);
    expect(cuts.length).toBeGreaterThan(0);
    const before = asked;
    await time.advance(300_000);
    expect(asked - before).toBeLessThan(60);
  });

  it('gets long lines in several pieces, because a locked piece is one line', async () => {
    const sizes: number[] = [];
    let isAway = true;
    const { time, capture } = copyOf((_folder, _day, text) => {
      if (isAway) return Promise.reject(new Error('away'));
      sizes.push(text.length);
      return Promise.resolve(null);
    });
    const ImportLabel = 'JVBERi0x'.repeat(750_000);
    for (let n = 0; n < 5; n += 1) await capture(`A${n}`, { ImportLabel });
    isAway = false;
    await time.advance(60_000);
    expect(sizes).toHaveLength(3);
    expect(Math.max(...sizes)).toBeLessThan(16 * 1024 ** 2);
  });
});
