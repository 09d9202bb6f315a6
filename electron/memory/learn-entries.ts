import { readRequest } from '../outbox/stored-request.ts';
import { factStore } from '../storage/database/facts.ts';
import type { Sqlite } from '../storage/database/open-sqlite.ts';
import { opaqueIntParam } from '../storage/database/queries.ts';
import { addressBook, recipientOf, similarEntries } from './address-book.ts';
import { goodsIn, goodsMemory } from './goods-memory.ts';
import { listedIn, typeAhead } from './type-ahead.ts';

/** Long enough that one write covers many captures, short enough to help with the next parcel (ms). */
const pauseMs = 250;

/** First and longest wait after the disk refused a write (ms). */
const againFirstMs = 1000;
const againMostMs = 60_000;

/** Incremental background work; returns whether there is more. */
export interface IdleTask {
  processBatch(): boolean;
}

/**
 * Learns shortly after entries change, in batches, so that no capture waits for it. `after` runs a callback after that
 * many ms. Failures are reported to `onFault` and retried with backoff: the source entries stay stored. Waits while
 * `isHeldBack`.
 */
export function scheduleIdleTasks(
  learning: readonly IdleTask[],
  after: (ms: number, run: () => void) => () => void,
  onFault: (error: unknown) => void,
  isHeldBack: () => boolean = () => false,
) {
  let cancel: (() => void) | null = null;
  let closed = false;
  let againMs = againFirstMs;
  const run = (): void => {
    cancel = null;
    if (isHeldBack()) return wake();
    try {
      const more = learning.map((one) => one.processBatch());
      againMs = againFirstMs;
      if (more.includes(true)) wake(1);
    } catch (error) {
      onFault(error);
      wake(againMs);
      againMs = Math.min(againMs * 2, againMostMs);
    }
  };
  function wake(ms = pauseMs): void {
    if (!closed) cancel ??= after(ms, run);
  }
  return {
    wake: (): void => wake(),
    close(): void {
      closed = true;
      cancel?.();
    },
  };
}

interface Written {
  seq: number;
  entry: number;
  event: string;
  at: number;
}

/** History steps learned in one transaction: about 5 ms of work. */
const batchSize = 10;
/** Events that set an entry's content. A capture counts as a use, the others correct what was learned. */
const writes = "('capture', 'change', 'mend', 'submit')";

/**
 * Learns from entries by following their history, so that a crash loses nothing, and a desk newer than its entries
 * learns them too. No entry waits for it.
 */
export function learnEntries(db: Sqlite) {
  const facts = factStore(db);
  const book = addressBook(db);
  const goods = goodsMemory(db);
  const lists = typeAhead(db);
  const similar = similarEntries(db);
  const next = db.prepare<[number, number], Written>(
    `SELECT seq, entry, event, at FROM history WHERE seq > ? AND event IN ${writes} ORDER BY seq LIMIT ${opaqueIntParam()}`,
  );
  const last = db.prepare<[], { seq: number | null }>('SELECT max(seq) AS seq FROM history');
  const content = db.prepare<
    [number],
    { endpoint: number; request: string; request_sha256: Buffer; captured_at: number }
  >('SELECT endpoint, request, request_sha256, captured_at FROM entry WHERE seq = ?');
  let learned = Number(facts.get('learned-history') ?? 0);

  function learn({ entry, event, at }: Written): void {
    const row = content.get(entry);
    const request = row && readRequest(row.request, row.request_sha256);
    if (!row || !request) return;
    const uses = event === 'capture' ? 1 : 0;
    const { body } = request;
    const recipient = recipientOf(row.endpoint, body);
    if (recipient) book.learn(recipient, uses, at);
    for (const line of goodsIn(row.endpoint, body)) goods.learn(line, row.endpoint, uses, at);
    if (uses === 1) for (const { list, code, name } of listedIn(row.endpoint, body)) lists.learn(list, code, name, at);
    similar.learn(entry, row.endpoint, body, row.captured_at);
  }

  const learnSlice = db.transaction((slice: readonly Written[], upTo: number): void => {
    for (const written of slice) learn(written);
    facts.set('learned-history', String(upTo));
  });

  return {
    /** Learns the next batch; returns whether there is more. */
    processBatch(): boolean {
      const newest = last.get()?.seq ?? 0;
      if (newest <= learned) return false;
      const slice = next.all(learned, batchSize);
      const more = slice.length === batchSize;
      const upTo = more ? (slice.at(-1)?.seq ?? newest) : newest;
      // Steps without content are skipped without a write, and skipped again after a restart.
      if (slice.length > 0) learnSlice(slice, upTo);
      learned = upTo;
      return more;
    },
  };
}
export type LearnEntries = ReturnType<typeof learnEntries>;
