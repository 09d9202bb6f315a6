import { problem } from '../../../shared/contract/problem.ts';
import { isTroubleActive, nextChangeAt, type DrillTrouble } from '../../../shared/drill/drill.ts';
import type { Drill, DrillStore } from '../drills.ts';

export interface DrillHost {
  /** the drills of this folder; null if it was never used for practice, or is not a practice folder */
  drills: () => DrillStore | null;
  /** makes the practice service read what is staged now; null while the desk delivers to none */
  applyDrill: () => (() => Promise<void>) | null;
  now: () => number;
  newId: () => string;
  after: (ms: number, run: () => void) => () => void;
  /** a drill has changed */
  onChange: () => void;
  /** the practice service's database could not be read or written */
  onFault: (error: unknown) => void;
}

/** Delay (ms) before a failed service is asked again, for example after its port was taken. */
const againMs = 1000;

/** Starts and ends drills, and applies each stage at its time, after a restart too. */
export function createDrillKeeper({ drills, applyDrill, now, newId, after, onChange, onFault }: DrillHost) {
  let on: Drill | null = null;
  let cancel = (): void => undefined;
  let isClosed = false;

  /**
   * Ends a drill whose time is over, and schedules the next stage. A damaged database or a full disk there does not
   * stop the desk and its printers.
   */
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
    const next = on && nextChangeAt(on, now());
    if (next !== null) cancel = after(next - now(), applyNow);
  }
  function applyNow(): void {
    settle();
    applyToService();
  }
  /** Applies the stage to the service, with retries until it succeeds. */
  function applyToService(): void {
    onChange();
    applyDrill()?.().catch(() => {
      if (isClosed) return;
      cancel();
      cancel = after(againMs, applyNow);
    });
  }
  // A drill that was running when the desk stopped continues, or ends if its time is over.
  settle();

  return {
    on(): Drill | null {
      if (on && now() >= on.untilAt) settle();
      return on;
    },
    isOn: (trouble: DrillTrouble): boolean => on !== null && isTroubleActive(on, trouble, now()),
    practises: (): boolean => applyDrill() !== null && drills() !== null,
    begin(troubles: readonly DrillTrouble[], minutes: number, operator: string): Drill {
      const kept = drills();
      if (applyDrill() === null || kept === null)
        throw problem('wrong-state', 'A drill is for practice. Go to practice first; nothing was begun.', {
          reason: 'not-practice',
        });
      settle();
      const id = newId();
      kept.begin(id, troubles, operator, now(), now() + minutes * 60_000);
      applyNow();
      return kept.find(id);
    },
    end(operator: string): void {
      if (on) drills()?.end(on.id, now(), operator);
      applyNow();
    },
    /** Records a label that the printer started but had no paper for. */
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
export type DrillKeeper = ReturnType<typeof createDrillKeeper>;
