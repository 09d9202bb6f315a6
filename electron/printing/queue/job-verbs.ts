import type { DrawnContent } from '../../../shared/contract/label-procedures.ts';
import type { PrintedLabel } from '../../../shared/contract/print-procedures.ts';
import { problem } from '../../../shared/contract/problem.ts';
import type { HoldReason } from '../../../shared/printing/print-states.ts';
import { jobWriter } from './add-job.ts';
import { type QueueContext, awaitedLabels, drawnCells, type JobRecord, type LabelRecord } from './queue-context.ts';
import { scannedCodes } from './scan-confirmation.ts';

/**
 * What a person reports about labels that were printed by a dialog or a PDF, or were on a separate list after a
 * restore. A label of the same order in the queue follows that. Runs inside the caller's transaction.
 */
export function manualPrintConfirmations(context: QueueContext) {
  const { outbox, paper, records, takeLabel, host } = context;
  const write = jobWriter(context);
  const copiesOf = context.db.prepare<[number], { copies: number }>('SELECT copies FROM entry WHERE seq = ?');

  return {
    /**
     * `reason`: why labels that were already on paper were reprinted; `drawn`: what is on the paper, since the order may
     * have changed after it was drawn.
     */
    printed(ids: readonly string[], operator: string, reason: string, drawn: readonly DrawnContent[]): string[] {
      const onPaper = new Map(
        drawn.map(({ id, content, ...label }) => [id, { ...label, drawnFrom: Buffer.from(content, 'hex') }]),
      );
      const by = { who: operator, why: 'printed-by-dialog' as const };
      let [job, place] = [null as number | null, 0];
      for (const id of ids) {
        const shown = onPaper.get(id);
        const { seq } = outbox.find(id);
        const open = records.underWay(seq);
        if (open?.state === 'handed-over')
          throw problem('wrong-state', 'This label is being printed just now. Wait for its end.', { id });
        if (open?.state === 'unconfirmed') {
          takeLabel(open, 'seen', { who: operator, why: 'person-said' }, shown && drawnCells(shown));
          continue;
        }
        if (open !== null) takeLabel(open, 'cancel', by);
        const label = paper.printed(id, operator, shown ?? null);
        const copy = copiesOf.get(seq)?.copies ?? 1;
        job ??= write.job('', operator, null, by).seq;
        place += 1;
        const row = { job, place, entry: seq, copy, reason: copy > 1 ? reason : null };
        const said = copy > 1 && reason !== '' ? { ...by, said: reason } : by;
        write.label(row, 'on-paper', { ...drawnCells(label), proof: by.why, settled_at: host.now() }, said);
      }
      return [...ids];
    },
    notPrinted(ids: readonly string[], operator: string): string[] {
      paper.notPrinted(ids, operator);
      for (const id of ids) {
        const open = records.underWay(outbox.find(id).seq);
        if (open?.state === 'unconfirmed') takeLabel(open, 'no-paper', { who: operator, why: 'no-paper-seen' });
      }
      return [...ids];
    },
  };
}

export interface CancelledJob {
  job: string;
  /** labels that were never sent */
  cancelled: number;
  /** labels on paper, and unconfirmed ones, about which a person is still asked */
  out: PrintedLabel[];
  unconfirmed: PrintedLabel[];
}
/** What a person reports to be on paper: labels up to this place of the job; 0: none of those asked about. */
export interface PaperReport {
  upTo: number;
  /** whether the label at that place was scanned, or named by a person */
  how: 'scanned' | 'person-said';
}

/** The last good label, by its place or by a scan of it. */
export type LastGood = { upTo: number } | { scanned: string };

/**
 * What people do with jobs. Each runs inside the caller's transaction, and throws `wrong-state` if it is not possible
 * now.
 */
