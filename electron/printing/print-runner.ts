import { ProblemError, type Problem } from '../../shared/contract/problem.ts';
import type { HoldReason } from '../../shared/printing/job-states.ts';
import type { PrinterFault } from '../../shared/printing/print-end.ts';
import type { LabelRecord } from '../print-queue/print-record.ts';
import type { After, Printer } from '../printers/printer.ts';
import { runJob, type Drawn, type RunHost } from './run-job.ts';

/** A printer that was opened for a job, and how its labels are drawn. */
export interface Opened {
  printer: Printer;
  draw: (label: LabelRecord) => Promise<Drawn>;
}
export interface RunnerHost {
  queue: RunHost['queue'] & {
    /** ends what a run of a job left open, as after a crash */
    abandon: (job: string) => void;
  };
  /** Rejects with a ProblemError where the job cannot be printed there. */
  open: (
    printer: string,
    job: string,
    live: { onFault: (fault: PrinterFault | null) => void; isLeft: () => boolean },
  ) => Promise<Opened>;
  after: After;
  onStep: (entry: number | null) => void;
  onFault: (error: unknown) => void;
}

interface Run {
  printer: string;
  prints: boolean;
  fault: PrinterFault | null;
  /** no further label of it is sent */
  isOver: boolean;
  /** it sends nothing more whatever is said now: only its printer is still let go */
  isEnding: boolean;
  /** nobody waits any longer for what its printer waits for */
  isLeft: boolean;
  /** takes back that it will be left */
  stay: () => void;
}

/** The label under way has so long to come to its end before a person who stopped it is asked (ms). */
const graceMs = 5000;
/** The same where the desk is being closed, and until a disk is asked again whether it takes what it did not. */
const closeMs = 2000;

/** Runs jobs, on each printer one after the other. Nothing here begins a job by itself. */
export function printRunner({ queue, open, after, onStep, onFault }: RunnerHost) {
  const runs = new Map<string, Run>();
  const problems = new Map<string, Problem>();
  const turns = new Map<string, Promise<void>>();
  let isClosed = false;

  /** The disk may not take it now; it is asked until it does. */
  function abandon(job: string): void {
    try {
      queue.abandon(job);
      onStep(null);
    } catch (error) {
      onFault(error);
      if (!isClosed) after(closeMs, () => abandon(job));
    }
  }

  async function runOne(job: string, run: Run): Promise<void> {
    if (isClosed || run.isOver || queue.next(job) === null) return;
    let opened: Opened;
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
      // a job that was begun on another printer meanwhile has nothing to do with this one
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
        isOver: () => run.isOver,
      });
    } finally {
      run.isEnding = true;
      await opened.printer.close().catch(onFault);
    }
  }

  async function inTurn(job: string, run: Run, before: Promise<void>): Promise<void> {
    await before;
    try {
      await runOne(job, run);
    } catch (error) {
      // what the disk did not take is sorted out when it does; a desk that was closed does so at its next start
      if (!isClosed) {
        onFault(error);
        abandon(job);
      }
    } finally {
      if (runs.get(job) === run) runs.delete(job);
      if (!isClosed) onStep(null);
    }
  }

  function leave(run: Run, ms: number): void {
    run.isLeft = run.fault !== null;
    run.stay = after(ms, () => (run.isLeft = true));
  }

  return {
    /** A job that was begun goes to its printer, when that has ended what it prints. */
    run(job: string, printer: string): void {
      problems.delete(job);
      const before = runs.get(job);
      if (before?.printer === printer && !before.isLeft && !before.isEnding) {
        // it was stopped a moment ago, with its label still under way
        before.stay();
        before.isOver = false;
        return;
      }
      if (before) before.isOver = true;
      const fresh = { prints: false, fault: null, isOver: false, isEnding: false, isLeft: false };
      const run: Run = { printer, ...fresh, stay: () => undefined };
      runs.set(job, run);
      // on another printer the label under way comes to its end first
      const names = [printer, ...(before ? [before.printer] : [])];
      const earlier = Promise.all(names.map((name) => turns.get(name) ?? Promise.resolve()));
      const turn = inTurn(
        job,
        run,
        earlier.then(() => undefined),
      );
      turns.set(printer, turn);
    },
    /** A job was held or cancelled by a person: what its printer waits for is waited for no longer. */
    leave(job: string): void {
      const run = runs.get(job);
      if (!run) return;
      run.isOver = true;
      leave(run, graceMs);
    },
    of: (job: string): { prints: boolean; fault: PrinterFault | null; problem: Problem | null } => {
      const run = runs.get(job);
      return { prints: run?.prints ?? false, fault: run?.fault ?? null, problem: problems.get(job) ?? null };
    },
    /** The job is at its printer, or waits for its turn there. */
    isUnderWay: (job: string): boolean => runs.has(job),
    printing: (printer: string): boolean => [...runs.values()].some((run) => run.printer === printer),
    /** Ends after the labels under way, or soon; what is not known then is asked at the next start. */
    async close(): Promise<void> {
      isClosed = true;
      const held: HoldReason = 'restart';
      for (const [job, run] of runs) {
        if (queue.isPrinting(job)) queue.hold(job, held);
        run.isOver = true;
        leave(run, closeMs / 2);
      }
      const enough = Promise.withResolvers<void>();
      const cancel = after(closeMs, enough.resolve);
      await Promise.race([Promise.all(turns.values()), enough.promise]);
      cancel();
    },
  };
}
export type PrintRunner = ReturnType<typeof printRunner>;
