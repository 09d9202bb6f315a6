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
import { httpAnswer } from './exchanges.ts';
import { fakeTime } from './fake-time.ts';
import { openNewDesk } from './new-desk-file.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface ServiceRequest {
  endpoint: EndpointNumber;
  /** key of a create, id of a status check, comma-separated ids for endpoint 11 */
  id: string;
  body: unknown;
}
/** Answers a request as the fake service; a promise delays the answer. */
export type Service = (request: ServiceRequest) => Exchange | Promise<Exchange>;

/**
 * A desk without screens on a real outbox file, in fake time, against a fake service. `log` holds every request as
 * `SECONDS ENDPOINT ID` and every probe as `SECONDS probe`. Captures are held for `holdMs` before they are sent.
 */
export function openSyncDesk(options: Partial<Settings> & { target?: string; holdMs?: number } = {}) {
  const { target = 'practice', holdMs = 0, ...settingsOverrides } = options;
  const settings: Settings = { ...defaultSettings, ...settingsOverrides };
  const folder = mkdtempSync(join(tmpdir(), 'parcel-desk-'));
  const db = openNewDesk(folder);
  // Tests of the database check durability after a power cut; here syncing would only take time.
  db.pragma('synchronous = OFF');
  const time = fakeTime();
  let lastId = 0;
  const outbox = openOutbox(db, { now: () => time.clock.now(), newId: () => `e${++lastId}`, holdMs: () => holdMs });
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
    service: ((): Exchange => httpAnswer(404)) as Service,
    random: () => 0.999999,
    activeCalls: 0,
    maxActiveCalls: 0,
    sync: null as unknown as Sync,
    add(capture: Capture): string {
      const { id } = outbox.enqueue(`command-${lastId + 1}`, capture, '', false);
      desk.sync.wake();
      return id;
    },
    state: (id: string) => rowOf(id).state,
    row: rowOf,
    /** Returns the log since the previous call. */
    takeLog: (): string[] => log.splice(0),
    /** Creates a new sync over the same folder, as after a restart. */
    newSync(): Sync {
      desk.sync = createSync({
        outbox: outbox.sync,
        client: { call },
        target,
        settings: () => settings,
        clock: time.clock,
        timer: time.timer,
        random: () => desk.random(),
        runSoon(run) {
          time.extendSettling();
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
      await time.advance(10_000);
      await stopped;
      db.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };

  async function call(
    { method, path, body }: { method: string; path: string; body: string | null },
    signal?: AbortSignal,
    timeoutMs = Infinity,
  ): Promise<Exchange> {
    const address = parseRequestTarget(method, path);
    if (!address) throw new Error(`no endpoint has ${method} ${path}`);
    const parsedBody: unknown = body === null ? undefined : JSON.parse(body);
    const request = {
      endpoint: address.endpoint,
      id: idOf(address.endpoint, address.path, parsedBody),
      body: parsedBody,
    };
    const isProbe = request.id === 'desk-connection-check';
    log.push(`${Math.round(time.elapsed() / 100) / 10} ${isProbe ? 'probe' : `${request.endpoint} ${request.id}`}`);
    desk.activeCalls += 1;
    time.extendSettling();
    desk.maxActiveCalls = Math.max(desk.maxActiveCalls, desk.activeCalls);
    const aborted = new Promise<Exchange>((resolve) =>
      signal?.addEventListener('abort', () => resolve(noAnswer('maybe', 'stopped'))),
    );
    let cancelTimeout = (): void => undefined;
    const timedOut = new Promise<Exchange>((resolve) => {
      if (timeoutMs < Infinity)
        cancelTimeout = time.timer.after(timeoutMs, () => resolve(noAnswer('maybe', 'timeout')));
    });
    try {
      return await Promise.race([desk.service(request), aborted, timedOut]);
    } finally {
      cancelTimeout();
      desk.activeCalls -= 1;
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
