import { createCallScope } from '../../electron/desk/calls/answer-calls.ts';
import type { Desk } from '../../electron/desk/threads/desk.ts';
import type { OpenDesks } from '../../electron/desk/workspaces/open-desks.ts';
import { switchingDesk, type SwitchingDesk } from '../../electron/desk/workspaces/switching-desk.ts';
import { createMemorySecrets } from '../../electron/platform/secret-store.ts';
import type { DeskEvent } from '../../shared/contract/desk-events.ts';
import { ProblemError } from '../../shared/contract/problem.ts';
import { desksInThread } from '../support/desk-here.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let root: string;
let desk: SwitchingDesk;
let other: Desk | null;
let told: DeskEvent[];
let timers: { ms: number; run: () => void }[];

/** The command line opens practice at the moment when it is free, and live cannot be opened. */
const desks: OpenDesks = {
  ...desksInThread,
  async openAsOwner(options) {
    if (!options.folder.endsWith('live')) return desksInThread.openAsOwner(options);
    other ??= await desksInThread.openAsOwner({ folder: join(root, 'practice') });
    throw new ProblemError({ kind: 'newer-database', message: 'It is of a newer version.' });
  },
};

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'parcel-desk-back-'));
  other = null;
  told = [];
  timers = [];
  const service = { address: 'https://api.example.org', account: '' };
  desk = await switchingDesk(
    {
      root,
      secrets: createMemorySecrets(),
      trustedTargets: { knows: () => true, learn: () => undefined },
      desks,
      host: 'browser',
      version: '0.0.0',
      printers: false,
      now: () => 0,
      emit: (event) => void told.push(event),
      after: (ms, run) => void timers.push({ ms, run }),
    },
    { root: null, mode: 'practice', service, commands: [] },
  );
  timers = [];
});
afterEach(async () => {
  await desk.close();
  await other?.close();
  rmSync(root, { recursive: true, force: true });
});

let commands = 0;
const capture = (PackageId: string) =>
  createCallScope(desk).callInScope('entry.enqueue', {
    commandId: `come-back-${String(++commands)}`,
    request: { endpoint: 2, body: { Package: { PackageId, ServiceCode: 'SGP' } } },
  });
/** Runs the next attempt; returns the wait before it. */
async function wait(): Promise<number> {
  const next = timers.shift() ?? expect.fail('nothing is tried again');
  next.run();
  await desk.runInTurn(() => Promise.resolve());
  return next.ms;
}
const goLive = () =>
  desk
    .runInTurn(() => desk.switchTo('live'))
    .then(
      () => null,
      (error: ProblemError) => error.problem.kind,
    );

describe('a desk that cannot reopen the folder it left', () => {
  it('reports why nothing is saved, retries automatically, and continues where it was', async () => {
    expect(await capture('A1')).toMatchObject({ ok: true });
    expect(await goLive()).toBe('newer-database');
    // The reason is not a switch: no folder is open.
    expect(await capture('A2')).toMatchObject({ ok: false, problem: { kind: 'folder-in-use' } });
    expect(await desk.state()).toMatchObject({ mode: 'practice', warnings: [{ code: 'folder-in-use' }] });
    expect(await goLive()).toBe('folder-in-use');
    const waits = [];
    for (let times = 0; times < 7; times += 1) waits.push(await wait());
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);

    await other?.close();
    told = [];
    await wait();
    expect(told.map(({ kind }) => kind)).toEqual(['desk', 'settings', 'entries']);
    expect(await capture('A2')).toMatchObject({ ok: true });
    expect(await desk.state()).toMatchObject({ mode: 'practice', warnings: [], cannotDeliver: null });
    expect(await createCallScope(desk).callInScope('entries.counts', {})).toMatchObject({
      ok: true,
      value: { waiting: 2 },
    });
    expect(timers).toEqual([]);
  });

  it('opens nothing after it was closed', async () => {
    expect(await goLive()).toBe('newer-database');
    await desk.close();
    await other?.close();
    for (const { run } of timers) run();
    await new Promise((resolve) => setImmediate(resolve));
    const free = await desksInThread.openAsOwner({ folder: join(root, 'practice') });
    await free.close();
  });
});
