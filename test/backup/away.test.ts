import type { Desk } from '../../electron/desk/threads/desk.ts';
import { openScreenDesk } from '../../electron/hosts/open-screen-desk.ts';
import { createMemorySecrets } from '../../electron/platform/secret-store.ts';
import { desksInThread, startDeskInThread } from '../support/desk-here.ts';
import { runDesk, temporaryFolder } from '../support/run-desk.ts';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

/** A place receives its copies asynchronously, after some waits. */
const followed = { timeout: 60_000, interval: 200 };

async function open(folder: string, settings: Record<string, unknown> = {}): Promise<Desk> {
  const desk = await startDeskInThread({ folder, settings });
  onTestFinished(() => desk.close());
  return desk;
}
const capture = (desk: Desk, PackageId: string) =>
  desk.ask('entry.enqueue', { commandId: randomUUID(), request: { endpoint: 2, body: { Package: { PackageId } } } });
const choose = (desk: Desk, values: Record<string, string>) => desk.ask('settings.set', { values });
const troubleOf = async (desk: Desk, code: string) =>
  (await desk.ask('desk.warnings', {})).warnings.find((one) => one.code === code)?.params;

/** The text that desks wrote to a place. */
const writtenIn = (place: string): string =>
  readdirSync(place, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => readFileSync(join(place, name), 'utf8'))
    .join('');

/** A share on its mount point: the directory below shows while the share is away. */
function share() {
  const mountPoint = join(temporaryFolder(), 'share');
  const kept = `${mountPoint}-kept`;
  mkdirSync(mountPoint);
  return {
    place: mountPoint,
    goesAway(): void {
      renameSync(mountPoint, kept);
      mkdirSync(mountPoint);
    },
    comesBack(): void {
      rmSync(mountPoint, { recursive: true });
      renameSync(kept, mountPoint);
    },
    below: (): string[] => readdirSync(mountPoint),
  };
}

describe('a chosen place whose share is away', { timeout: 120_000 }, () => {
  it('gets no journal on the disk below: a warning appears, and the journal is copied once the share is back', async () => {
    const { place, goesAway, comesBack, below } = share();
    const folder = temporaryFolder();
    const first = await open(folder);
    await choose(first, { journalCopy: place });
    await capture(first, 'A1');
    await expect.poll(() => writtenIn(place), followed).toContain('"A1"');
    goesAway();
    await capture(first, 'A2');
    await expect.poll(() => troubleOf(first, 'journal'), followed).toEqual({ folder: place, reason: 'away' });
    await first.close();
    // The same for a desk that starts meanwhile.
    const second = await open(folder);
    await capture(second, 'A3');
    await expect.poll(() => troubleOf(second, 'journal'), followed).toEqual({ folder: place, reason: 'away' });
    expect(below()).toEqual([]);
    comesBack();
    await expect.poll(() => writtenIn(place), followed).toMatch(/"A2"[^]*"A3"/);
    await expect.poll(() => troubleOf(second, 'journal'), followed).toBeUndefined();
  });

  it('gets no backup on the disk below, and one when the share is back', async () => {
    const { place, goesAway, comesBack, below } = share();
    const desk = await open(temporaryFolder());
    await capture(desk, 'A1');
    await choose(desk, { backupFolder: place });
    const { path } = await desk.ask('backup.now', {});
    goesAway();
    await expect(desk.ask('backup.now', {})).rejects.toMatchObject({
      problem: { kind: 'bad-file', params: { reason: 'away', folder: place } },
    });
    expect(below()).toEqual([]);
    expect(await desk.ask('backup.state', {})).toMatchObject({ last: { ok: false }, good: { path } });
    comesBack();
    await desk.ask('backup.now', {});
    expect(await desk.ask('backup.state', {})).toMatchObject({ last: { ok: true } });
  });

  it('is not created again if its mount point has disappeared', async () => {
    const { place } = share();
    const desk = await open(temporaryFolder());
    await choose(desk, { journalCopy: place, backupFolder: place });
    // At once, whatever the desk is writing there at this moment.
    renameSync(place, `${place}-gone`);
    await capture(desk, 'A1');
    await expect.poll(() => troubleOf(desk, 'journal'), followed).toMatchObject({ reason: 'away' });
    await expect(desk.ask('backup.now', {})).rejects.toThrow();
    expect(existsSync(place)).toBe(false);
  });

  it('is the directory that was there when it was chosen: one that was chosen before no longer counts', async () => {
    const { place, goesAway, comesBack } = share();
    const desk = await open(temporaryFolder());
    // Chosen by mistake while nothing is mounted, then a second time.
    await choose(desk, { journalCopy: place });
    await capture(desk, 'A1');
    await expect.poll(() => writtenIn(place), followed).toContain('"A1"');
    goesAway();
    await choose(desk, { journalCopy: place });
    await expect.poll(() => writtenIn(place), followed).toContain('"A1"');
    comesBack();
    const below = writtenIn(place);
    await capture(desk, 'A2');
    await expect.poll(() => troubleOf(desk, 'journal'), followed).toMatchObject({ reason: 'away' });
    expect(writtenIn(place)).toBe(below);
  });

  it('is created neither by a start that names it on every run nor by a button on a screen', async () => {
    const { place, goesAway, below } = share();
    const root = temporaryFolder();
    const host = () =>
      openScreenDesk({
        folder: root,
        host: 'browser',
        secrets: createMemorySecrets(),
        desks: desksInThread,
        journalCopy: place,
        backupFolder: place,
      });
    const first = await host();
    const request = { endpoint: 2, body: { Package: { PackageId: 'A1' } } };
    await first.call('entry.enqueue', { commandId: randomUUID(), request });
    await expect.poll(() => writtenIn(place), followed).toContain('"A1"');
    await first.close();
    goesAway();
    const again = await host();
    onTestFinished(() => again.close());
    expect(await again.callFromScreen('backup.choose', {})).toMatchObject({
      ok: false,
      problem: { params: { reason: 'away' } },
    });
    expect(below()).toEqual([]);
  });

  it('gets no backup from a host without a dialog either, after a backup that was made on the command line', async () => {
    const { place, goesAway, below } = share();
    const root = temporaryFolder();
    const desk = await openScreenDesk({
      folder: root,
      host: 'browser',
      secrets: createMemorySecrets(),
      desks: desksInThread,
    });
    onTestFinished(() => desk.close());
    const request = { endpoint: 2, body: { Package: { PackageId: 'A1' } } };
    await desk.call('entry.enqueue', { commandId: randomUUID(), request });
    expect((await runDesk(['backup', '--data', root, '--to', place])).code).toBe(0);
    expect(await desk.callFromScreen('backup.choose', {})).toMatchObject({ ok: true });
    goesAway();
    expect(await desk.callFromScreen('backup.choose', {})).toMatchObject({
      ok: false,
      problem: { params: { reason: 'away' } },
    });
    expect(below()).toEqual([]);
  });
});

