import { readBackupNote } from '../../electron/copies/backup/backup-note.ts';
import { backupTime } from '../../electron/copies/backup/claim-name.ts';
import { scheduleBackups } from '../../electron/copies/backup/schedule-backups.ts';
import { requireRoom, scheduledBackup, backupsToDelete } from '../../electron/copies/backup/scheduled-backup.ts';
import { testBackup } from '../../electron/copies/rehearsal/test-backup.ts';
import { createOpener } from '../../electron/platform/encryption/lock.ts';
import { startDeskInThread } from '../support/desk-here.ts';
import { fakeTime } from '../support/fake-time.ts';
import {
  boxCapture,
  declareCapture,
  inboundCapture,
  labelCapture,
  skuCapture,
  openTestOutbox,
} from '../support/open-test-outbox.ts';
import { temporaryFolder } from '../support/run-desk.ts';
import { randomUUID } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const nothing = (): void => undefined;

/** A schedule on a real folder, with fake time. */
function scheduled(options: { to?: () => string; make?: typeof scheduledBackup } = {}) {
  const desk = openTestOutbox();
  onTestFinished(() => desk.close());
  const time = fakeTime();
  const backups = temporaryFolder();
  const { to = () => backups, make = scheduledBackup } = options;
  const rehearsed: string[] = [];
  const state = { idle: true, changedAt: 0 };
  let underWay = 0;
  const schedule = scheduleBackups({
    data: desk.folder,
    destination: to,
    now: time.clock.now,
    after: time.timer.after,
    isIdle: () => state.idle,
    async makeBackup(folder, at) {
      underWay += 1;
      try {
        return await make(desk.folder, folder, at, nothing);
      } finally {
        underWay -= 1;
      }
    },
    testBackup(path) {
      rehearsed.push(basename(path));
      return Promise.resolve(null);
    },
    lockChangedAt: () => state.changedAt,
    onChange: nothing,
  });
  onTestFinished(() => schedule.close());
  /** Advances the time in steps short enough for every check, with real work between them. */
  async function pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 20 * 60_000) {
      await time.advance(Math.min(left, 20 * 60_000));
      do await new Promise((resolve) => setTimeout(resolve, 2));
      while (underWay > 0);
    }
  }
  return { desk, time, backups, rehearsed, state, schedule, pass, note: () => readBackupNote(desk.folder) };
}

it('a schedule that is closed as its timer fires makes no further request to the desk', async () => {
  let fire = nothing;
  let asked = 0;
  const never = () => Promise.reject(new Error('the desk is closed'));
  const schedule = scheduleBackups({
    data: temporaryFolder(),
    destination: () => ((asked += 1), ''),
    now: () => 0,
    after: (_ms, run) => ((fire = run), nothing),
    isIdle: () => true,
    makeBackup: never,
    testBackup: never,
    lockChangedAt: () => 0,
    onChange: nothing,
  });
  fire();
  schedule.close();
  await new Promise((resolve) => setImmediate(resolve));
  expect(asked).toBe(0);
});

it('a schedule that is asked again during a backup, and then closed, leaves no timer behind', async () => {
  const time = fakeTime();
  const made = Promise.withResolvers<never>();
  const schedule = scheduleBackups({
    data: temporaryFolder(),
    destination: temporaryFolder,
    now: time.clock.now,
    after: time.timer.after,
    isIdle: () => false,
    makeBackup: () => made.promise,
    testBackup: () => Promise.resolve(null),
    lockChangedAt: () => 0,
    onChange: nothing,
  });
  await time.advance(hourMs);
  schedule.check();
  await time.settle();
  made.reject(new Error('the place is gone'));
  await time.settle();
  expect(time.pendingTimers()).toBe(1);
  schedule.close();
  expect(time.pendingTimers()).toBe(0);
});

describe('the retention of backups', () => {
  it('keeps the newest of seven days and of four weeks, and removes no others', () => {
    const at = (day: number, hour: number) =>
      `parcel-desk-${new Date(Date.UTC(2026, 0, day, hour)).toISOString().replaceAll(/[-:]|\.\d+/g, '')}.db`;
    const names = Array.from({ length: 60 }, (_, day) => [at(day + 1, 8), at(day + 1, 17)]).flat();
    const gone = new Set(
      backupsToDelete(names.map((name) => ({ name, at: backupTime(name) ?? 0, olderKey: false, contents: null }))),
    );
    const kept = names.filter((name) => !gone.has(name));
    // 2026-03-01 is the last day, a Sunday.
    const sundays = [46, 53, 60].map((day) => at(day - 7 + 0, 17));
    expect(kept).toEqual(
      [...new Set([at(39, 17), ...sundays, ...[54, 55, 56, 57, 58, 59, 60].map((day) => at(day, 17))])].toSorted(),
    );
  });
});

