import { z } from 'zod';
import { longestPrinterName } from '../printing/known-printer.ts';
import type { HoldReason, JobState } from '../printing/job-states.ts';
import { labelStates, type LabelState } from '../printing/label-states.ts';
import type { PrinterFault } from '../printing/print-end.ts';
import type { PrintWhy } from '../printing/print-whys.ts';
import type { ScanCount, ScanEnd, ScanProof } from '../printing/scan-proof.ts';
import type { LabelList, StalePaper } from '../labels/label-lists.ts';
import type { Problem } from './problem.ts';
import { asks } from './procedure.ts';
import { commandId, id, ids, nothing, operator } from './procedure-inputs.ts';

/** A print job as it stands on disk. Times in ms. */
export interface JobShown {
  id: string;
  /** the name people gave it */
  printer: string;
  operator: string;
  createdAt: number;
  state: JobState;
  heldFor: HoldReason | null;
  /** how many of its labels are in each state */
  labels: Record<LabelState, number>;
  /** of a job that prints labels as their numbers come in; null: all had their numbers when they were asked for */
  coming: Coming | null;
  /** of a job whose labels are scanned as they are stuck on; null: they are not */
  scans: ScanCount | null;
}
/** Labels that wait in a job that follows, by how far their orders are. */
export interface Coming {
  /** on their way to a final number */
  queued: number;
  /** their numbers have come */
  created: number;
  /** passed by: their orders need a person, or a person let them pass; they come out when their numbers are there */
  asking: number;
  /** the order whose number the job waits for now, and with it all behind */
  waitsFor: { id: string; key: string } | null;
}
/** The same, with what is known of it at this moment. */
export interface PrintJob extends JobShown {
  /** the desk is at it: false while it waits for the end of another job of its printer */
  prints: boolean;
  /** what its printer waits for */
  fault: PrinterFault | null;
  /** why it could not begin */
  problem: Problem | null;
}
export interface JobLabel {
  /** of the label in the queue */
  seq: number;
  place: number;
  /** of the entry */
  id: string;
  key: string;
  /** from 2 on it is COPY n, for a reason that a person gave */
  copy: number;
  reason: string | null;
  state: LabelState;
  number: string | null;
  proof: PrintWhy | null;
  fault: string | null;
}
/** A label order on its way to paper. */
export interface PrintWay {
  /** it has no number yet, and may get one */
  comes: boolean;
  list: LabelList | null;
  number: string | null;
  /** why the paper that is out does not hold any more; null: it does, or none is out */
  stale: StalePaper | null;
  /** a provisional label of it is out, which has no number */
  provisionalOut: boolean;
  /** what becomes of its label in a print job that is not over; null: it is in none */
  label: LabelState | null;
}
/** A step of what happened to a job, or to the label at a place of it. */
export interface PrintStep {
  at: number;
  who: string;
  place: number | null;
  event: string;
  from: string | null;
  to: string;
  why: PrintWhy;
  said: string;
}
/** A label of a job that is or may be on paper. */
export interface OutLabel {
  place: number;
  number: string | null;
}

const printer = z.string().min(1).max(longestPrinterName);
/** each label is scanned as it is stuck on, and what was not scanned is named at the end */
const scan = z.boolean().default(false);
const act = z.strictObject({ commandId, job: id, operator });

/**
 * Labels on their way to paper by the desk itself. Rows of the desk contract. Each command answers `wrong-state` where it is not possible now, its
 * `reason` says why: `in-job`, `on-paper`, `maybe-printed`, `asks`, `asks-nothing`, `stop-first`, `not-waiting`, `not-scanned`.
 */
