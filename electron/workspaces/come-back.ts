import type { DeskState } from '../../shared/contract/desk-state.ts';
import { ProblemError, type Problem, type Result } from '../../shared/contract/problem.ts';
import { problemOf } from '../rpc/transport/failure.ts';
import { cannotSave } from './workspace-desk.ts';

export interface ComeBackHost {
  /** opens the folder that was left; rejects if it cannot */
  open: () => Promise<void>;
  /** whether no folder is open although one should be */
  isNeeded: () => boolean;
  /** runs one at a time with everything else that changes which folder is open */
  turn: (act: () => Promise<void>) => Promise<void>;
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
export function comeBack({ open, isNeeded, turn, after, onChange }: ComeBackHost) {
  let why: Problem | null = null;

  async function goBack(waitMs: number): Promise<void> {
    try {
      await open();
      why = null;
    } catch (error) {
      why = problemOf(error);
      // calls meanwhile are answered with the reason
      after(waitMs, () => void turn(() => again(Math.min(2 * waitMs, maxWaitMs))).catch(() => undefined));
      throw error;
    }
  }

  async function again(waitMs: number): Promise<void> {
    if (isNeeded()) await goBack(waitMs).finally(onChange);
  }

  return {
    now: (): Promise<void> => goBack(firstWaitMs),
    /** the warnings for screens */
    warnings: (folder: string): DeskState['warnings'] => (why ? [cannotSave(why, folder)] : []),
    /** the answer to calls; null if there is no problem */
    answer: (): Result<never> | null => why && { ok: false, problem: why },
    /** `meanwhile`: the problem to throw if there is no other, and a folder is only being opened */
    refuse(meanwhile: Problem): never {
      throw new ProblemError(why ?? meanwhile);
    },
  };
}
