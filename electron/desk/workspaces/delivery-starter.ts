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
  currentDesk: () => Desk | null;
  /** runs an action in turn with all others that change which desk is open */
  runInTurn: (action: () => Promise<void>) => Promise<void>;
  /** runs a function once after `ms` */
  after: (ms: number, run: () => void) => void;
  onChange: () => void;
}

/** Delay before a failed start of delivery is retried, unless a setting is the cause (ms). */
const retryMs = 15_000;
const settingProblems: readonly ProblemKind[] = ['bad-setting', 'bad-address', 'other-target'];

/** Starts delivery. If that fails, captures are still taken, and `startProblem` is the reason until it succeeds. */
export function createDeliveryStarter({
  deliver,
  currentDesk,
  runInTurn,
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
        if (currentDesk() === desk && startProblem) void restart(desk, mode).finally(onChange);
      });
    }
  }

  /** Starts delivery again, as after a restart of the worker, which does not deliver automatically. */
  const restart = (desk: Desk, mode: Mode): Promise<void> =>
    runInTurn(async () => {
      if (currentDesk() === desk) await start(desk, mode);
    });

  /** Starts delivery when the start of the desk is over: a person who only saves does not wait for delivery. */
  const startWhenIdle = (desk: Desk, mode: Mode): Promise<void> =>
    whenIdle.then(() => restart(desk, mode)).then(() => (startProblem ? onChange() : undefined));

  return {
    start: start,
    restart: restart,
    startWhenIdle: startWhenIdle,
    startProblem: (): Problem | null => startProblem,
  };
}
