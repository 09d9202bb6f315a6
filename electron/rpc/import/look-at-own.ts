import type { LabelProblem } from '../../../shared/labels/label-layout.ts';
import type { Settings } from '../../../shared/settings/settings.ts';
import { broughtBy, problemsOfBrought, type OwnDrawer } from '../labels/own-label-of.ts';
import { usualForm } from '../labels/usual-form.ts';

export interface LookHost {
  draw: OwnDrawer['draw'];
  settings: () => Settings;
  after: (ms: number, run: () => void) => () => void;
  /** a clock that only runs forward (ms) */
  monotonic: () => number;
}

/** A person waits for a sheet to be checked: its own labels get so much of that (ms). */
const mostMs = 10_000;

/** Looks at own labels of the orders of one sheet, as far as there is time for them; what is past that is told when it is queued. */
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
    /** Orders whose own label nobody looked at. */
    left: (): number => left,
  };
}
