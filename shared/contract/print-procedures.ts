import type { LabelList, StaleReason } from '../labels/label-lists.ts';
import { maxPrinterNameLength } from '../printing/configured-printer.ts';
import {
  type HoldReason,
  type JobState,
  labelStates,
  type LabelState,
  type PrinterFault,
  type PrintReason,
} from '../printing/print-states.ts';
import type { ScanCount, ScanResult, ScanConfirmation, PrintedLabelQuestion } from '../printing/scan-confirmation.ts';
import type { Problem } from './problem.ts';
import { defineProcedure, commandId, id, ids, noInput, operator } from './procedure.ts';
import { z } from 'zod';

/** A print job as stored on disk. Times in ms. */
export interface StoredJob {
  id: string;
  /** name of the printer, as set up by a person */
  printer: string;
  operator: string;
  createdAt: number;
  state: JobState;
  heldFor: HoldReason | null;
  /** number of its labels in each state */
  labels: Record<LabelState, number>;
  /** for a job that prints labels as their numbers arrive; null: all had numbers when they were requested */
  coming: AwaitedLabels | null;
  /** for a job with scan confirmation; null: without */
  scans: ScanCount | null;
  /** printers that may still print labels about which is asked, when they have paper again */
  mayPrintLater: string[];
  /**
   * keys of up to 20 orders whose labels its printer may still print, although a person said that they did not come out
   */
  leftInPrinter: string[];
}
/** Labels waiting in a job that prints as numbers arrive, by the progress of their orders. */
export interface AwaitedLabels {
  /** their orders are on the way to a final number */
  queued: number;
  /** their numbers have arrived */
  created: number;
  /** skipped: their orders need a person, or a person skipped them; they are printed when their numbers arrive */
  asking: number;
  /** the order whose number the job, and every label behind it, waits for */
  waitsFor: { id: string; key: string } | null;
}
/** A print job with its live state. */
export interface PrintJob extends StoredJob {
  /** the desk is printing it; false while it waits for another job of its printer */
  prints: boolean;
  /** what its printer waits for */
  fault: PrinterFault | null;
  /** why it could not begin */
  problem: Problem | null;
}
export interface JobLabel {
  /** of the label in the print queue */
  seq: number;
  place: number;
  /** id of the entry */
  id: string;
  key: string;
  /** from 2 on printed as COPY n, with the reason a person gave */
  copy: number;
  reason: string | null;
  state: LabelState;
  number: string | null;
  proof: PrintReason | null;
  fault: string | null;
}
/** Progress of a label order to its printed label. */
export interface PrintProgress {
  /** it has no number yet but may get one */
  comes: boolean;
  list: LabelList | null;
  number: string | null;
  /** why the printed label is out of date; null: it is valid, or none is printed */
  stale: StaleReason | null;
  /** a provisional label without a number is printed */
  provisionalOut: boolean;
  /** state of its label in an open print job; null: it is in none */
  label: LabelState | null;
}
/** A step in the history of a job, or of the label at a position in it. */
export interface PrintStep {
  at: number;
  who: string;
  place: number | null;
  event: string;
  from: string | null;
  to: string;
  why: PrintReason;
  said: string;
}
/** A label of a job that is or may be on paper. */
export interface PrintedLabel {
  place: number;
  number: string | null;
}

const printer = z.string().min(1).max(maxPrinterNameLength);
/** scan confirmation: each label is scanned after it is stuck on, and labels not scanned are listed at the end */
const scan = z.boolean().default(false);
const jobInput = z.strictObject({ commandId, job: id, operator });

/**
 * Printing by the desk itself. Rows of the desk contract. A command answers `wrong-state` if it is not possible now,
 * with `reason`: `in-job`, `on-paper`, `maybe-printed`, `asks`, `asks-nothing`, `stop-first`, `not-waiting`,
 * `not-scanned`.
 */
