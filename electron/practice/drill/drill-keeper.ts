import { problem } from '../../../shared/contract/problem.ts';
import { isTroubleActive, nextChangeAt, type DrillTrouble } from '../../../shared/drill/drill.ts';
import type { Drill, DrillStore } from '../drills.ts';

export interface DrillHost {
  /** the drills of this folder; null if it was never used for practice, or is not a practice folder */
  drills: () => DrillStore | null;
  /** makes the practice service apply the current stage of the drill; null while the desk delivers to none */
  applyDrill: () => (() => Promise<void>) | null;
  now: () => number;
  newId: () => string;
  after: (ms: number, run: () => void) => () => void;
  /** called when a drill has changed */
  onChange: () => void;
  /** called if the practice service's database cannot be read or written */
  onFault: (error: unknown) => void;
}

/** Delay (ms) before the stage is applied again after a failure, for example if the port was taken. */
const retryMs = 1000;

/** Starts and ends drills, and applies each stage at its time, after a restart too. */
export function createDrillKeeper({ drills, applyDrill, now, newId, after, onChange, onFault }: DrillHost) {
  let activeDrill: Drill | null = null;
  let cancel = (): void => undefined;
  let isClosed = false;

  /**
   * Reads the running drill, ends it if its time is over, and schedules its next stage. Errors of the practice
   * service's database are only reported, so that they do not stop the desk and its printers.
   */
  function refresh(): void {
    if (isClosed) return;
    cancel();
    try {
      const store = drills();
      activeDrill = store?.findOpen() ?? null;
      if (store && activeDrill && now() >= activeDrill.untilAt) store.end(activeDrill.id, activeDrill.untilAt, '');
    } catch (error) {
      onFault(error);
    }
    if (activeDrill && now() >= activeDrill.untilAt) activeDrill = null;
    const nextChange = activeDrill && nextChangeAt(activeDrill, now());
    if (nextChange !== null) cancel = after(nextChange - now(), applyNow);
  }
  function applyNow(): void {
    refresh();
    applyToService();
  }
  /** Applies the stage to the service, with retries until it succeeds. */
  function applyToService(): void {
    onChange();
    applyDrill()?.().catch(() => {
      if (isClosed) return;
      cancel();
      cancel = after(retryMs, applyNow);
    });
  }
  // a drill that was running when the desk stopped continues, or ends if its time is over
  refresh();

  return {
    currentDrill(): Drill | null {
      if (activeDrill && now() >= activeDrill.untilAt) refresh();
      return activeDrill;
    },
    isActive: (trouble: DrillTrouble): boolean => activeDrill !== null && isTroubleActive(activeDrill, trouble, now()),
    isAvailable: (): boolean => applyDrill() !== null && drills() !== null,
    begin(troubles: readonly DrillTrouble[], minutes: number, operator: string): Drill {
      const store = drills();
      if (applyDrill() === null || store === null)
        throw problem('wrong-state', 'A drill is for practice. Go to practice first; nothing was begun.', {
          reason: 'not-practice',
        });
      refresh();
      const id = newId();
      store.begin(id, troubles, operator, now(), now() + minutes * 60_000);
      applyNow();
      return store.find(id);
    },
    end(operator: string): void {
      if (activeDrill) drills()?.end(activeDrill.id, now(), operator);
      applyNow();
    },
    /** Records a label that the printer started but had no paper for. */
    recordCutLabel(label: number): void {
      try {
        if (activeDrill) drills()?.recordLabel(activeDrill.seq, label, now());
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
