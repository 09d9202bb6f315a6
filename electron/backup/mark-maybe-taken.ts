import { why } from '../../shared/outbox/whys.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import { setWait } from '../outbox/apply-change.ts';
import { historyWriter } from '../outbox/history.ts';
import { nextReachedHash, type EntryRecord } from '../outbox/entry-record.ts';
import { hasLabelCondition } from '../outbox/runs.ts';
import type { OutboxContext } from '../outbox/outbox-context.ts';

/**
 * Entries marked per commit: few enough that other writes wait some milliseconds, since a folder may be reopened while
 * a user is looking at it.
 */
const batchSize = 25;

/**
 * Marks all unsettled entries as possibly sent, because it is unknown what the lost folder did after its backup. Queued
 * entries are left as after a run that ended while sending; entries that wait for a user keep waiting. `target` is
 * where the folder delivers, '' if unknown. Returns how many entries were marked.
 */
export async function markPossiblySent(
  context: OutboxContext,
  db: Sqlite,
  target: string,
  yieldToEventLoop: () => Promise<void>,
): Promise<number> {
  const writeHistory = historyWriter(db);
  const open = db.prepare<[], { seq: number }>(`SELECT seq FROM entry WHERE settled_at IS NULL ORDER BY seq`).all();
  const insertAttempt = db.prepare<[number, string, number]>(
    'INSERT INTO attempt (entry, target, started_at) VALUES (?, ?, ?)',
  );

  function markEntry(record: EntryRecord): void {
    const from = record.state;
    const now = context.host.now();
    record.maybe_taken = 1;
    if (from === 'queued') {
      context.applyTransition(record, 'claim', 'restore', why('restored-maybe-sent'), now);
      // if the entry was corrected since the backup, the service may have its earlier content
      record.reached_sha256 = nextReachedHash(record);
      setWait(record, null);
      insertAttempt.run(record.seq, target, now);
    } else if (from !== 'sending') {
      const because = why('restored-maybe-sent');
      writeHistory({ entry: record.seq, at: now, who: 'restore', event: 'restored', from, to: from, why: because });
    }
    // an order that was not found before may exist by now, so the grace period restarts
    if (from === 'unsure') {
      record.absences = 0;
      record.lost_at_running = null;
    }
    context.save(record, from);
  }

  const markBatch = db.transaction((some: readonly { seq: number }[]): void => {
    for (const { seq } of some) {
      const record = context.records.bySeq(seq);
      if (record) markEntry(record);
    }
  });
  for (let at = 0; at < open.length; at += batchSize) {
    markBatch(open.slice(at, at + batchSize));
    await yieldToEventLoop();
  }
  // labels may have been printed since the backup
  db.prepare(
    `UPDATE entry SET maybe_printed = 1 WHERE ${hasLabelCondition()} AND printed_number IS NULL AND state <> 'withdrawn'`,
  ).run();
  return open.length;
}
