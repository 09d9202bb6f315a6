import type { Problem, ProblemKind } from '../../shared/contract/problem.ts';
import type { Desk } from '../threads/desk.ts';
import { problemOf, reportFault } from '../rpc/transport/failure.ts';
import type { Mode } from './workspace.ts';

export interface Calm {
  /** settles when nobody waits for the desk to open any more: what a start lets deliver begins then; left out: at once */
  calm?: Promise<void>;
}

export interface DeliveringHost extends Calm {
  deliver: (desk: Desk, mode: Mode) => Promise<void>;
  current: () => Desk | null;
  /** one at a time with everything else that changes which desk is open */
  turn: (act: () => Promise<void>) => Promise<void>;
  /** runs its argument once after that many ms */
  after: (ms: number, run: () => void) => void;
  onChange: () => void;
}

/** Wait before a delivery that could not begin is tried again, where no setting is the reason (ms). */
const againMs = 15_000;
const waitsForPerson: readonly ProblemKind[] = ['bad-setting', 'bad-address', 'other-target'];

/** Lets a desk deliver; where it cannot, captures are taken all the same, and it is known why until it can. */
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

  /** As when its worker was begun anew, which delivers nothing by itself. */
  const again = (desk: Desk, mode: Mode): Promise<void> =>
    turn(async () => {
      if (current() === desk) await begin(desk, mode);
    });

  /** As when a program starts: nobody waits for it who only saves. */
  const soon = (desk: Desk, mode: Mode): Promise<void> =>
    calm.then(() => again(desk, mode)).then(() => (cannot ? onChange() : undefined));

  return { begin, again, soon, cannot: (): Problem | null => cannot };
}
