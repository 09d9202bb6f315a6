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
 * the backup: open labels become unconfirmed and their jobs are held. Labels that the journal reports as printed are
 * recorded as on paper. Yields to the event loop after every 100 labels.
 */
export async function restoreQueue(db: Sqlite, host: QueueHost, yieldToEventLoop: () => Promise<void>): Promise<void> {
  const context = queueContext(db, host);
  const { records, applyJobEvent, applyLabelEvent } = context;
  const write = jobWriter(context);
  const restoreCause = { who: 'restore', why: 'restored-maybe-printed' } as const;
  const endOpenAttempts = db.prepare<[number]>(
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
    endOpenAttempts.run(host.now());
    for (const job of records.openJobs()) applyJobEvent(job, 'hold', restoreCause, 'restored');
  })();
  let stepCount = 0;
  const yieldRegularly = async (): Promise<void> => {
    stepCount += 1;
    if (stepCount % 100 === 0) await yieldToEventLoop();
  };
  for (const { seq } of unsettled.all()) {
    await yieldRegularly();
    db.transaction(() => applyLabelEvent(records.labelBySeq(seq), 'restored', restoreCause))();
  }
  let journalJob: number | null = null;
  let place = 0;
  for (const { seq, number, at, copies, who } of journaledPrints.all()) {
    await yieldRegularly();
    const cause = { who, why: 'said-in-journal' } as const;
    db.transaction(() => {
      const openLabel = records.unsettledOf(seq);
      if (openLabel) return applyLabelEvent(openLabel, 'seen', cause, { number });
      journalJob ??= write.addJob('', 'restore', null, { who: 'restore', why: 'said-in-journal' }).seq;
      place += 1;
      const label = { job: journalJob, place, entry: seq, copy: copies, reason: copies > 1 ? '' : null };
      write.addLabel(label, 'on-paper', { number, proof: cause.why, settled_at: at }, cause);
    })();
  }
}
