import type { Problem, ProblemKind } from '../../shared/contract/problem.ts';
import type { Desk } from '../threads/desk.ts';
import { problemOf, reportFault } from '../rpc/transport/failure.ts';
import type { Mode } from './workspace.ts';

export interface Calm {
  /** settles when nobody waits for the desk to open any more: delivery starts then; omitted: at once */
  calm?: Promise<void>;
}

export interface DeliveringHost extends Calm {
  deliver: (desk: Desk, mode: Mode) => Promise<void>;
  current: () => Desk | null;
  /** runs one at a time with everything else that changes which desk is open */
  turn: (act: () => Promise<void>) => Promise<void>;
  /** runs a function once after `ms` */
  after: (ms: number, run: () => void) => void;
  onChange: () => void;
}

/** Delay before a failed start of delivery is retried, unless a setting is the cause (ms). */
const againMs = 15_000;
const waitsForPerson: readonly ProblemKind[] = ['bad-setting', 'bad-address', 'other-target'];

/** Starts delivery; if it cannot, captures are still taken, and the reason is known until it can. */
export function keepDelivering({ deliver, current, turn, after, onChange, calm = Promise.resolve() }: DeliveringHost) {
  let cannot: Problem | null = null;

  async function begin(desk: Desk, mode: Mode): Promise<void> {
    cannot = null;
    try {
      await deliver(desk, mode);
    } catch (error) {
      cannot = problemOf(error);
      if (cannot.kind === 'internal') reportFault(error);
      if (waitsForPerson.includes(cannot.kind)) return;
      after(againMs, () => {
        if (current() === desk && cannot) void again(desk, mode).finally(onChange);
      });
    }
  }

  /** Starts delivery again, as after a restart of the worker, which does not deliver automatically. */
  const again = (desk: Desk, mode: Mode): Promise<void> =>
    turn(async () => {
      if (current() === desk) await begin(desk, mode);
    });

  /** Starts delivery once the start is over: a person who only saves does not wait for it. */
  const soon = (desk: Desk, mode: Mode): Promise<void> =>
    calm.then(() => again(desk, mode)).then(() => (cannot ? onChange() : undefined));

  return { begin, again, soon, cannot: (): Problem | null => cannot };
}
