import type { Worker } from 'node:worker_threads';
import { problem, type ProblemError } from '../../shared/contract/problem.ts';

/** What a thread that reads a hostile file may take. */
export interface ThreadBounds {
  /** of its heap and of what its buffers hold beside it (MB) */
  memoryMb: number;
  /** for one answer (ms) */
  answerMs: number;
}

/** Between two looks at a thread that is busy (ms): as long as it may be beyond its bounds. */
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
 * Watches a thread while it works on something, and tears it off where it goes beyond its bounds; `over` then hears why. A
 * thread's own limit of memory sees its heap alone, and no buffer.
 */
export function boundThread(thread: Worker, { memoryMb, answerMs }: ThreadBounds, over: (why: ProblemError) => void) {
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
    // in the middle of what the engine cannot interrupt it says nothing
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
    /** It was given something to do. */
    began(): void {
      busySince ??= performance.now();
    },
    /** It has answered; `more`: it goes on with something else. */
    answered(more: boolean): void {
      busySince = more ? performance.now() : null;
    },
  };
}
