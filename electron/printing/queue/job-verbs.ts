import type { DrawnContent } from '../../../shared/contract/label-procedures.ts';
import type { PrintedLabel } from '../../../shared/contract/print-procedures.ts';
import { problem } from '../../../shared/contract/problem.ts';
import type { HoldReason } from '../../../shared/printing/print-states.ts';
import { jobWriter } from './add-job.ts';
import { type QueueContext, awaitedLabels, drawnCells, type JobRecord, type LabelRecord } from './queue-context.ts';
import { scannedCodes } from './scan-confirmation.ts';

/**
 * Records what a person reports about labels printed outside the queue, by a dialog or a PDF, or listed separately
 * after a restore. An open label of the same order in the queue is settled accordingly. Runs inside the caller's
 * transaction.
 */
export function manualPrintConfirmations(context: QueueContext) {
  const { outbox, printedLabels, records, applyLabelEvent, host } = context;
  const write = jobWriter(context);
  const copiesOf = context.db.prepare<[number], { copies: number }>('SELECT copies FROM entry WHERE seq = ?');

  return {
    /**
     * `reason`: why labels that were already on paper were reprinted; `drawn`: what is on the paper, since the order may
     * have changed after it was drawn.
     */
    markPrinted(ids: readonly string[], operator: string, reason: string, drawn: readonly DrawnContent[]): string[] {
      const onPaper = new Map(
        drawn.map(({ id, content, ...label }) => [id, { ...label, drawnFrom: Buffer.from(content, 'hex') }]),
      );
      const cause = { who: operator, why: 'printed-by-dialog' as const };
      let [job, place] = [null as number | null, 0];
      for (const id of ids) {
        const shown = onPaper.get(id);
        const { seq } = outbox.find(id);
        const openLabel = records.unsettledOf(seq);
        if (openLabel?.state === 'handed-over')
          throw problem('wrong-state', 'This label is being printed just now. Wait for its end.', { id });
        if (openLabel?.state === 'unconfirmed') {
          applyLabelEvent(openLabel, 'seen', { who: operator, why: 'person-said' }, shown && drawnCells(shown));
          continue;
        }
        if (openLabel !== null) applyLabelEvent(openLabel, 'cancel', cause);
        const label = printedLabels.confirmPrinted(id, operator, shown ?? null);
        const copy = copiesOf.get(seq)?.copies ?? 1;
        job ??= write.addJob('', operator, null, cause).seq;
        place += 1;
        const row = { job, place, entry: seq, copy, reason: copy > 1 ? reason : null };
        const causeWithReason = copy > 1 && reason !== '' ? { ...cause, said: reason } : cause;
        write.addLabel(
          row,
          'on-paper',
          { ...drawnCells(label), proof: cause.why, settled_at: host.now() },
          causeWithReason,
        );
      }
      return [...ids];
    },
    markNotPrinted(ids: readonly string[], operator: string): string[] {
      printedLabels.reportNotPrinted(ids, operator);
      for (const id of ids) {
        const openLabel = records.unsettledOf(outbox.find(id).seq);
        if (openLabel?.state === 'unconfirmed')
          applyLabelEvent(openLabel, 'no-paper', { who: operator, why: 'no-paper-seen' });
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
/** What a person reports: labels of the job up to this place are on paper; 0: none of those asked about. */
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
export function jobVerbs({ db, records, applyJobEvent, applyLabelEvent, recordJobStep, saveJob }: QueueContext) {
  const pendingLabels = awaitedLabels(db);
  const sentLabels = db.prepare<[number], PrintedLabel & { state: string }>(
    `SELECT place, number, state FROM print_label WHERE job = ? AND state IN ('on-paper', 'handed-over', 'unconfirmed') ORDER BY place`,
  );
  const lastSentPlace = db.prepare<[number], { place: number | null }>(
    `SELECT max(place) AS place FROM print_label WHERE job = ? AND state IN ('on-paper', 'handed-over', 'unconfirmed')`,
  );
  const codes = scannedCodes(db);
  const unconfirmedLabels = (job: JobRecord): LabelRecord[] => records.labelsInState(job, 'unconfirmed');

  return {
    /** Whether a held job can be started: it has waiting labels and no pending question. */
    canBegin(id: string): boolean {
      const job = records.jobById(id);
      return (
        job.state === 'held' && records.firstInState(job, 'waiting') !== null && unconfirmedLabels(job).length === 0
      );
    },
    /** The place of a scanned label in its job. Throws `invalid`, also if other paper has the same code. */
    findScannedPlace(id: string, code: string): PaperReport {
      const matches = codes.find(records.jobById(id).seq, code).filter(({ number }) => number !== null);
      const [label] = matches;
      if (!label)
        throw problem('invalid', 'This is no label that was sent to the printer in this job.', {
          reason: 'not-in-job',
        });
      const ambiguity = codes.ambiguityOf(label, matches.length > 1, code);
      if (ambiguity === null) return { upTo: label.place, how: 'scanned' };
      if (ambiguity.kind === 'scan-number')
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
      applyJobEvent(job, 'begin', { who: operator, why: 'begun' });
    },
    hold(id: string, reason: HoldReason, who: string): void {
      applyJobEvent(records.jobById(id), 'hold', { who, why: reason }, reason);
    },
    /** Ends a run that has nothing left to print: a job that is not finished is held for a person. */
    endRun(id: string): void {
      const job = records.jobById(id);
      if (job.state !== 'printing' || pendingLabels.hasMore(job)) return;
      const hasQuestion = unconfirmedLabels(job).length > 0;
      // the job stays open for its waiting labels, which are printed once their numbers arrive
      if (!hasQuestion && records.firstInState(job, 'waiting') !== null) return;
      const reason = hasQuestion ? 'asks' : 'failed';
      applyJobEvent(job, 'hold', { who: 'desk', why: reason }, reason);
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
      recordJobStep(job, 'move', job.state, { who: operator, why: 'moved', said: printer });
    },
    /** Answers the question about unconfirmed labels: those up to a place are on paper, the others wait again. */
    answer(id: string, { upTo, how }: PaperReport, operator: string): { onPaper: number; waiting: number } {
      const job = records.jobById(id);
      const unconfirmed = unconfirmedLabels(job);
      if (unconfirmed.length === 0)
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
      const printed = unconfirmed.filter(({ place }) => place <= upTo);
      const unprinted = unconfirmed.filter(({ place }) => place > upTo);
      for (const label of printed) applyLabelEvent(label, 'seen', { who: operator, why: how });
      for (const label of unprinted) applyLabelEvent(label, 'no-paper', { who: operator, why: 'no-paper-seen' });
      return { onPaper: printed.length, waiting: unprinted.length };
    },
    /** Sets failed labels back to waiting. */
    retryFailed(id: string, operator: string): number {
      const failed = records.labelsInState(records.jobById(id), 'failed');
      for (const label of failed) applyLabelEvent(label, 'again', { who: operator, why: 'again' });
      return failed.length;
    },
    cancel(id: string, operator: string): CancelledJob {
      const job = records.jobById(id);
      applyJobEvent(job, 'cancel', { who: operator, why: 'cancelled' });
      const openLabels = [...records.labelsInState(job, 'waiting'), ...records.labelsInState(job, 'failed')];
      for (const label of openLabels) applyLabelEvent(label, 'cancel', { who: operator, why: 'cancelled' });
      const sent = sentLabels.all(job.seq).map(({ state, ...label }) => ({ onPaper: state === 'on-paper', label }));
      return {
        job: id,
        cancelled: openLabels.length,
        out: sent.flatMap(({ onPaper, label }) => (onPaper ? [label] : [])),
        unconfirmed: sent.flatMap(({ onPaper, label }) => (onPaper ? [] : [label])),
      };
    },
  };
}
