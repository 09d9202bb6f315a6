import type { Sqlite } from '../../storage/database/open-sqlite.ts';
import { jobWriter } from './add-job.ts';
import { queueContext, type QueueHost } from './queue-context.ts';

interface JournaledPrint {
  seq: number;
  number: string;
  at: number;
  copies: number;
  who: string;
}

/**
 * Settles the print queue of a restored folder after the replay of its journal. It is unknown what was printed since
 * the backup: open labels become unconfirmed and their jobs are held; labels that the journal reports as printed are on
 * paper by its word. Awaits `yieldToEventLoop` now and then.
 */
export async function restoreQueue(db: Sqlite, host: QueueHost, yieldToEventLoop: () => Promise<void>): Promise<void> {
  const context = queueContext(db, host);
  const { records, takeJob, takeLabel } = context;
  const write = jobWriter(context);
  const by = { who: 'restore', why: 'restored-maybe-printed' } as const;
  const endOpen = db.prepare<[number]>(
    `UPDATE print_attempt SET ended_at = ?, verdict = 'lost' WHERE ended_at IS NULL`,
  );
  const unsettled = db.prepare<[], { seq: number }>(
    `SELECT seq FROM print_label WHERE settled_at IS NULL AND state <> 'unconfirmed' ORDER BY seq`,
  );
  const journaledPrints = db.prepare<[], JournaledPrint>(
    `SELECT e.seq, e.printed_number AS number, e.printed_at AS at, e.copies,
       coalesce((SELECT who FROM history h WHERE h.entry = e.seq AND h.event = 'printed' ORDER BY h.seq DESC LIMIT 1), e.operator) AS who
     FROM entry e WHERE e.printed_number IS NOT NULL AND NOT EXISTS (
       SELECT 1 FROM print_label l WHERE l.entry = e.seq AND l.state = 'on-paper' AND l.settled_at >= e.printed_at)
     ORDER BY e.printed_at, e.seq`,
  );

  const markReplacements = db.prepare<[]>(
    `UPDATE entry SET replaces_printed = 1 WHERE replaces_printed = 0 AND replaces IN (
       SELECT id FROM entry WHERE replaced_by IS NOT NULL AND (printed_number IS NOT NULL OR maybe_printed = 1))`,
  );

  db.transaction(() => {
    markReplacements.run();
    endOpen.run(host.now());
    for (const job of records.open()) takeJob(job, 'hold', by, 'restored');
  })();
  let count = 0;
  const yieldNowAndThen = async (): Promise<void> => {
    count += 1;
    if (count % 100 === 0) await yieldToEventLoop();
  };
  for (const { seq } of unsettled.all()) {
    await yieldNowAndThen();
    db.transaction(() => takeLabel(records.label(seq), 'restored', by))();
  }
  let journalJob: number | null = null;
  let place = 0;
  for (const { seq, number, at, copies, who } of journaledPrints.all()) {
    await yieldNowAndThen();
    const cause = { who, why: 'said-in-journal' } as const;
    db.transaction(() => {
      const open = records.underWay(seq);
      if (open) return takeLabel(open, 'seen', cause, { number });
      journalJob ??= write.job('', 'restore', null, { who: 'restore', why: 'said-in-journal' }).seq;
      place += 1;
      const label = { job: journalJob, place, entry: seq, copy: copies, reason: copies > 1 ? '' : null };
      write.label(label, 'on-paper', { number, proof: cause.why, settled_at: at }, cause);
    })();
  }
}
