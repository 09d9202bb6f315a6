import { findCreate } from '../../../shared/creates/create-kinds.ts';
import type { CreateRecord } from '../../../shared/creates/create-record.ts';
import { endpointOf } from '../../../shared/service/endpoints.ts';
import { parseRequestTarget } from '../../../shared/service/request-target.ts';
import { valueAt } from '../../../shared/service/value-at.ts';
import { defaultSettings } from '../../../shared/settings/settings.ts';
import { type HttpAnswer, type Exchange, noAnswer } from '../../delivery/service/exchange.ts';
import type { SerializedRequest } from '../../delivery/service/request.ts';
import { createSync } from '../../delivery/sync/create-sync.ts';
import { openOutbox } from '../../outbox/open-outbox.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Opener } from '../../platform/encryption/lock.ts';
import { openSealed, isSealed } from '../../platform/encryption/sealed-file.ts';
import { makePrivateFolder } from '../../platform/private-files.ts';
import type { Timer } from '../../platform/timer.ts';
import { deskMigrations } from '../../storage/database/migrations/index.ts';
import { openDesk } from '../../storage/database/open-desk.ts';
import { openSqliteReader } from '../../storage/database/open-sqlite.ts';
import { restore } from '../restore/restore.ts';
import { slowReadMs, stepMs, type ExtendDeadline } from '../verify/run-steps.ts';
import { hasUsableRows, verifyDatabase } from '../verify/verify.ts';
import { randomUUID } from 'node:crypto';
import { rmSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

type JsonObject = Record<string, unknown>;

/**
 * Simulated service for a backup test, in memory and without network. It accepts every create, knows no order in
 * advance, and reports each accepted order as created.
 */
export function createSimulatedService() {
  const records = new Map<string, JsonObject>();

  function record({ key: { kind, path }, parcel, recipient }: CreateRecord, body: JsonObject): JsonObject {
    const key = String(valueAt(body, path));
    const order = valueAt(body, parcel);
    const created = {
      [kind]: key,
      ServiceCode: valueAt(order, ['ServiceCode']),
      Country: recipient && valueAt(body, [...recipient, 'Country']),
      SvcPackageId: `R-${key}`,
      SvcOrderId: `R-${key}`,
      Success: true,
      Status: 'Created',
      HandleStatus: 'Submitted',
      TrackingNumber: `R-${key}`,
      IsFinalTrackingNumber: true,
    };
    records.set(key, created);
    return created;
  }

  return {
    call({ method, path, body }: SerializedRequest): Promise<Exchange> {
      const address = parseRequestTarget(method, path);
      if (!address) return Promise.resolve(noAnswer('never', 'not-http'));
      const json = body === null ? {} : (JSON.parse(body) as JsonObject | JsonObject[]);
      const request = Array.isArray(json) ? (json[0] ?? {}) : json;
      const { endpoint } = address;
      const create = findCreate(endpoint);
      if (create) {
        const created = record(create, request);
        return Promise.resolve(toAnswer(201, endpointOf(endpoint).replyKind === 'none' ? null : created));
      }
      if (endpoint === 11) {
        const matches = (request['Ids'] as string[]).map((id) => records.get(id));
        return Promise.resolve(matches.every(Boolean) ? toAnswer(200, matches) : toAnswer(404, null));
      }
      const match = Object.values(address.path ?? {})
        .map((id) => records.get(String(id)))
        .find(Boolean);
      return Promise.resolve(match ? toAnswer(200, match) : toAnswer(404, null));
    },
  };
}

const toAnswer = (status: number, body: unknown): HttpAnswer => ({
  kind: 'answer',
  status,
  contentType: 'application/json',
  retryAfterMs: null,
  location: null,
  body: body === null ? '' : JSON.stringify(body),
  bodyState: 'complete',
});

/** Event-loop turns without activity before time advances: a write is deferred by one turn, an answer by another. */
const quietTurns = 4;

/** Time that advances as soon as no work is left, so that the waits of a day take no longer than their work. */
export function createVirtualTime(startAt: number) {
  const timers = new Set<{ at: number; run: () => void }>();
  let elapsed = 0;
  let quietCount = 0;

  async function settle(): Promise<void> {
    for (quietCount = 0; quietCount < quietTurns; quietCount += 1) await nextTurn();
  }

  const timer: Timer = {
    after(ms, run) {
      const timerEntry = { at: elapsed + Math.max(0, ms), run };
      timers.add(timerEntry);
      return () => timers.delete(timerEntry);
    },
  };
  const clock: Clock = { now: () => Math.round(startAt + elapsed), monotonic: () => elapsed };
  return {
    timer,
    clock,
    /** Reports activity: time waits for more of it. */
    reportActivity: () => void (quietCount = -1),
    elapsed: () => elapsed,
    /** Advances to the next timer and runs it; false if there is none. */
    async runNextTimer(): Promise<boolean> {
      await settle();
      let next: { at: number; run: () => void } | undefined;
      for (const one of timers) if (next === undefined || one.at < next.at) next = one;
      if (next === undefined) return false;
      timers.delete(next);
      elapsed = Math.max(elapsed, next.at);
      next.run();
      await settle();
      return true;
    },
  };
}

/** Longest time in which a desk finishes without a user (ms of virtual time). */
const maxVirtualMs = 2 * 86_400_000;

/**
 * Tests a backup: reads it whole, restores it into `scratch`, which is created and removed again, and delivers its
 * waiting entries to a simulated service. Nothing is registered, no secret is known, no network is used. Returns what
 * was wrong, in English, or null.
 */
export async function testBackup(
  backup: string,
  scratch: string,
  at: number,
  opener: Opener,
  extendDeadline: ExtendDeadline,
): Promise<string | null> {
  rmSync(scratch, { recursive: true, force: true });
  try {
    const { size } = statSync(backup);
    makePrivateFolder(scratch);
    const { bavail, bsize } = statfsSync(scratch);
    const locked = isSealed(backup);
    if (bavail * bsize < (locked ? 4 : 3) * size) return 'There is not enough room on this disk to try it.';
    extendDeadline(stepMs + slowReadMs(3 * size));
    const unlockedPath = locked ? join(scratch, 'backup.db') : backup;
    if (locked) openSealed(backup, unlockedPath, opener);
    const [damage, entries] = inspectBackup(unlockedPath);
    if (damage !== null) return damage;
    extendDeadline(stepMs + slowReadMs(4 * size));
    const folder = join(scratch, 'desk');
    const host = { now: () => at, newId: randomUUID, yieldToEventLoop: () => (extendDeadline(stepMs), nextTurn()) };
    const restored = await restore(unlockedPath, folder, null, host);
    if (restored.entries !== entries) return `Of ${entries} entries ${restored.entries} came back.`;
    return await deliverAll(folder, at, extendDeadline);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function inspectBackup(backup: string): [damage: string | null, entries: number] {
  const db = openSqliteReader(backup, deskMigrations);
  try {
    const verified = verifyDatabase(db);
    return [hasUsableRows(verified) ? null : (verified.damages[0]?.message ?? 'It is damaged.'), verified.entries];
  } finally {
    db.close();
  }
}

async function deliverAll(folder: string, at: number, extendDeadline: ExtendDeadline): Promise<string | null> {
  const db = openDesk(folder);
  // the file is deleted shortly
  db.pragma('synchronous = OFF');
  try {
    const time = createVirtualTime(at);
    const faults: unknown[] = [];
    const outbox = openOutbox(db, { now: time.clock.now, newId: randomUUID, holdMs: () => 0 });
    const service = createSimulatedService();
    const sync = createSync({
      outbox: outbox.sync,
      client: {
        async call(sendable) {
          time.reportActivity();
          return service.call(sendable);
        },
      },
      target: outbox.target.bound() ?? 'rehearsal',
      settings: () => defaultSettings,
      clock: time.clock,
      timer: time.timer,
      random: () => 0.5,
      runSoon(run) {
        time.reportActivity();
        setImmediate(run);
      },
      onStatus: () => undefined,
      onChanged: () => undefined,
      onFault: (fault) => faults.push(fault),
    });
    sync.start();
    const isBusy = (): boolean => outbox.sync.isBusy(time.clock.now(), maxVirtualMs);
    while (isBusy() && time.elapsed() < maxVirtualMs && faults.length === 0) {
      extendDeadline(stepMs);
      if (!(await time.runNextTimer())) break;
    }
    const isStuck = isBusy();
    const stopped = sync.stop();
    for (let turn = 0; turn < 20; turn += 1) await time.runNextTimer();
    await stopped;
    if (faults.length > 0) return `The desk met a fault: ${String(faults[0])}`;
    return isStuck ? 'What waits in it could not be delivered to its end.' : null;
  } finally {
    db.close();
  }
}
