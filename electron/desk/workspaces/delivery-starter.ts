import type { Problem, ProblemKind } from '../../../shared/contract/problem.ts';
import { problemOf, reportFault } from '../../platform/link/failure.ts';
import type { Mode } from '../../storage/register/workspace-folders.ts';
import type { Desk } from '../threads/desk.ts';

export interface StartupIdle {
  /** settles when nobody waits for the desk to open any more: delivery starts then; omitted: at once */
  whenIdle?: Promise<void>;
}

export interface DeliveringHost extends StartupIdle {
  deliver: (desk: Desk, mode: Mode) => Promise<void>;
  current: () => Desk | null;
  /** runs one at a time with everything else that changes which desk is open */
  inTurn: (act: () => Promise<void>) => Promise<void>;
  /** runs a function once after `ms` */
  after: (ms: number, run: () => void) => void;
  onChange: () => void;
}

/** Delay before a failed start of delivery is retried, unless a setting is the cause (ms). */
const retryMs = 15_000;
const settingProblems: readonly ProblemKind[] = ['bad-setting', 'bad-address', 'other-target'];

/** Starts delivery; if it cannot, captures are still taken, and the reason is known until it can. */
export function createDeliveryStarter({
  deliver,
  current,
  inTurn,
  after,
  onChange,
  whenIdle = Promise.resolve(),
}: DeliveringHost) {
  let startProblem: Problem | null = null;

  async function start(desk: Desk, mode: Mode): Promise<void> {
    startProblem = null;
    try {
      await deliver(desk, mode);
    } catch (error) {
      startProblem = problemOf(error);
      if (startProblem.kind === 'internal') reportFault(error);
      if (settingProblems.includes(startProblem.kind)) return;
      after(retryMs, () => {
        if (current() === desk && startProblem) void restart(desk, mode).finally(onChange);
      });
    }
  }

  /** Starts delivery again, as after a restart of the worker, which does not deliver automatically. */
  const restart = (desk: Desk, mode: Mode): Promise<void> =>
    inTurn(async () => {
      if (current() === desk) await start(desk, mode);
    });

  /** Starts delivery once the start is over: a person who only saves does not wait for it. */
  const startWhenIdle = (desk: Desk, mode: Mode): Promise<void> =>
    whenIdle.then(() => restart(desk, mode)).then(() => (startProblem ? onChange() : undefined));

  return { begin: start, again: restart, soon: startWhenIdle, cannot: (): Problem | null => startProblem };
}
