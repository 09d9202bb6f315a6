import { createClient, type Client } from '../../electron/delivery/service/client.ts';
import type { Exchange } from '../../electron/delivery/service/exchange.ts';
import { openLookups } from '../../electron/lookups/open-lookups.ts';
import { openOutbox } from '../../electron/outbox/open-outbox.ts';
import type { Timer } from '../../electron/platform/timer.ts';
import type { DeskEvent } from '../../shared/contract/desk-events.ts';
import { parseRequestTarget } from '../../shared/service/request-target.ts';
import { defaultSettings, type Settings } from '../../shared/settings/settings.ts';
import { httpAnswer } from '../support/exchanges.ts';
import { fakeTime } from '../support/fake-time.ts';
import { openNewDesk } from '../support/new-desk-file.ts';
import { readTestCapture } from '../support/open-test-outbox.ts';
import { realClock, realTimer } from '../support/real-time.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Asked {
  endpoint: number;
  path: Record<string, string>;
  query: Record<string, unknown>;
  body: Record<string, string[]>;
  /** ms since the desk was opened */
  at: number;
}

interface Given {
  settings?: Partial<Settings>;
  /** a service on loopback in real time; omitted: a simulated one in fake time */
  origin?: string;
  /** times out requests to that service; default: a real timer of a minute, ample even on a busy machine */
  patience?: Timer;
}

/** Lookups on a real database. `service` answers for the simulated service; `asked` lists the requests it received. */
export function openLookupDesk({ settings: some = {}, origin, patience = realTimer }: Given = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'parcel-desk-'));
  const db = openNewDesk(folder);
  const time = fakeTime();
  const { clock, timer } = origin === undefined ? time : { clock: realClock, timer: realTimer };
  const settings: Settings = { ...defaultSettings, lang: 'en', ...some };
  let ids = 0;
  const outbox = openOutbox(db, { now: () => clock.now(), newId: () => `e${++ids}`, holdMs: () => 0 });
  const asked: Asked[] = [];
  const events: DeskEvent[] = [];
  const faults: unknown[] = [];
  const live: Client | null =
    origin === undefined ? null : createClient({ origin, timeoutMs: 60_000, timer: patience, now: clock.now });
  const desk = {
    db,
    time,
    outbox,
    settings,
    asked,
    events,
    faults,
    online: true,
    /** causes of lookups that did not reach the service */
    unreached: [] as string[],
    service: ((): Exchange => httpAnswer(404)) as (asked: Asked) => Exchange | Promise<Exchange>,
    add: (endpoint: number, body: object): string =>
      outbox.enqueue(`lookup-desk-${++ids}`, readTestCapture(endpoint, body), '', false).id,
    lookups: null as unknown as ReturnType<typeof openLookups>,
    /** Reopens the same folder, as after a restart. */
    restart(): void {
      if (desk.lookups) desk.lookups.stop();
      desk.lookups = open();
    },
    async close(): Promise<void> {
      desk.lookups.stop();
      await live?.close();
      await desk.lookups.whenEnded();
      db.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };

  const call: Client['call'] = async (sendable, signal) => {
    if (live) return live.call(sendable, signal);
    const address = parseRequestTarget(sendable.method, sendable.path);
    if (!address) throw new Error(`no endpoint has ${sendable.method} ${sendable.path}`);
    const body: Asked['body'] = sendable.body === null ? {} : JSON.parse(sendable.body);
    const one = { ...address, body, at: time.elapsed() };
    asked.push(one);
    return desk.service(one);
  };
  const open = () =>
    openLookups({
      db,
      clock,
      timer,
      random: () => 0.5,
      settings: () => settings,
      service: () => Promise.resolve({ client: { call }, target: { name: 'practice' } }),
      boundTarget: () => null,
      isOnline: () => desk.online,
      onUnreached: (_, cause) => void desk.unreached.push(cause),
      emit: (event) => void events.push(event),
      onFault: (error) => void faults.push(error),
    });
  desk.restart();
  return desk;
}
export type LookupDesk = ReturnType<typeof openLookupDesk>;

/** Answers tracking requests as a service does, one record per number. */
export function trackingOf(record: (number: string) => object | null) {
  return ({ endpoint, path, body }: Asked): Exchange => {
    if (endpoint === 12) return httpAnswer(200, record(path['trackingNumber'] ?? '') ?? {});
    if (endpoint !== 5) return httpAnswer(404);
    return httpAnswer(
      200,
      (body['TrackingNumbers'] ?? []).flatMap((number) => record(number) ?? []),
    );
  };
}
