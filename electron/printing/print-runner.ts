import { ProblemError, type Problem } from '../../shared/contract/problem.ts';
import type { HoldReason, PrintResult, PrinterFault } from '../../shared/printing/print-states.ts';
import type { Printer, After } from './printers/printer.ts';
import type { SentLabel } from './queue/hand-over-verbs.ts';
import type { PrintQueue } from './queue/open-print-queue.ts';
import type { LabelRecord } from './queue/queue-context.ts';

type PaperContent = Pick<SentLabel, 'number' | 'provisional' | 'drawnFrom'>;
/** A page in its printer's format, its number of sheets (omitted: one) and what is on it; or why there is none. */
export type DrawnLabel = (PaperContent & { page: Uint8Array; sheets?: number }) | { fault: string };

export interface RunHost {
  /** the printer's name as stored with the job */
  name: string;
  queue: Pick<PrintQueue, 'next' | 'isPrinting' | 'handOver' | 'settle' | 'refuse' | 'hold' | 'endRun'>;
  draw: (label: LabelRecord) => Promise<DrawnLabel>;
  /** called after each step of the job, with the entry of its label */
  onStep: (entry: number | null) => void;
  /** whether this run must send no further label; omitted: never */
  isStopped?: () => boolean;
}

/**
 * Prints the labels of a started job one after the other; each is recorded as handed over before a byte of it is sent.
 * Ends when no label waits, when a person stops, moves or cancels the job, or when it is held: the printer does not
 * print, or it is unknown whether the last label came out. A label that cannot be drawn holds up no other. Throws
 * errors of the disk; the label that is printing is then settled at the next start.
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
      const printerFields = { printer: name, way: printer.way, reprints: printer.reprints };
      return queue.handOver(label.seq, { ...printerFields, number, provisional, drawnFrom });
    } catch (error) {
      if (!(error instanceof ProblemError) || error.problem.kind !== 'wrong-state') throw error;
      if (changedLabel === label.seq) queue.refuse(label.seq, error.problem.message);
      changedLabel = label.seq;
      return null;
    }
  }

  /** Prints one label. Answers whether the job continues. */
  async function printOne(label: LabelRecord): Promise<boolean> {
    // asked while the label is drawn, which takes about as long; a printer answers one question at a time, so the
    // answer is awaited even if drawing fails
    const ready = printer.waitUntilReady();
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
    const result = await printer.print(drawn.page, drawn.sheets);
    queue.settle(attempt, result);
    const reason = holdReasonAfter(result);
    return reason === null || holdJob(reason);
  }

  function holdJob(reason: HoldReason): false {
    // a person may have stopped, cancelled or moved the job meanwhile; a moved job is held only for a question
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
function holdReasonAfter(result: PrintResult): HoldReason | null {
  if (result.end === 'not-left') return 'printer-trouble';
  return result.end === 'lost' && result.why !== 'no-proof' ? 'asks' : null;
}

/** A printer opened for a job, and how to draw its labels. */
export interface OpenedPrinter {
  printer: Printer;
  draw: (label: LabelRecord) => Promise<DrawnLabel>;
}
export interface RunnerHost {
  queue: RunHost['queue'] & {
    /** settles what a failed run of a job left open, as after a crash */
    endFailedRun: (job: string) => void;
  };
  /** Rejects with a ProblemError if the job cannot be printed there. */
  open: (
    printer: string,
    job: string,
    callbacks: { onFault: (fault: PrinterFault | null) => void; isWaitCancelled: () => boolean },
  ) => Promise<OpenedPrinter>;
  after: After;
  onStep: (entry: number | null) => void;
  onFault: (error: unknown) => void;
}

interface Run {
  printer: string;
  isPrinting: boolean;
  fault: PrinterFault | null;
  /** whether it sends no further label */
  isStopped: boolean;
  /** whether it has ended and only closes its printer, so that it cannot be continued */
  isClosingPrinter: boolean;
  /** whether it no longer waits for a fault of its printer to clear */
  isWaitCancelled: boolean;
  /** cancels the timer that ends the wait */
  clearWaitTimer: () => void;
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

  /** Settles what the run left open; retries until the disk accepts the write. */
  function endFailedRun(job: string): void {
    try {
      queue.endFailedRun(job);
      onStep(null);
    } catch (error) {
      onFault(error);
      if (!isClosed) after(closeTimeoutMs, () => endFailedRun(job));
    }
  }

  async function runOne(job: string, run: Run): Promise<void> {
    if (isClosed || run.isStopped || queue.next(job) === null) return;
    let opened: OpenedPrinter;
    try {
      opened = await open(run.printer, job, {
        onFault(fault) {
          run.fault = fault;
          onStep(null);
        },
        isWaitCancelled: () => run.isWaitCancelled,
      });
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      // the job was started on another printer meanwhile: this problem is not its own
      if (runs.get(job) !== run) return;
      problems.set(job, error.problem);
      if (queue.isPrinting(job, run.printer)) queue.hold(job, 'printer-trouble');
      return;
    }
    run.isPrinting = true;
    onStep(null);
    try {
      await runJob(job, opened.printer, {
        name: run.printer,
        queue,
        draw: opened.draw,
        onStep,
        isStopped: () => run.isStopped,
      });
    } finally {
      run.isClosingPrinter = true;
      await opened.printer.close().catch(onFault);
    }
  }

  async function runInTurn(job: string, run: Run, previousTurn: Promise<void>): Promise<void> {
    await previousTurn;
    try {
      await runOne(job, run);
    } catch (error) {
      // a closed desk settles the job at its next start instead
      if (!isClosed) {
        onFault(error);
        endFailedRun(job);
      }
    } finally {
      if (runs.get(job) === run) runs.delete(job);
      if (!isClosed) onStep(null);
    }
  }

  function cancelWaitAfter(run: Run, delayMs: number): void {
    run.isWaitCancelled = run.fault !== null;
    run.clearWaitTimer = after(delayMs, () => (run.isWaitCancelled = true));
  }

  return {
    /** Runs a started job, after its printer has finished earlier ones. */
    run(job: string, printer: string): void {
      problems.delete(job);
      const previousRun = runs.get(job);
      if (previousRun?.printer === printer && !previousRun.isWaitCancelled && !previousRun.isClosingPrinter) {
        // the job was stopped a moment ago and its label is still printing: its run goes on
        previousRun.clearWaitTimer();
        previousRun.isStopped = false;
        return;
      }
      if (previousRun) previousRun.isStopped = true;
      const initialState = {
        isPrinting: false,
        fault: null,
        isStopped: false,
        isClosingPrinter: false,
        isWaitCancelled: false,
      };
      const run: Run = { printer, ...initialState, clearWaitTimer: () => undefined };
      runs.set(job, run);
      // if the job still prints a label on another printer, that label ends first
      const printerNames = [printer, ...(previousRun ? [previousRun.printer] : [])];
      const earlierTurns = Promise.all(printerNames.map((name) => lastTurns.get(name) ?? Promise.resolve()));
      const turn = runInTurn(
        job,
        run,
        earlierTurns.then(() => undefined),
      );
      lastTurns.set(printer, turn);
    },
    /** Stops a job that a person held or cancelled; it no longer waits for a fault of its printer to clear. */
    stopWaiting(job: string): void {
      const run = runs.get(job);
      if (!run) return;
      run.isStopped = true;
      cancelWaitAfter(run, stopGraceMs);
    },
    statusOf: (job: string): { prints: boolean; fault: PrinterFault | null; problem: Problem | null } => {
      const run = runs.get(job);
      return { prints: run?.isPrinting ?? false, fault: run?.fault ?? null, problem: problems.get(job) ?? null };
    },
    /** Whether the job is at its printer, or waits for its turn there. */
    isUnderWay: (job: string): boolean => runs.has(job),
    isPrintingOn: (printer: string): boolean => [...runs.values()].some((run) => run.printer === printer),
    /**
     * Ends once the labels that are printing have ended, or after a timeout; a person is asked about the others at the
     * next start.
     */
    async close(): Promise<void> {
      isClosed = true;
      const holdReason: HoldReason = 'restart';
      for (const [job, run] of runs) {
        if (queue.isPrinting(job)) queue.hold(job, holdReason);
        run.isStopped = true;
        cancelWaitAfter(run, closeTimeoutMs / 2);
      }
      const deadline = Promise.withResolvers<void>();
      const cancel = after(closeTimeoutMs, deadline.resolve);
      await Promise.race([Promise.all(lastTurns.values()), deadline.promise]);
      cancel();
    },
  };
}
export type PrintRunner = ReturnType<typeof printRunner>;
