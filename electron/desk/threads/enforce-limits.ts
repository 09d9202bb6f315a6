import { problem, type ProblemError } from '../../../shared/contract/problem.ts';
import type { Worker } from 'node:worker_threads';

/** Limits for a thread that reads an untrusted file. */
export interface ThreadLimits {
  /** heap and external buffers together (MB) */
  memoryMb: number;
  /** time for one answer (ms) */
  answerMs: number;
}

/** Interval between checks of a busy thread (ms), hence how long it may exceed its limits. */
const lookMs = 250;

export const tooMuchMemory = (): ProblemError =>
  problem('bad-file', 'The file needs more memory to read than is allowed. Split it into smaller files.', {
    reason: 'too-big',
  });

const tooSlow = (): ProblemError =>
  problem('bad-file', 'The file takes too long to read. Save it as CSV UTF-8, or split it into smaller files.', {
    reason: 'too-slow',
  });

/**
 * Watches a working thread and terminates it when it exceeds its limits; `over` is called with the reason. A worker's
 * own memory limit covers its heap, not its buffers.
 */
export function enforceLimits(thread: Worker, { memoryMb, answerMs }: ThreadLimits, over: (why: ProblemError) => void) {
  let busySince: number | null = null;
  let looking = false;

  function tearOff(why: ProblemError): void {
    clearInterval(looks);
    over(why);
    void thread.terminate();
  }

  async function look(): Promise<void> {
    if (busySince === null) return;
    if (performance.now() - busySince > answerMs) return tearOff(tooSlow());
    // The thread does not answer while the engine runs something uninterruptible.
    if (looking) return;
    looking = true;
    try {
      const { used_heap_size: heap, external_memory: buffers } = await thread.getHeapStatistics();
      if (heap + buffers > memoryMb * 1024 * 1024) tearOff(tooMuchMemory());
    } catch {
      // it has ended by itself, and whoever started it is told so
    } finally {
      looking = false;
    }
  }

  const looks = setInterval(() => void look(), lookMs);
  looks.unref();
  thread.once('exit', () => clearInterval(looks));
  return {
    /** The thread was given work. */
    workStarted(): void {
      busySince ??= performance.now();
    },
    /** The thread has answered; `more`: it has further work. */
    workAnswered(more: boolean): void {
      busySince = more ? performance.now() : null;
    },
  };
}
