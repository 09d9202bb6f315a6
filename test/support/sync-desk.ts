import { type Exchange, noAnswer } from '../../electron/delivery/service/exchange.ts';
import { createSync, type Sync } from '../../electron/delivery/sync/create-sync.ts';
import type { Capture } from '../../electron/outbox/capture.ts';
import { openOutbox } from '../../electron/outbox/open-outbox.ts';
import { openReader } from '../../electron/outbox/open-reader.ts';
import type { SyncStatus } from '../../shared/contract/sync-procedures.ts';
import { endpointOf, type EndpointNumber } from '../../shared/service/endpoints.ts';
import { parseRequestTarget } from '../../shared/service/request-target.ts';
import { valueAt } from '../../shared/service/value-at.ts';
import { defaultSettings, type Settings } from '../../shared/settings/settings.ts';
import { answer } from './exchanges.ts';
import { fakeTime } from './fake-time.ts';
import { openNewDesk } from './new-desk-file.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Asked {
  endpoint: EndpointNumber;
  /** key of a create, id of a status check, comma-separated ids for endpoint 11 */
  id: string;
  body: unknown;
}
/** How the fake service answers a request; a promise delays the answer. */
export type Service = (asked: Asked) => Exchange | Promise<Exchange>;

/**
 * A desk without screens on a real outbox file, in fake time, against a fake service. `log` holds every request as
 * `SECONDS ENDPOINT ID` and every probe as `SECONDS probe`. Captures are held for `holdMs` before they are sent.
 */
export function openSyncDesk(given: Partial<Settings> & { target?: string; holdMs?: number } = {}) {
  const { target = 'practice', holdMs = 0, ...some } = given;
  const settings: Settings = { ...defaultSettings, ...some };
  const folder = mkdtempSync(join(tmpdir(), 'parcel-desk-'));
  const db = openNewDesk(folder);
  // Durability after a power cut is tested with the database; here syncing would only cost time.
  db.pragma('synchronous = OFF');
  const time = fakeTime();
  let ids = 0;
  const outbox = openOutbox(db, { now: () => time.clock.now(), newId: () => `e${++ids}`, holdMs: () => holdMs });
  const reader = openReader(
    db,
    () => time.clock.now(),
    () => settings.stuckSeconds * 1000,
  );
  const rowOf = (id: string) => {
    const row = reader.detail(id);
    if (!row) throw new Error(`there is no entry ${id}`);
    return row;
  };
  const log: string[] = [];
  const statuses: SyncStatus[] = [];
  const faults: unknown[] = [];
  const desk = {
    folder,
    time,
    outbox,
    reader,
    db,
    settings,
    log,
    statuses,
    faults,
    service: ((): Exchange => answer(404)) as Service,
    random: () => 0.999999,
    underWay: 0,
    maxUnderWay: 0,
    sync: null as unknown as Sync,
    add(capture: Capture): string {
      const { id } = outbox.enqueue(`command-${ids + 1}`, capture, '', false);
      desk.sync.wake();
      return id;
    },
    state: (id: string) => rowOf(id).state,
    row: rowOf,
    /** The log since the last call. */
    logged: (): string[] => log.splice(0),
    /** A new sync over the same folder, as after a restart. */
    newSync(): Sync {
      desk.sync = createSync({
        outbox: outbox.sync,
        client: { call },
        target,
        settings: () => settings,
        clock: time.clock,
        timer: time.timer,
        random: () => desk.random(),
        soon(run) {
          time.stir();
          setImmediate(run);
        },
        onStatus: (status) => statuses.push(status),
        onChanged: () => undefined,
        onFault: (fault) => faults.push(fault),
      });
      return desk.sync;
    },
    async close(): Promise<void> {
      const stopped = desk.sync.stop();
      await time.pass(10_000);
      await stopped;
      db.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };

  async function call(
    { method, path, body }: { method: string; path: string; body: string | null },
    signal?: AbortSignal,
    patienceMs = Infinity,
  ): Promise<Exchange> {
    const address = parseRequestTarget(method, path);
    if (!address) throw new Error(`no endpoint has ${method} ${path}`);
    const json: unknown = body === null ? undefined : JSON.parse(body);
    const asked = { endpoint: address.endpoint, id: idOf(address.endpoint, address.path, json), body: json };
    const isProbe = asked.id === 'desk-connection-check';
    log.push(`${Math.round(time.elapsed() / 100) / 10} ${isProbe ? 'probe' : `${asked.endpoint} ${asked.id}`}`);
    desk.underWay += 1;
    time.stir();
    desk.maxUnderWay = Math.max(desk.maxUnderWay, desk.underWay);
    const stopped = new Promise<Exchange>((resolve) =>
      signal?.addEventListener('abort', () => resolve(noAnswer('maybe', 'stopped'))),
    );
    let answered = (): void => undefined;
    const impatient = new Promise<Exchange>((resolve) => {
      if (patienceMs < Infinity) answered = time.timer.after(patienceMs, () => resolve(noAnswer('maybe', 'timeout')));
    });
    try {
      return await Promise.race([desk.service(asked), stopped, impatient]);
    } finally {
      answered();
      desk.underWay -= 1;
    }
  }

  desk.newSync();
  return desk;
}
export type SyncDesk = ReturnType<typeof openSyncDesk>;

function idOf(endpoint: EndpointNumber, path: Record<string, string>, body: unknown): string {
  const { key } = endpointOf(endpoint);
  if (key) return String(valueAt(body, key.path));
  if (endpoint === 11) return (valueAt(body, ['Ids']) as string[]).join(',');
  return Object.values(path)[0] ?? '';
}
