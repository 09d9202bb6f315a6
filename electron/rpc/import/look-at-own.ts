import type { LabelProblem } from '../../../shared/labels/label-layout.ts';
import type { Settings } from '../../../shared/settings/settings.ts';
import { broughtBy, problemsOfBrought, type OwnDrawer } from '../labels/own-label-of.ts';
import { usualForm } from '../labels/usual-form.ts';

export interface LookHost {
  draw: OwnDrawer['draw'];
  settings: () => Settings;
  after: (ms: number, run: () => void) => () => void;
  /** a monotonic clock (ms) */
  monotonic: () => number;
}

/** Time budget for own labels while a person waits for the check of a sheet (ms). */
const mostMs = 10_000;

/** Checks own labels in the orders of one sheet within the time budget; the rest is checked after queueing. */
export function lookAtOwn({ draw, settings, after, monotonic }: LookHost) {
  let [spent, left] = [0, 0];
  return {
    async problemsOf(body: unknown): Promise<LabelProblem[]> {
      const own = broughtBy(body, settings(), { practice: false, copy: 1 });
      if (!own) return [];
      if (spent >= mostMs) {
        left += 1;
        return [];
      }
      const began = monotonic();
      const late = Promise.withResolvers<null>();
      const cancel = after(mostMs - spent, () => late.resolve(null));
      const found = await Promise.race([problemsOfBrought(own, draw, usualForm(settings())), late.promise]);
      cancel();
      spent += monotonic() - began;
      if (found === null) left += 1;
      return found ?? [];
    },
    /** Orders whose own label was not checked. */
    left: (): number => left,
  };
}
