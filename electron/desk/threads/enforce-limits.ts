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
const checkIntervalMs = 250;

export const tooMuchMemory = (): ProblemError =>
  problem('bad-file', 'The file needs more memory to read than is allowed. Split it into smaller files.', {
    reason: 'too-big',
  });

const tooSlow = (): ProblemError =>
  problem('bad-file', 'The file takes too long to read. Save it as CSV UTF-8, or split it into smaller files.', {
    reason: 'too-slow',
  });

/**
 * Watches a working thread and terminates it when it exceeds its limits; `onExceeded` is called with the reason. A
 * worker's own memory limit covers its heap, not its buffers.
 */
export function enforceLimits(
  thread: Worker,
  { memoryMb, answerMs }: ThreadLimits,
  onExceeded: (reason: ProblemError) => void,
) {
  let busySince: number | null = null;
  let isChecking = false;

  function terminate(reason: ProblemError): void {
    clearInterval(checkTimer);
    onExceeded(reason);
    void thread.terminate();
  }

  async function checkLimits(): Promise<void> {
    if (busySince === null) return;
    if (performance.now() - busySince > answerMs) return terminate(tooSlow());
    // The thread does not answer while the engine runs something uninterruptible.
    if (isChecking) return;
    isChecking = true;
    try {
      const { used_heap_size: heap, external_memory: buffers } = await thread.getHeapStatistics();
      if (heap + buffers > memoryMb * 1024 * 1024) terminate(tooMuchMemory());
    } catch {
      // The thread has ended, and its owner is told so.
    } finally {
      isChecking = false;
    }
  }

  const checkTimer = setInterval(() => void checkLimits(), checkIntervalMs);
  checkTimer.unref();
  thread.once('exit', () => clearInterval(checkTimer));
  return {
    /** The thread was given work. */
    workStarted(): void {
      busySince ??= performance.now();
    },
    /** The thread has answered; `more`: it has further work. */
    workAnswered(hasMore: boolean): void {
      busySince = hasMore ? performance.now() : null;
    },
  };
}