describe('a backup schedule', { timeout: 60_000 }, () => {
  it('makes one backup a day, removes what is not kept, and tests each backup once, when the desk is idle', async () => {
    const { desk, backups, rehearsed, state, pass, note } = scheduled();
    desk.outbox.enqueue('c1', labelCapture('A1'), 'Mia', false);
    state.idle = false;
    await pass(hourMs);
    expect(readdirSync(backups)).toHaveLength(1);
    expect(rehearsed).toEqual([]);
    state.idle = true;
    await pass(hourMs);
    expect(rehearsed).toEqual(readdirSync(backups));
    expect(note()).toMatchObject({ ok: true, good: { entries: 1 }, rehearsal: { failed: null } });
    await pass(3 * dayMs);
    const days = readdirSync(backups).map((name) => name.slice(12, 20));
    expect(days).toEqual(['20260302', '20260303', '20260304']);
    expect(rehearsed).toEqual(expect.arrayContaining(readdirSync(backups)));
    expect(new Set(rehearsed).size).toBe(rehearsed.length);
  });

  it('tries again every hour while the place rejects backups, and remembers the last good one', async () => {
    let broken = false;
    const tries: number[] = [];
    const { pass, note, time } = scheduled({
      make(...given) {
        tries.push(time.elapsed());
        return broken ? Promise.reject(new Error('gone')) : scheduledBackup(...given);
      },
    });
    await pass(hourMs);
    const good = note()?.good;
    broken = true;
    await pass(dayMs);
    expect(note()).toMatchObject({ ok: false, good });
    const again = tries.slice(1).map((at, index, all) => at - (all[index - 1] ?? at));
    expect(again.length).toBeGreaterThan(2);
    for (const waited of again.slice(1)) expect(waited).toBeGreaterThanOrEqual(hourMs);
    broken = false;
    await pass(2 * hourMs);
    expect(note()).toMatchObject({ ok: true });
  });

  it('starts no backup that would leave less than twice its size free', () => {
    const desk = openTestOutbox();
    onTestFinished(() => desk.close());
    expect(() => requireRoom(desk.folder, desk.folder)).not.toThrow();
    // A log as large as the disk that takes no space.
    const log = join(desk.folder, 'desk.db-wal');
    const copy = temporaryFolder();
    copyFileSync(join(desk.folder, 'desk.db'), join(copy, 'desk.db'));
    writeFileSync(join(copy, 'desk.db-wal'), readFileSync(log));
    truncateSync(join(copy, 'desk.db-wal'), 15e12);
    expect(() => requireRoom(copy, copy)).toThrow(/must leave [0-9]+ MB free/);
  });
});

describe('a backup test', { timeout: 120_000 }, () => {
  function backedUp() {
    const desk = openTestOutbox();
    onTestFinished(() => desk.close());
    const captures = [
      labelCapture('L1'),
      labelCapture('L2'),
      declareCapture('D1'),
      boxCapture('B1'),
      skuCapture('SKU-1'),
      inboundCapture('I1', 'SKU-1'),
    ];
    captures.forEach((capture, n) => desk.outbox.enqueue(`c${n}`, capture, 'Mia', n === 1));
    return desk;
  }

  it('restores the backup, delivers it to a simulated service, and leaves nothing behind', async () => {
    const desk = backedUp();
    const { path } = await scheduledBackup(desk.folder, temporaryFolder(), desk.now(), nothing);
    const before = readFileSync(path);
    const scratch = join(desk.folder, 'rehearsal');
    let words = 0;
    expect(await testBackup(path, scratch, desk.now(), createOpener([]), () => void (words += 1))).toBeNull();
    expect(words).toBeGreaterThan(2);
    expect(existsSync(scratch)).toBe(false);
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('reports why a backup cannot be restored', async () => {
    const desk = backedUp();
    const { path } = await scheduledBackup(desk.folder, temporaryFolder(), desk.now(), nothing);
    const bytes = readFileSync(path);
    bytes.fill(0, 8192, 24_576);
    writeFileSync(path, bytes);
    expect(await testBackup(path, join(desk.folder, 'rehearsal'), desk.now(), createOpener([]), nothing)).toMatch(/\w/);
    writeFileSync(path, 'no database');
    expect(await testBackup(path, join(desk.folder, 'rehearsal'), desk.now(), createOpener([]), nothing)).toMatch(
      /damaged/,
    );
  });
});

it('a desk makes its backup in its own folder in the chosen place, and reports it', async () => {
  const [folder, place] = [temporaryFolder(), temporaryFolder()];
  const desk = await startDeskInThread({ folder });
  onTestFinished(() => desk.close());
  const request = { endpoint: 2, body: { Package: { PackageId: 'A1' } } };
  await desk.ask('entry.enqueue', { commandId: randomUUID(), request });
  await expect(desk.ask('backup.now', {})).rejects.toMatchObject({ problem: { kind: 'bad-setting' } });
  await desk.ask('settings.set', { values: { backupFolder: place } });
  const { path } = await desk.ask('backup.now', {});
  expect(readdirSync(place).filter((name) => !name.endsWith('.json'))).toHaveLength(1);
  expect(await desk.ask('backup.state', {})).toMatchObject({
    folder: place,
    good: { path, entries: 1 },
    rescued: null,
  });
});

it(
  'a new backup is good although an old one cannot be removed, which is a separate warning until it can',
  { timeout: 120_000 },
  async () => {
    const [folder, place] = [temporaryFolder(), temporaryFolder()];
    const desk = await startDeskInThread({ folder });
    onTestFinished(() => desk.close());
    const request = { endpoint: 2, body: { Package: { PackageId: 'A1' } } };
    await desk.ask('entry.enqueue', { commandId: randomUUID(), request });
    await desk.ask('settings.set', { values: { backupFolder: place } });
    const { path: first } = await desk.ask('backup.now', {});
    // An earlier one of the same day, replaced by something that cannot be removed as a file.
    const old = first.replace(/T\d{6}Z/, 'T000000Z');
    rmSync(first);
    mkdirSync(join(old, 'inside'), { recursive: true });
    const warning = async () =>
      (await desk.ask('desk.warnings', {})).warnings.find(({ code }) => code === 'backup-not-removed')?.params;
    const { path } = await desk.ask('backup.now', {});
    expect(existsSync(path)).toBe(true);
    expect(await desk.ask('backup.state', {})).toMatchObject({ last: { ok: true }, good: { path } });
    expect(await warning()).toEqual({ to: dirname(path), count: 1 });
    rmSync(old, { recursive: true });
    await desk.ask('backup.now', {});
    expect(await warning()).toBeUndefined();
  },
);
