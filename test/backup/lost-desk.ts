import { restore, type Restored } from '../../electron/copies/restore/restore.ts';
import { startPractice } from '../../electron/practice/start-practice.ts';
import { openDeskReader } from '../../electron/storage/database/open-desk.ts';
import type { Input } from '../../shared/contract/desk-contract.ts';
import { startDeskInThread } from '../support/desk-here.ts';
import { effectsByKey } from '../support/received-creates.ts';
import { temporaryFolder } from '../support/run-desk.ts';
import { randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { onTestFinished } from 'vitest';

/** Waits short enough for a test, with the same decisions. */
const quick = {
  holdSeconds: 0,
  backoffFirstSeconds: 0.1,
  backoffMostSeconds: 1,
  readFirstSeconds: 0.2,
  readMostSeconds: 1,
  graceSeconds: 1,
};

/** A separate service that counts what took effect, by key. `moment`: ms until it decides an order. */
export async function startCountedService(moment = 60) {
  const folder = temporaryFolder();
  const service = await startPractice({ folder, moment, clock: Date.now });
  onTestFinished(() => service.close());
  return {
    url: service.url,
    /** keys that took effect, each as often as it did */
    made: (): string[] =>
      effectsByKey(folder)
        .flatMap(({ key, effects: times }) => Array.from({ length: times }, () => key))
        .toSorted(),
    arrived: (key: string): number => effectsByKey(folder).find((one) => one.key === key)?.arrivals ?? 0,
  };
}

/** A desk on a real folder, with the actions of a person; pass `startDesk` as `start` if its workers matter. */
export async function openLostDesk(folder = temporaryFolder(), operator = 'Mia', start = startDeskInThread) {
  const desk = await start({ folder, settings: quick });
  let open = true;
  const close = async (): Promise<void> => {
    if (open) await desk.close();
    open = false;
  };
  onTestFinished(close);
  const command = () => ({ commandId: randomUUID(), operator });
  return {
    folder,
    desk,
    close,
    add: async (request: Input<'entry.enqueue'>['request'], draft = false): Promise<string> =>
      (await desk.ask('entry.enqueue', { ...command(), request, draft })).id,
    command,
    get: (id: string) => desk.ask('entries.get', { id }),
    backup: async (): Promise<string> => (await desk.ask('backup.make', { to: join(folder, 'copies') })).path,
    /** Delivers to a service until the desk has nothing left to do without a person. */
    async deliver(service: string | undefined): Promise<void> {
      await desk.ask('sync.start', service === undefined ? {} : { service });
      for (;;) {
        const { connection, idle } = await desk.ask('sync.status', {});
        if (connection === 'online' && idle) break;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      await desk.ask('sync.stop', {});
    },
  };
}
export type LostDesk = Awaited<ReturnType<typeof openLostDesk>>;

/** Does what `desk restore` does, from a backup and, unless it is null, a journal. */
export async function restoreTo(
  from: string,
  journal: string | null,
  knowsPlace?: (place: string) => boolean,
): Promise<{ folder: string; told: Restored }> {
  const folder = temporaryFolder();
  const yieldToEventLoop = () => new Promise<void>((resolve) => setImmediate(resolve));
  const told = await restore(from, folder, journal, {
    now: Date.now,
    newId: randomUUID,
    yieldToEventLoop,
    ...(knowsPlace && { isKnownFolder: knowsPlace }),
  });
  return { folder, told };
}

/** Loses a folder apart from its backup and journal, and restores a new one from them. */
export async function loseAndRestore({ folder, close }: LostDesk, from: string, withJournal = true) {
  await close();
  renameSync(join(folder, 'desk.db'), join(folder, 'lost.db'));
  const restored = await restoreTo(from, withJournal ? join(folder, 'journal') : null);
  return { ...(await openLostDesk(restored.folder)), told: restored.told };
}

/**
 * A backup and a journal in the format of version 6: OLD-1 was queued and OLD-2 a draft; since then OLD-2 was changed
 * and submitted, and two more were captured.
 */
export function ofVersionBefore(): { from: string; journal: string } {
  const folder = temporaryFolder();
  const from = join(folder, 'parcel-desk.db');
  writeFileSync(from, gunzipSync(readFileSync(new URL('before/desk.db.gz', import.meta.url))));
  const journal = join(folder, 'journal');
  mkdirSync(journal);
  writeFileSync(join(journal, '2026-11-22.jsonl'), readFileSync(new URL('before/2026-11-22.jsonl', import.meta.url)));
  return { from, journal };
}

export const label = (PackageId: string, more: object = {}) => ({
  endpoint: 2 as const,
  body: {
    Package: { PackageId, ServiceCode: 'SGP', ShipToAddress: { Contact: 'Ana', Country: 'ES' }, Weight: 1, ...more },
  },
});

export const box = (PackageId: string, more: object = {}) => ({
  endpoint: 6 as const,
  body: {
    PackageId,
    Location: 'SZ',
    ServiceCode: 'SGP',
    ContainerInfos: [{ CustomContainerNo: '1', Weight: 1 }],
    ShipToAddress: { Country: 'ES' },
    ...more,
  },
});

/** Keys of the entries in a folder. */
export function keysIn(folder: string): unknown[] {
  const db = openDeskReader(folder);
  try {
    return db.prepare('SELECT key FROM entry ORDER BY key').pluck().all();
  } finally {
    db.close();
  }
}
