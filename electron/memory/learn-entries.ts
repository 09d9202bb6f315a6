import { readRequest } from '../outbox/stored-request.ts';
import { factStore } from '../storage/database/facts.ts';
import type { Sqlite } from '../storage/database/open-sqlite.ts';
import { opaqueIntParam } from '../storage/database/queries.ts';
import { addressBook, recipientOf, similarEntries } from './address-book.ts';
import { goodsIn, goodsMemory } from './goods-memory.ts';
import { codesIn, typeAhead } from './type-ahead.ts';

/** Delay before learning (ms): long enough to batch captures, short enough to help with the next parcel. */
const pauseMs = 250;

/** First and longest wait after a failure (ms). */
const firstRetryMs = 1000;
const maxRetryMs = 60_000;

/** Background work in batches; each call does one, and returns whether there is more. */
export interface IdleTask {
  processBatch(): boolean;
}

/**
 * Runs idle tasks shortly after `wake`, in batches, so that no capture waits for them. `after` runs a callback after so
 * many ms. Failures are reported to `onFault` and retried with backoff: nothing is lost, as the entries stay stored. No
 * task runs while `isHeldBack`.
 */
export function scheduleIdleTasks(
  tasks: readonly IdleTask[],
  after: (ms: number, callback: () => void) => () => void,
  onFault: (error: unknown) => void,
  isHeldBack: () => boolean = () => false,
) {
  let cancel: (() => void) | null = null;
  let isClosed = false;
  let retryMs = firstRetryMs;
  const runTasks = (): void => {
    cancel = null;
    if (isHeldBack()) return wake();
    try {
      const results = tasks.map((one) => one.processBatch());
      retryMs = firstRetryMs;
      if (results.includes(true)) wake(1);
    } catch (error) {
      onFault(error);
      wake(retryMs);
      retryMs = Math.min(retryMs * 2, maxRetryMs);
    }
  };
  function wake(ms = pauseMs): void {
    if (!isClosed) cancel ??= after(ms, runTasks);
  }
  return {
    wake: (): void => wake(),
    close(): void {
      isClosed = true;
      cancel?.();
    },
  };
}

interface HistoryStep {
  seq: number;
  entry: number;
  event: string;
  at: number;
}

/** Maximum number of history steps learned in one transaction: about 5 ms of work. */
const batchSize = 10;
/** Events that set an entry's content. Only a capture counts as a use; the others correct what was learned. */
const contentEvents = "('capture', 'change', 'mend', 'submit')";

/**
 * Learns from entries by following their history, so that nothing is lost in a crash, and entries of an older version
 * are learned too.
 */
export function learnEntries(db: Sqlite) {
  const facts = factStore(db);
  const book = addressBook(db);
  const goods = goodsMemory(db);
  const lists = typeAhead(db);
  const similar = similarEntries(db);
  const nextSteps = db.prepare<[number, number], HistoryStep>(
    `SELECT seq, entry, event, at FROM history WHERE seq > ? AND event IN ${contentEvents} ORDER BY seq LIMIT ${opaqueIntParam()}`,
  );
  const lastSeq = db.prepare<[], { seq: number | null }>('SELECT max(seq) AS seq FROM history');
  const contentOf = db.prepare<
    [number],
    { endpoint: number; request: string; request_sha256: Buffer; captured_at: number }
  >('SELECT endpoint, request, request_sha256, captured_at FROM entry WHERE seq = ?');
  let learnedSeq = Number(facts.get('learned-history') ?? 0);

  function learnStep({ entry, event, at }: HistoryStep): void {
    const row = contentOf.get(entry);
    const request = row && readRequest(row.request, row.request_sha256);
    if (!row || !request) return;
    const uses = event === 'capture' ? 1 : 0;
    const { body } = request;
    const recipient = recipientOf(row.endpoint, body);
    if (recipient) book.learn(recipient, uses, at);
    for (const line of goodsIn(row.endpoint, body)) goods.learn(line, row.endpoint, uses, at);
    if (uses === 1) for (const { list, code, name } of codesIn(row.endpoint, body)) lists.learn(list, code, name, at);
    similar.learn(entry, row.endpoint, body, row.captured_at);
  }

  const learnSteps = db.transaction((steps: readonly HistoryStep[], upToSeq: number): void => {
    for (const step of steps) learnStep(step);
    facts.set('learned-history', String(upToSeq));
  });

  return {
    /** Learns the next batch; returns whether there is more. */
    processBatch(): boolean {
      const newest = lastSeq.get()?.seq ?? 0;
      if (newest <= learnedSeq) return false;
      const steps = nextSteps.all(learnedSeq, batchSize);
      const hasMore = steps.length === batchSize;
      const upToSeq = hasMore ? (steps.at(-1)?.seq ?? newest) : newest;
      // steps without content are skipped without a write, and again after a restart
      if (steps.length > 0) learnSteps(steps, upToSeq);
      learnedSeq = upToSeq;
      return hasMore;
    },
  };
}
export type LearnEntries = ReturnType<typeof learnEntries>;
