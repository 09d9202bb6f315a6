import type { DeskState } from '../../shared/contract/desk-state.ts';
import { ProblemError, type Problem, type Result } from '../../shared/contract/problem.ts';
import { problemOf } from '../rpc/transport/failure.ts';
import { cannotSaveWarning } from './workspace-desk.ts';

export interface ReopenHost {
  /** opens the folder that was left; rejects if it cannot */
  open: () => Promise<void>;
  /** whether no folder is open although one should be */
  isNeeded: () => boolean;
  /** runs one at a time with everything else that changes which folder is open */
  inTurn: (act: () => Promise<void>) => Promise<void>;
  /** runs a function once after `ms` */
  after: (ms: number, run: () => void) => void;
  /** an attempt has ended, either way */
  onChange: () => void;
}

/** First and longest wait before opening a folder is retried (ms). */
const firstWaitMs = 1000;
const maxWaitMs = 30_000;

/**
 * Opens the folder that was left. If it cannot, as when the command line took its lock in between, it retries with
 * backoff, and calls meanwhile are answered with the reason: nobody has to restart the program.
 */
export function createReopener({ open, isNeeded, inTurn: turn, after, onChange }: ReopenHost) {
  let lastProblem: Problem | null = null;

  async function reopen(waitMs: number): Promise<void> {
    try {
      await open();
      lastProblem = null;
    } catch (error) {
      lastProblem = problemOf(error);
      // calls meanwhile are answered with the reason
      after(waitMs, () => void turn(() => retry(Math.min(2 * waitMs, maxWaitMs))).catch(() => undefined));
      throw error;
    }
  }

  async function retry(waitMs: number): Promise<void> {
    if (isNeeded()) await reopen(waitMs).finally(onChange);
  }

  return {
    reopenNow: (): Promise<void> => reopen(firstWaitMs),
    /** the warnings for screens */
    warnings: (folder: string): DeskState['warnings'] => (lastProblem ? [cannotSaveWarning(lastProblem, folder)] : []),
    /** the answer to calls; null if there is no problem */
    answer: (): Result<never> | null => lastProblem && { ok: false, problem: lastProblem },
    /** `meanwhile`: the problem to throw if there is no other, and a folder is only being opened */
    throwProblem(meanwhile: Problem): never {
      throw new ProblemError(lastProblem ?? meanwhile);
    },
  };
}
