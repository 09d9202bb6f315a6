import { ProblemError, type Problem } from '../../shared/contract/problem.ts';
import type { HoldReason, PrintResult, PrinterFault } from '../../shared/printing/print-states.ts';
import type { Printer, After } from './printers/printer.ts';
import type { SentLabel } from './queue/hand-over-verbs.ts';
import type { PrintQueue } from './queue/open-print-queue.ts';
import type { LabelRecord } from './queue/queue-context.ts';

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
  { name, queue, draw, onStep, isStopped = () => false }: RunHost,
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
    if (isStopped() || !queue.isPrinting(job, name)) return false;
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

  for (let label = queue.next(job); label !== null && !isStopped(); label = queue.next(job)) {
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

/** A printer opened for a job, and how to draw its labels. */
export interface OpenedPrinter {
  printer: Printer;
  draw: (label: LabelRecord) => Promise<DrawnLabel>;
}
export interface RunnerHost {
  queue: RunHost['queue'] & {
    /** ends what the run of a job left open, as after a crash */
    abandon: (job: string) => void;
  };
  /** Rejects with a ProblemError if the job cannot be printed there. */
  open: (
    printer: string,
    job: string,
    callbacks: { onFault: (fault: PrinterFault | null) => void; isLeft: () => boolean },
  ) => Promise<OpenedPrinter>;
  after: After;
  onStep: (entry: number | null) => void;
  onFault: (error: unknown) => void;
}

interface Run {
  printer: string;
  prints: boolean;
  fault: PrinterFault | null;
  /** it sends no further label */
  isOver: boolean;
  /** it sends nothing more in any case: only its printer is still being closed */
  isEnding: boolean;
  /** the fault of its printer is no longer waited for */
  isLeft: boolean;
  /** cancels the timer that sets `isLeft` */
  cancelAbandon: () => void;
}

/** How long a label that is printing may take before the person who stopped its job is asked about it (ms). */
const stopGraceMs = 5000;
/** The same when the desk closes, and the delay before a failed disk write is retried (ms). */
const closeTimeoutMs = 2000;

/** Runs jobs, on each printer one after the other. Never starts a job automatically. */
export function printRunner({ queue, open, after, onStep, onFault }: RunnerHost) {
  const runs = new Map<string, Run>();
  const problems = new Map<string, Problem>();
  const lastTurns = new Map<string, Promise<void>>();
  let isClosed = false;

  /** Retries until the disk takes it. */
  function abandon(job: string): void {
    try {
      queue.abandon(job);
      onStep(null);
    } catch (error) {
      onFault(error);
      if (!isClosed) after(closeTimeoutMs, () => abandon(job));
    }
  }

  async function runOne(job: string, run: Run): Promise<void> {
    if (isClosed || run.isOver || queue.next(job) === null) return;
    let opened: OpenedPrinter;
    try {
      opened = await open(run.printer, job, {
        onFault(fault) {
          run.fault = fault;
          onStep(null);
        },
        isLeft: () => run.isLeft,
      });
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      // a job that was started on another printer meanwhile is not affected by this problem
      if (runs.get(job) !== run) return;
      problems.set(job, error.problem);
      if (queue.isPrinting(job, run.printer)) queue.hold(job, 'printer-trouble');
      return;
    }
    run.prints = true;
    onStep(null);
    try {
      await runJob(job, opened.printer, {
        name: run.printer,
        queue,
        draw: opened.draw,
        onStep,
        isStopped: () => run.isOver,
      });
    } finally {
      run.isEnding = true;
      await opened.printer.close().catch(onFault);
    }
  }

  async function runInTurn(job: string, run: Run, before: Promise<void>): Promise<void> {
    await before;
    try {
      await runOne(job, run);
    } catch (error) {
      // retried until the disk takes it; a desk that was closed does so at its next start
      if (!isClosed) {
        onFault(error);
        abandon(job);
      }
    } finally {
      if (runs.get(job) === run) runs.delete(job);
      if (!isClosed) onStep(null);
    }
  }

  function abandonAfter(run: Run, ms: number): void {
    run.isLeft = run.fault !== null;
    run.cancelAbandon = after(ms, () => (run.isLeft = true));
  }

  return {
    /** Runs a started job, after its printer has finished earlier ones. */
    run(job: string, printer: string): void {
      problems.delete(job);
      const before = runs.get(job);
      if (before?.printer === printer && !before.isLeft && !before.isEnding) {
        // it was stopped a moment ago, and its label is still printing
        before.cancelAbandon();
        before.isOver = false;
        return;
      }
      if (before) before.isOver = true;
      const initialState = { prints: false, fault: null, isOver: false, isEnding: false, isLeft: false };
      const run: Run = { printer, ...initialState, cancelAbandon: () => undefined };
      runs.set(job, run);
      // a label that is printing on another printer ends first
      const names = [printer, ...(before ? [before.printer] : [])];
      const earlier = Promise.all(names.map((name) => lastTurns.get(name) ?? Promise.resolve()));
      const turn = runInTurn(
        job,
        run,
        earlier.then(() => undefined),
      );
      lastTurns.set(printer, turn);
    },
    /** Stops a job that a person held or cancelled: a fault of its printer is no longer waited for. */
    stopWaiting(job: string): void {
      const run = runs.get(job);
      if (!run) return;
      run.isOver = true;
      abandonAfter(run, stopGraceMs);
    },
    statusOf: (job: string): { prints: boolean; fault: PrinterFault | null; problem: Problem | null } => {
      const run = runs.get(job);
      return { prints: run?.prints ?? false, fault: run?.fault ?? null, problem: problems.get(job) ?? null };
    },
    /** Whether the job is at its printer, or waits for its turn there. */
    isUnderWay: (job: string): boolean => runs.has(job),
    printing: (printer: string): boolean => [...runs.values()].some((run) => run.printer === printer),
    /**
     * Ends after the labels that are printing, or after a timeout; what is unknown by then is asked at the next start.
     */
    async close(): Promise<void> {
      isClosed = true;
      const holdReason: HoldReason = 'restart';
      for (const [job, run] of runs) {
        if (queue.isPrinting(job)) queue.hold(job, holdReason);
        run.isOver = true;
        abandonAfter(run, closeTimeoutMs / 2);
      }
      const deadline = Promise.withResolvers<void>();
      const cancel = after(closeTimeoutMs, deadline.resolve);
      await Promise.race([Promise.all(lastTurns.values()), deadline.promise]);
      cancel();
    },
  };
}
export type PrintRunner = ReturnType<typeof printRunner>;
