import type { DeskState } from '../../shared/contract/desk-state.ts';
import { ProblemError, type Problem, type Result } from '../../shared/contract/problem.ts';
import { problemOf } from '../rpc/transport/failure.ts';
import { cannotSave } from './workspace-desk.ts';

export interface ComeBackHost {
  /** opens the folder that was left; rejects where it cannot */
  open: () => Promise<void>;
  /** no folder is open, and one should be */
  isNeeded: () => boolean;
  /** one at a time with everything else that changes which folder is open */
  turn: (act: () => Promise<void>) => Promise<void>;
  /** runs its argument once after that many ms */
  after: (ms: number, run: () => void) => void;
  /** a try has ended, one way or the other */
  onChange: () => void;
}

/** Wait before a folder that could not be opened again is tried once more, and the longest of them (ms). */
const firstWaitMs = 1000;
const maxWaitMs = 30_000;

/**
 * Opens the folder that was left; where it cannot, as when the command line took its lock in between, it tries again and again, and
 * whoever asks meanwhile is told what is in the way: nobody has to start the program anew.
 */
export function comeBack({ open, isNeeded, turn, after, onChange }: ComeBackHost) {
  let why: Problem | null = null;

  async function goBack(waitMs: number): Promise<void> {
    try {
      await open();
      why = null;
    } catch (error) {
      why = problemOf(error);
      // why is told to whoever asks meanwhile
      after(waitMs, () => void turn(() => again(Math.min(2 * waitMs, maxWaitMs))).catch(() => undefined));
      throw error;
    }
  }

  async function again(waitMs: number): Promise<void> {
    if (isNeeded()) await goBack(waitMs).finally(onChange);
  }

  return {
    now: (): Promise<void> => goBack(firstWaitMs),
    /** what a screen is told */
    warnings: (folder: string): DeskState['warnings'] => (why ? [cannotSave(why, folder)] : []),
    /** what a call is answered; null where nothing is in the way */
    answer: (): Result<never> | null => why && { ok: false, problem: why },
    /** `meanwhile`: what is answered where nothing is in the way, and a folder is only being opened */
    refuse(meanwhile: Problem): never {
      throw new ProblemError(why ?? meanwhile);
    },
  };
}
