import { serialQueue } from '../../platform/link/serial-queue.ts';
import { makePrivateFolder, replacePrivateFile } from '../../platform/private-files.ts';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** Wrong attempts at one PIN in a row that cause no delay: people mistype. */
const freeAttempts = 5;
const firstWaitMs = 1000;
const longestWaitMs = 60_000;
/** After this time without a wrong attempt, earlier ones no longer count (ms): no operator is slowed down forever. */
const forgetMs = 24 * 3_600_000;
/** Maximum number of callers that wait for one PIN, with one attempt each; further attempts are not checked. */
const maxWaitingCallers = 5;
/** Maximum number of callers remembered for one PIN by their last turn, and of those that gave the right PIN. */
const maxRememberedCallers = 100;
/** Maximum number of callers remembered by the time they were first noticed. */
const maxNoticedCallers = 1000;
/** The rank of a caller that is not remembered: after all others. */
const lastRank = Number.MAX_SAFE_INTEGER;

const countsSchema = z.array(z.tuple([z.string(), z.object({ times: z.int().min(0), at: z.number() })]));
type Counts = Map<string, { times: number; at: number }>;

/** The result of a PIN check; `unseen`: no PIN was checked. */
export type PinResult = 'right' | 'wrong' | 'unseen';

export interface PinThrottleHost {
  /**
   * folder of the host, which belongs to the program and not to one data folder, so that neither a change of folder nor
   * a restart resets the count
   */
  folder: string;
  now: () => number;
  /** runs a function once after `ms` */
  after: (ms: number, run: () => void) => void;
  report: (error: unknown) => void;
}

/** An attempt that waits for its check, or is being checked. */
interface WaitingAttempt {
  caller: string;
  isBeingChecked?: true;
  runCheck: () => Promise<void>;
  refuse: () => void;
}

/** The attempts at one PIN. */
interface PinQueue {
  waitingAttempts: WaitingAttempt[];
  isRunning: boolean;
  /** when each caller last had a turn */
  lastTurns: Map<string, number>;
  /** callers that gave the right PIN, which nobody can fake, each with its number of wrong attempts since */
  provenCallers: Map<string, number>;
}

/** How long the next attempt waits after so many wrong PINs in a row (ms): longer each time, up to a minute. */
export const waitAfterWrong = (times: number): number =>
  times < freeAttempts ? 0 : Math.min(firstWaitMs * 2 ** (times - freeAttempts), longestWaitMs);

export type PinThrottle = ReturnType<typeof createPinThrottle>;

/**
 * Counts wrong attempts at a PIN in a row, and delays the next one: guessing is slow, and the right PIN is still
 * accepted. Each stored PIN has its own count, by its id: an operator of the same name, as in the other folder, does
 * not end its delay. Attempts at one PIN are checked one after the other, so that parallel ones are no faster.
 *
 * Callers take turns. Those that gave this PIN before go first, until they were wrong `freeAttempts` times; then the
 * caller that has had no turn for the longest time since it was first noticed. So a caller that never stops delays the
 * right PIN of a caller noticed earlier by one turn, or by a few if it gave that PIN itself; callers made up meanwhile
 * do not delay it.
 */