export function jobVerbs({ db, records, takeJob, takeLabel, noteJob, saveJob }: QueueContext) {
  const pendingLabels = awaitedLabels(db);
  const sentLabels = db.prepare<[number], PrintedLabel & { state: string }>(
    `SELECT place, number, state FROM print_label WHERE job = ? AND state IN ('on-paper', 'handed-over', 'unconfirmed') ORDER BY place`,
  );
  const lastSentPlace = db.prepare<[number], { place: number | null }>(
    `SELECT max(place) AS place FROM print_label WHERE job = ? AND state IN ('on-paper', 'handed-over', 'unconfirmed')`,
  );
  const codes = scannedCodes(db);
  const unconfirmedLabels = (job: JobRecord): LabelRecord[] => records.inState(job, 'unconfirmed');

  return {
    /** Whether a held job has labels that wait, and no pending question. */
    canBegin(id: string): boolean {
      const job = records.jobById(id);
      return job.state === 'held' && records.firstIn(job, 'waiting') !== null && unconfirmedLabels(job).length === 0;
    },
    /** The place of a scanned label in its job. Throws `invalid`, also if other paper has the same code. */
    findScanned(id: string, code: string): PaperReport {
      const found = codes.find(records.jobById(id).seq, code).filter(({ number }) => number !== null);
      const [label] = found;
      if (!label)
        throw problem('invalid', 'This is no label that was sent to the printer in this job.', {
          reason: 'not-in-job',
        });
      const ambiguity = codes.ambiguityOf(label, found.length > 1, code);
      if (ambiguity === null) return { upTo: label.place, how: 'scanned' };
      if (ambiguity.is === 'scan-number')
        throw problem('invalid', 'An earlier label has this code too. Scan the barcode of the number.', {
          reason: 'scan-number',
        });
      throw problem('invalid', 'Other paper has this code too. Choose the last good label from the list of the job.', {
        reason: 'which-print',
      });
    },
    begin(id: string, operator: string): void {
      const job = records.jobById(id);
      if (unconfirmedLabels(job).length > 0)
        throw problem('wrong-state', 'Say first which labels of this job are on paper.', {
          reason: 'asks',
          state: job.state,
          event: 'begin',
        });
      takeJob(job, 'begin', { who: operator, why: 'begun' });
    },
    hold(id: string, why: HoldReason, who: string): void {
      takeJob(records.jobById(id), 'hold', { who, why }, why);
    },
    /** Ends a run that has nothing left to print: a job that is not finished is held for a person. */
    endRun(id: string): void {
      const job = records.jobById(id);
      if (job.state !== 'printing' || pendingLabels.hasMore(job)) return;
      const hasQuestion = unconfirmedLabels(job).length > 0;
      // the job keeps printing: labels that wait for a person are printed when their number arrives
      if (!hasQuestion && records.firstIn(job, 'waiting') !== null) return;
      const reason = hasQuestion ? 'asks' : 'failed';
      takeJob(job, 'hold', { who: 'desk', why: reason }, reason);
    },
    /** Moves a held job to another printer. */
    move(id: string, printer: string, operator: string): void {
      const job = records.jobById(id);
      if (job.state !== 'held')
        throw problem('wrong-state', 'Stop this print job before it goes to another printer.', {
          reason: 'stop-first',
          state: job.state,
          event: 'move',
        });
      saveJob.run({ ...job, printer, from: job.state });
      noteJob(job, 'move', job.state, { who: operator, why: 'moved', said: printer });
    },
    /** Answers the question about unconfirmed labels: those up to a place are on paper, the others wait again. */
    answer(id: string, { upTo, how }: PaperReport, operator: string): { onPaper: number; waiting: number } {
      const job = records.jobById(id);
      const open = unconfirmedLabels(job);
      if (open.length === 0)
        throw problem('wrong-state', 'Nothing is asked about this print job any more.', {
          reason: 'asks-nothing',
          event: 'answer',
        });
      if (upTo < 0 || upTo > (lastSentPlace.get(job.seq)?.place ?? 0))
        throw problem(
          'invalid',
          'This label was not sent to the printer yet, so it cannot be the last one that came out.',
          { reason: 'not-sent' },
        );
      const seen = open.filter(({ place }) => place <= upTo);
      const lost = open.filter(({ place }) => place > upTo);
      for (const label of seen) takeLabel(label, 'seen', { who: operator, why: how });
      for (const label of lost) takeLabel(label, 'no-paper', { who: operator, why: 'no-paper-seen' });
      return { onPaper: seen.length, waiting: lost.length };
    },
    /** Sets failed labels back to waiting. */
    retryFailed(id: string, operator: string): number {
      const failed = records.inState(records.jobById(id), 'failed');
      for (const label of failed) takeLabel(label, 'again', { who: operator, why: 'again' });
      return failed.length;
    },
    cancel(id: string, operator: string): CancelledJob {
      const job = records.jobById(id);
      takeJob(job, 'cancel', { who: operator, why: 'cancelled' });
      const open = [...records.inState(job, 'waiting'), ...records.inState(job, 'failed')];
      for (const label of open) takeLabel(label, 'cancel', { who: operator, why: 'cancelled' });
      const sent = sentLabels.all(job.seq).map(({ state, ...label }) => ({ onPaper: state === 'on-paper', label }));
      return {
        job: id,
        cancelled: open.length,
        out: sent.flatMap(({ onPaper, label }) => (onPaper ? [label] : [])),
        unconfirmed: sent.flatMap(({ onPaper, label }) => (onPaper ? [] : [label])),
      };
    },
  };
}
