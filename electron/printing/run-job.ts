import { ProblemError } from '../../shared/contract/problem.ts';
import type { HoldReason } from '../../shared/printing/job-states.ts';
import type { PrintResult } from '../../shared/printing/print-end.ts';
import type { SentLabel } from '../print-queue/hand-over.ts';
import type { PrintQueue } from '../print-queue/open-print-queue.ts';
import type { LabelRecord } from '../print-queue/print-record.ts';
import type { Printer } from '../printers/printer.ts';

type PaperContent = Pick<SentLabel, 'number' | 'provisional' | 'drawnFrom'>;
/**
 * A page as its printer takes it, its number of sheets (omitted: one), and what is drawn on it; or why there is none.
 */
export type DrawnLabel = (PaperContent & { page: Uint8Array; sheets?: number }) | { fault: string };

export interface RunHost {
  /** the name of the printer, as the job has it */
  name: string;
  queue: Pick<PrintQueue, 'next' | 'isPrinting' | 'handOver' | 'settle' | 'refuse' | 'hold' | 'endRun'>;
  draw: (label: LabelRecord) => Promise<DrawnLabel>;
  /** called after each step of the job, with the entry of its label */
  onStep: (entry: number | null) => void;
  /** whether this run must send no further label; omitted: never */
  isStopped?: () => boolean;
}

/**
 * Prints the labels of a started job one after the other, each on disk as handed over before a byte of it is sent. Ends
 * when no label waits, when a person stops, moves or cancels the job, or when it is held: the printer does not print,
 * or the end of the last label is unknown. A label that cannot be drawn holds up no other. Throws errors of the disk,
 * and leaves the label that is printing to the next start.
 */
export async function runJob(
  job: string,
  printer: Printer,
  { name, queue, draw, onStep, isStopped: isOver = () => false }: RunHost,
): Promise<void> {
  /** a label whose order changed while it was drawn; it is drawn again once */
  let changedLabel: number | null = null;

  function tryHandOver(label: LabelRecord, { number, provisional, drawnFrom }: PaperContent): number | null {
    try {
      const sent = { printer: name, way: printer.way, reprints: printer.reprints };
      return queue.handOver(label.seq, { ...sent, number, provisional, drawnFrom });
    } catch (error) {
      if (!(error instanceof ProblemError) || error.problem.kind !== 'wrong-state') throw error;
      if (changedLabel === label.seq) queue.refuse(label.seq, error.problem.message);
      changedLabel = label.seq;
      return null;
    }
  }

  /** Whether the job continues. */
  async function printOne(label: LabelRecord): Promise<boolean> {
    // a network printer reports its status in about the time that drawing takes; it is asked one thing at a time, so
    // the answer is awaited even if drawing fails
    const ready = printer.ready();
    // oxlint-disable-next-line typescript/no-misused-promises -- what a finally answers is waited for
    const drawn = await draw(label).finally(() => ready);
    const fault = await ready;
    // a person may have stopped, moved or cancelled the job meanwhile
    if (isOver() || !queue.isPrinting(job, name)) return false;
    if ('fault' in drawn) {
      queue.refuse(label.seq, drawn.fault);
      return true;
    }
    if (fault !== null) return holdJob('printer-trouble');
    const attempt = tryHandOver(label, drawn);
    if (attempt === null) return true;
    const end = await printer.print(drawn.page, drawn.sheets);
    queue.settle(attempt, end);
    const reason = holdReasonAfter(end);
    return reason === null || holdJob(reason);
  }

  function holdJob(reason: HoldReason): false {
    // a person may have stopped or cancelled it meanwhile; on another printer it continues, unless a question is
    // pending
    if (queue.isPrinting(job, reason === 'asks' ? undefined : name)) queue.hold(job, reason);
    return false;
  }

  for (let label = queue.next(job); label !== null && !isOver(); label = queue.next(job)) {
    const continues = await printOne(label);
    onStep(label.entry);
    if (!continues) break;
  }
  queue.endRun(job);
  onStep(null);
}

/**
 * Why a job is held after a label; null: it continues. With a printer that never gives proof, nothing is asked before
 * the end of the job.
 */
function holdReasonAfter(end: PrintResult): HoldReason | null {
  if (end.end === 'not-left') return 'printer-trouble';
  return end.end === 'lost' && end.why !== 'no-proof' ? 'asks' : null;
}