export function createPinThrottle({ folder, now, after, report }: PinThrottleHost) {
  const file = join(folder, 'wrong-pins.json');
  const counts = readCounts(file);
  const enqueueWrite = serialQueue();
  const queues = new Map<string, PinQueue>();
  /** number of the last turn or newly noticed caller; it gives their order */
  let lastOrder = 0;
  const firstNoticed = new Map<string, number>();

  /** If there are too many callers, new ones are not remembered: they may be made up to displace the others. */
  function notice(caller: string): void {
    if (!firstNoticed.has(caller) && firstNoticed.size < maxNoticedCallers) firstNoticed.set(caller, (lastOrder += 1));
  }

  /**
   * The order in which callers last had a turn or were noticed; those that gave the right PIN come before all others.
   */
  const rankOf = ({ lastTurns, provenCallers }: PinQueue, { caller }: WaitingAttempt): number =>
    (lastTurns.get(caller) ?? firstNoticed.get(caller) ?? lastRank) - (provenCallers.has(caller) ? lastRank + 1 : 0);
  /** The waiting attempts in the order of their checks. */
  const rankedAttempts = (queue: PinQueue): WaitingAttempt[] =>
    queue.waitingAttempts.toSorted((a, b) => rankOf(queue, a) - rankOf(queue, b));

  function recordTurn(queue: PinQueue, caller: string): void {
    queue.lastTurns.delete(caller);
    queue.lastTurns.set(caller, (lastOrder += 1));
    dropOldest(queue.lastTurns);
  }

  /** The right PIN proves its caller; `freeAttempts` wrong ones in a row end that. */
  function recordCallerResult({ provenCallers }: PinQueue, caller: string, result: PinResult): void {
    const wrongCount = provenCallers.get(caller);
    if (result === 'right') provenCallers.delete(caller);
    if (result === 'right') provenCallers.set(caller, 0);
    else if (result === 'wrong' && wrongCount !== undefined)
      if (wrongCount + 1 < freeAttempts) provenCallers.set(caller, wrongCount + 1);
      else provenCallers.delete(caller);
    dropOldest(provenCallers);
  }

  /**
   * Whether another attempt may wait. In a full queue it replaces the last attempt if it ranks before that: a caller
   * that tries without end keeps nobody else out.
   */
  function makeRoomFor(queue: PinQueue, attempt: WaitingAttempt): boolean {
    if (queue.waitingAttempts.some(({ caller }) => caller === attempt.caller)) return false;
    if (queue.waitingAttempts.length < maxWaitingCallers) return true;
    const lastWaiting = rankedAttempts(queue).findLast(({ isBeingChecked }) => !isBeingChecked);
    if (lastWaiting === undefined || rankOf(queue, lastWaiting) <= rankOf(queue, attempt)) return false;
    queue.waitingAttempts = queue.waitingAttempts.filter((other) => other !== lastWaiting);
    lastWaiting.refuse();
    return true;
  }

  /** If the disk fails, the counts of this run still apply. */
  const writeCounts = (): Promise<void> =>
    enqueueWrite(async () => {
      for (const [pin, { at }] of counts) if (now() - at > forgetMs) counts.delete(pin);
      makePrivateFolder(folder);
      await replacePrivateFile(file, (unfinished) =>
        writeFile(unfinished, JSON.stringify([...counts]), { flush: true }),
      );
    }).catch(report);

  function countOf(pin: string): number {
    const count = counts.get(pin);
    return count === undefined || now() - count.at > forgetMs ? 0 : count.times;
  }

  /** Time until an attempt at this PIN is checked (ms); a clock that was set back does not extend it. */
  function remainingWait(pin: string): number {
    const waitMs = waitAfterWrong(countOf(pin));
    const elapsedMs = now() - (counts.get(pin)?.at ?? 0);
    return elapsedMs < 0 ? waitMs : Math.max(0, waitMs - elapsedMs);
  }

  async function recordResult(pin: string, result: PinResult): Promise<void> {
    if (result === 'wrong') {
      counts.set(pin, { times: countOf(pin) + 1, at: now() });
      // The count is on disk before the answer, since the program may be restarted right after it.
      await writeCounts();
    } else if (result === 'right') await forget(pin);
  }

  /** Checks the waiting attempts at a PIN one after the other. The next one is chosen when its delay is over. */
  async function processQueue(pin: string, queue: PinQueue): Promise<void> {
    queue.isRunning = true;
    while (queue.waitingAttempts.length > 0) {
      const waitMs = remainingWait(pin);
      if (waitMs > 0) await new Promise<void>((resolve) => after(waitMs, resolve));
      const [nextAttempt] = rankedAttempts(queue);
      if (nextAttempt === undefined) break;
      recordTurn(queue, nextAttempt.caller);
      nextAttempt.isBeingChecked = true;
      await nextAttempt.runCheck();
    }
    queue.isRunning = false;
  }

  async function forget(pin: string): Promise<void> {
    if (counts.delete(pin)) await writeCounts();
  }

  return {
    /**
     * Checks an attempt at the PIN with this id in its turn. Null: it was not checked, since another attempt of this
     * caller waits, or too many callers wait.
     */
    check<T>(
      pin: string,
      caller: string,
      callWithPin: () => Promise<T>,
      resultOf: (answer: T) => PinResult,
    ): Promise<T | null> {
      const queue: PinQueue = queues.get(pin) ?? {
        waitingAttempts: [],
        isRunning: false,
        lastTurns: new Map(),
        provenCallers: new Map(),
      };
      queues.set(pin, queue);
      notice(caller);
      async function checkNow(): Promise<T> {
        const answer = await callWithPin();
        const result = resultOf(answer);
        recordCallerResult(queue, caller, result);
        await recordResult(pin, result);
        return answer;
      }
      return new Promise((resolve, reject) => {
        const attempt: WaitingAttempt = {
          caller,
          runCheck: () =>
            checkNow()
              .finally(() => (queue.waitingAttempts = queue.waitingAttempts.filter((one) => one !== attempt)))
              .then(resolve, reject),
          refuse: () => resolve(null),
        };
        if (!makeRoomFor(queue, attempt)) return resolve(null);
        queue.waitingAttempts.push(attempt);
        if (!queue.isRunning) void processQueue(pin, queue);
      });
    },
    remainingWait: remainingWait,
    /** Delay of the next attempt, from the last wrong one on (ms). */
    nextWaitMs: (pin: string): number => waitAfterWrong(countOf(pin)),
    /** Resets the count after a supervisor has saved the operator of this PIN: the next attempt is checked at once. */
    forget,
    /** Remembers a caller that has made any call: it ranks before callers that are noticed later. */
    notice,
  };
}

function dropOldest(byCaller: Map<string, number>): void {
  const [oldest] = byCaller.keys();
  if (byCaller.size > maxRememberedCallers && oldest !== undefined) byCaller.delete(oldest);
}

/** A file that cannot be read counts as empty. */
function readCounts(file: string): Counts {
  try {
    return new Map(countsSchema.parse(JSON.parse(readFileSync(file, 'utf8'))));
  } catch {
    return new Map();
  }
}