export const printProcedures = {
  /** jobs that are open, have a pending question, or await scan confirmation, in the order they were begun */
  'print.jobs': defineProcedure<{ jobs: PrintJob[] }>()('desk', () => noInput),
  /** the same from disk, also while another process prints; live state is left out */
  'print.kept': defineProcedure<{ jobs: StoredJob[] }>()('reader', () => noInput),
  /** a page of a job's labels after position `after`, in order; `last`: the page at its end */
  'print.job': defineProcedure<{ job: PrintJob; labels: JobLabel[] }>()('desk', () =>
    z.strictObject({
      job: id,
      state: z.enum(labelStates).optional(),
      after: z.int().min(0).default(0),
      limit: z.int().min(1).max(1000).default(100),
      last: z.boolean().default(false),
    }),
  ),
  /** history of a job and its labels after step `after` */
  'print.steps': defineProcedure<{ steps: (PrintStep & { seq: number })[] }>()('desk', () =>
    z.strictObject({ job: id, after: z.int().min(0).default(0), limit: z.int().min(1).max(1000).default(500) }),
  ),
  /**
   * prints the labels of these orders in this order; labels that cannot be printed are left out and listed. Without
   * `printer` the one chosen for their size is used. `reason`: why labels that are on paper are reprinted, as COPY n
   */
  'print.start': defineProcedure<{
    job: string;
    printer: string;
    labels: number;
    problems: { id: string; problem: Problem }[];
  }>()('desk', () =>
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
   * prints the labels of these orders as their numbers arrive, in the order the orders were captured; without `ids`
   * those of all orders that are under way or ready. They join the open job of this type on that printer, if there is
   * one. A withdrawn order leaves the job; a replaced one passes its place to its replacement. The `reason` may also be
   * `draft`, `withdrawn` or `replaced`
   */
  'print.follow': defineProcedure<{
    job: string;
    printer: string;
    labels: number;
    problems: { id: string; problem: Problem }[];
  }>()('desk', () => z.strictObject({ commandId, ids: ids.optional(), printer: printer.optional(), scan, operator })),
  /**
   * prints provisional labels of these orders, which have no number yet; without `ids` of all that wait for one and
   * have no printed label. If the number arrives before the label is drawn, it is used. A printed provisional label
   * moves to the list `reprint` once the number arrives
   */
  'print.provisional': defineProcedure<{
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
  /** progress of an order to its printed label; throws `unknown-entry` */
  'print.way': defineProcedure<PrintProgress>()('desk', () => z.strictObject({ id })),
  /** skips the order whose number a job waits for; its label is printed when the number arrives */
  'print.pass': defineProcedure<PrintJob>()('desk', () => jobInput),
  /** resumes a held job */
  'print.begin': defineProcedure<PrintJob>()('desk', () => jobInput),
  /** stops the job after the current label, or at once if the printer waits for something */
  'print.stop': defineProcedure<PrintJob>()('desk', () => jobInput),
  /** moves a held job to another printer */
  'print.move': defineProcedure<PrintJob>()('desk', () => jobInput.extend({ printer })),
  /** queues the failed labels again */
  'print.again': defineProcedure<PrintJob>()('desk', () => jobInput),
  /** cancels the job: answers which labels are printed; unconfirmed ones are still asked about */
  'print.cancel': defineProcedure<{
    job: PrintJob;
    cancelled: number;
    out: PrintedLabel[];
    unconfirmed: PrintedLabel[];
  }>()('desk', () => jobInput),
  /**
   * answers which label is the last one printed: its position in the job (0: none of those asked about), or the number
   * or PackageId scanned from it. `invalid` if it is not in the job, was not sent yet, or its code is on other
   * printed labels too. `goOn`: waiting labels are printed from there
   */
  'print.answer': defineProcedure<{ onPaper: number; waiting: number; job: PrintJob }>()('desk', () =>
    jobInput.extend({
      last: z.union([
        z.strictObject({ upTo: z.int().min(0) }),
        z.strictObject({ scanned: z.string().min(1).max(200) }),
      ]),
      goOn: z.boolean().default(true),
    }),
  ),
  /**
   * records the scan of a label after it was stuck on, by number or PackageId. A scan proves that the label is printed,
   * whatever the printer reported. If the label belongs to another job awaiting scans, it counts there and that job is
   * returned. `key`: key of the label's order; `left`: labels still to be scanned; `over`: all were scanned without a
   * mismatch, so the scan confirmation is complete. If other printed labels have the same code, nothing is counted
   * until a person answers `which`; `confirmed`: they say that it is this printed label
   */
  'print.scan': defineProcedure<{
    end: ScanResult;
    key: string | null;
    left: number;
    over: boolean;
    which: PrintedLabelQuestion | null;
    job: PrintJob;
  }>()('desk', () => jobInput.extend({ code: z.string().min(1).max(200), confirmed: z.boolean().default(false) })),
  /** result of the scan confirmation so far: at most 1,000 of each */
  'print.scans': defineProcedure<ScanConfirmation>()('desk', () => z.strictObject({ job: id })),
  /** a person acknowledges the result, which ends the scan confirmation */
  'print.endScans': defineProcedure<PrintJob>()('desk', () => jobInput),
} as const;
