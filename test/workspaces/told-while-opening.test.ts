import { createCallScope } from '../../electron/desk/calls/answer-calls.ts';
import {
  switchingDesk,
  type SwitchingDesk,
  type SwitchingHost,
} from '../../electron/desk/workspaces/switching-desk.ts';
import { createMemorySecrets } from '../../electron/platform/secret-store.ts';
import type { DeskEvent } from '../../shared/contract/desk-events.ts';
import { startDeskInThread } from '../support/desk-here.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let root: string;
let desk: SwitchingDesk | null = null;
beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'parcel-desk-told-'))));
afterEach(async () => {
  await desk?.close();
  rmSync(root, { recursive: true, force: true });
});

const nothingIsOnlyRead = () => Promise.reject(new Error('nothing is only read'));

const host = (told: DeskEvent[]): SwitchingHost => ({
  root,
  secrets: createMemorySecrets(),
  trustedTargets: { knows: () => false, learn: () => undefined },
  host: 'browser',
  version: '0.0.0',
  printers: false,
  now: () => 0,
  emit: (event) => void told.push(event),
  after: () => undefined,
});

describe('a desk that emits an event while it is being opened', () => {
  it('opens, and no event of the unfinished desk is passed on', async () => {
    const told: DeskEvent[] = [];
    const opens: string[] = [];
    desk = await switchingDesk(
      {
        ...host(told),
        desks: {
          openAsOwner(options) {
            opens.push(options.folder);
            options.onEvent?.({ kind: 'settings' });
            return startDeskInThread(options);
          },
          openForReading: nothingIsOnlyRead,
        },
      },
      { root: null, mode: 'practice', service: null, commands: [] },
    );
    expect(opens).toHaveLength(1);
    expect(told).toEqual([]);
    expect((await desk.state()).mode).toBe('practice');
  });
});

/** A desk that starts to deliver once `begins` has settled. */
async function startsWhen(begins: Promise<void>, options: Parameters<typeof startDeskInThread>[0]) {
  const opened = await startDeskInThread(options);
  const ask: typeof opened.ask = async (name, input) => {
    if (name === 'sync.start') await begins;
    return opened.ask(name, input);
  };
  return { ...opened, ask };
}

describe('an open desk that does not deliver yet', () => {
  it('answers that it practises before deliveries have started', async () => {
    const begins = Promise.withResolvers<void>();
    desk = await switchingDesk(
      {
        ...host([]),
        desks: { openAsOwner: (options) => startsWhen(begins.promise, options), openForReading: nothingIsOnlyRead },
      },
      { root: null, mode: 'practice', service: null, commands: [] },
    );
    const drills = createCallScope(desk).callInScope('drill.list', {});
    begins.resolve();
    expect(await drills).toMatchObject({ ok: true, value: { practises: true } });
  });

  it('accepts orders, answers its status once deliveries have started, and sends an event with what prevents them', async () => {
    const told: DeskEvent[] = [];
    const begins = Promise.withResolvers<void>();
    desk = await switchingDesk(
      {
        ...host(told),
        desks: { openAsOwner: (options) => startsWhen(begins.promise, options), openForReading: nothingIsOnlyRead },
      },
      { root: null, mode: 'practice', service: null, commands: [] },
    );
    const { callInScope: call } = createCallScope(desk);
    const status = call('sync.status', {});
    const saved = await call('entry.enqueue', {
      commandId: 'told-while-opening-1',
      request: { endpoint: 2, body: { Package: { PackageId: 'EARLY-1', ServiceCode: 'SGP' } } },
    });
    expect(saved.ok).toBe(true);
    expect(await Promise.race([status, call('entries.counts', {}).then(() => 'not yet')])).toBe('not yet');
    told.length = 0;
    begins.reject(new Error('no thread is left'));
    expect(await status).toMatchObject({ ok: true, value: { connection: 'stopped' } });
    expect((await desk.state()).cannotDeliver).toMatchObject({ kind: 'internal' });
    expect(told).toContainEqual({ kind: 'desk' });
  });
});
