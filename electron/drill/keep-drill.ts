import { problem } from '../../shared/contract/problem.ts';
import { isInForce, nextTurn, type DrillTrouble } from '../../shared/drill/drill.ts';
import type { Drill, Drills } from '../practice/drills.ts';

export interface DrillHost {
  /** the drills of this folder; null where nobody ever practised in it, or it is no folder of practice */
  drills: () => Drills | null;
  /** lets the practice service see what is staged now; null while the desk delivers to none */
  look: () => (() => Promise<void>) | null;
  now: () => number;
  newId: () => string;
  after: (ms: number, run: () => void) => () => void;
  /** something of a drill is another now */
  changed: () => void;
  /** the book of the practice service could not be read or written */
  onFault: (error: unknown) => void;
}

/** Until a service that could not do as it should is asked again, as where its port was taken (ms). */
const againMs = 1000;

/** Begins and ends drills, and sees that what is staged is there when its time comes, after a restart too. */
export function keepDrill({ drills, look, now, newId, after, changed, onFault }: DrillHost) {
  let on: Drill | null = null;
  let cancel = (): void => undefined;
  let isClosed = false;

  /** Ends what is over, and waits for what comes next. The desk and its printers go on where the book is damaged or its disk full. */
  function settle(): void {
    if (isClosed) return;
    cancel();
    try {
      const kept = drills();
      on = kept?.open() ?? null;
      if (kept && on && now() >= on.untilAt) kept.end(on.id, on.untilAt, '');
    } catch (error) {
      onFault(error);
    }
    if (on && now() >= on.untilAt) on = null;
    const next = on && nextTurn(on, now());
    if (next !== null) cancel = after(next - now(), turned);
  }
  function turned(): void {
    settle();
    show();
  }
  /** The service follows; what it did not do it is asked again. */
  function show(): void {
    changed();
    look()?.().catch(() => {
      if (isClosed) return;
      cancel();
      cancel = after(againMs, turned);
    });
  }
  // what was on when the desk ended goes on, or ended when its time was over
  settle();

  return {
    on(): Drill | null {
      if (on && now() >= on.untilAt) settle();
      return on;
    },
    isOn: (trouble: DrillTrouble): boolean => on !== null && isInForce(on, trouble, now()),
    practises: (): boolean => look() !== null && drills() !== null,
    begin(troubles: readonly DrillTrouble[], minutes: number, operator: string): Drill {
      const kept = drills();
      if (look() === null || kept === null)
        throw problem('wrong-state', 'A drill is for practice. Go to practice first; nothing was begun.', {
          reason: 'not-practice',
        });
      settle();
      const id = newId();
      kept.begin(id, troubles, operator, now(), now() + minutes * 60_000);
      turned();
      return kept.find(id);
    },
    end(operator: string): void {
      if (on) drills()?.end(on.id, now(), operator);
      turned();
    },
    /** A label that the printer began and has no paper for. */
    noteLabel(label: number): void {
      try {
        if (on) drills()?.noteLabel(on.seq, label, now());
      } catch (error) {
        onFault(error);
      }
    },
    close(): void {
      isClosed = true;
      cancel();
    },
  };
}
export type DrillKeeper = ReturnType<typeof keepDrill>;