export const printProcedures = {
  /** jobs that are not over, of which something is asked, or whose labels are scanned, in the order they were begun */
  'print.jobs': asks<{ jobs: PrintJob[] }>()('desk', () => nothing),
  /** the same as they stand on the disk, also beside the program that prints: what only that one knows is left out */
  'print.kept': asks<{ jobs: JobShown[] }>()('reader', () => nothing),
  /** a page of a job's labels beyond a place, in order; `last`: those at its end */
  'print.job': asks<{ job: PrintJob; labels: JobLabel[] }>()('desk', () =>
    z.strictObject({
      job: id,
      state: z.enum(labelStates).optional(),
      after: z.int().min(0).default(0),
      limit: z.int().min(1).max(1000).default(100),
      last: z.boolean().default(false),
    }),
  ),
  /** who did what with a job and its labels, beyond a step */
  'print.steps': asks<{ steps: (PrintStep & { seq: number })[] }>()('desk', () =>
    z.strictObject({ job: id, after: z.int().min(0).default(0), limit: z.int().min(1).max(1000).default(500) }),
  ),
  /**
   * prints labels of these orders, in this order; those that cannot be printed are left out and named. Without `printer` the one that
   * takes labels of their size. `reason`: why labels that are on paper are printed once more, as COPY n
   */
  'print.start': asks<{ job: string; printer: string; labels: number; problems: { id: string; problem: Problem }[] }>()(
    'desk',
    () =>
      z.strictObject({
        commandId,
        ids,
        printer: printer.optional(),
        reason: z.string().trim().max(500).default(''),
        scan,
        operator,
      }),
  ),
  /**
   * prints labels of these orders as their numbers come in, in the order of entry; without `ids` of all that are on their way or ready. They
   * join the job that follows on that printer now, where there is one. An order that is withdrawn meanwhile leaves it, one that is replaced
   * gives its place to the other. Its `reason` may be `draft`, `withdrawn` or `replaced` besides
   */
  'print.follow': asks<{
    job: string;
    printer: string;
    labels: number;
    problems: { id: string; problem: Problem }[];
  }>()('desk', () => z.strictObject({ commandId, ids: ids.optional(), printer: printer.optional(), scan, operator })),
  /**
   * prints provisional labels of these orders, which have no number yet; without `ids` of all that wait for one and have no paper. One whose
   * number comes before it is drawn is drawn with it. The paper that is out stands on the list `reprint` once the number is there
   */
  'print.provisional': asks<{
    job: string;
    printer: string;
    labels: number;
    problems: { id: string; problem: Problem }[];
  }>()('desk', () =>
    z.strictObject({
      commandId,
      ids: ids.optional(),
      printer: printer.optional(),
      reason: z.string().trim().max(500).default(''),
      operator,
    }),
  ),
  /** how far an order is on its way to paper; throws `unknown-entry` */
  'print.way': asks<PrintWay>()('desk', () => z.strictObject({ id })),
  /** goes past the order whose number a job waits for; its label comes out when its number is there */
  'print.pass': asks<PrintJob>()('desk', () => act),
  /** goes on with a job that is held */
  'print.begin': asks<PrintJob>()('desk', () => act),
  /** ends it after the label under way; at once where the printer waits for something */
  'print.stop': asks<PrintJob>()('desk', () => act),
  /** to another printer, while it is held */
  'print.move': asks<PrintJob>()('desk', () => act.extend({ printer })),
  /** labels that could not be printed wait again */
  'print.again': asks<PrintJob>()('desk', () => act),
  /** what is out already is told, and what nobody knows of is asked all the same */
  'print.cancel': asks<{ job: PrintJob; cancelled: number; out: OutLabel[]; unconfirmed: OutLabel[] }>()(
    'desk',
    () => act,
  ),
  /**
   * which label is the last good one: its place in the job (0: none of those that are asked about), or what was scanned from it, its number or
   * its PackageId. `invalid` where that is none of the job, or was not sent yet. `goOn`: what waits is printed from there
   */
  'print.answer': asks<{ onPaper: number; waiting: number; job: PrintJob }>()('desk', () =>
    act.extend({
      last: z.union([
        z.strictObject({ upTo: z.int().min(0) }),
        z.strictObject({ scanned: z.string().min(1).max(200) }),
      ]),
      goOn: z.boolean().default(true),
    }),
  ),
  /**
   * a label was scanned as it was stuck on: its number or its PackageId. That is proof of paper, whatever the printer said. One of another job
   * whose labels are scanned now counts there, and that job is answered. `key`: of the order whose label it is; `left`: labels still to be
   * scanned; `over`: all were, and nothing else, so that it is over
   */
  'print.scan': asks<{ end: ScanEnd; key: string | null; left: number; over: boolean; job: PrintJob }>()('desk', () =>
    act.extend({ code: z.string().min(1).max(200) }),
  ),
  /** what is named at the end of it, as far as it is known now: up to 1000 of each */
  'print.scans': asks<ScanProof>()('desk', () => z.strictObject({ job: id })),
  /** a person has seen what came of it, and it is over */
  'print.endScans': asks<PrintJob>()('desk', () => act),
} as const;