describe('a place that desks wrote to before places were marked', { timeout: 120_000 }, () => {
  it('stays in use if it contains their files, and counts as away if it is empty', async () => {
    const { place, goesAway, comesBack, below } = share();
    const [folder, machine] = [temporaryFolder(), temporaryFolder()];
    const first = await startDeskInThread({ folder, machine });
    await choose(first, { journalCopy: place });
    await capture(first, 'A1');
    await expect.poll(() => writtenIn(place), followed).toContain('"A1"');
    await first.close();
    // The state that an older version left in both.
    rmSync(join(place, 'parcel-desk-place.json'));
    for (const name of readdirSync(machine)) if (name.startsWith('parcel-desk-place-')) rmSync(join(machine, name));
    goesAway();
    const second = await startDeskInThread({ folder, machine });
    onTestFinished(() => second.close());
    await capture(second, 'A2');
    await expect.poll(() => troubleOf(second, 'journal'), followed).toMatchObject({ reason: 'away' });
    expect(below()).toEqual([]);
    comesBack();
    await expect.poll(() => writtenIn(place), followed).toContain('"A2"');
    expect(statSync(join(place, 'parcel-desk-place.json')).mode & 0o777).toBe(0o644);
  });
});

describe('a chosen folder', { timeout: 60_000 }, () => {
  it('is created at once, and rejected with the reason if that is impossible', async () => {
    const desk = await open(temporaryFolder());
    const place = join(temporaryFolder(), 'new', 'second');
    await choose(desk, { journalCopy: place });
    expect(existsSync(place)).toBe(true);
    const none = join(place, 'parcel-desk-place.json', 'deeper');
    await expect(choose(desk, { journalCopy: none })).rejects.toMatchObject({ problem: { kind: 'bad-file' } });
    expect(await desk.ask('settings.get', {})).toMatchObject({ journalCopy: place });
  });

  it('is created by the first run that names it, and not by the next', async () => {
    const { place, goesAway, below } = share();
    const folder = temporaryFolder();
    const first = await open(folder, { journalCopy: place });
    await capture(first, 'A1');
    await expect.poll(() => writtenIn(place), followed).toContain('"A1"');
    await first.close();
    goesAway();
    const second = await open(folder, { journalCopy: place });
    await capture(second, 'A2');
    await expect.poll(() => troubleOf(second, 'journal'), followed).toMatchObject({ reason: 'away' });
    expect(below()).toEqual([]);
  });
});
