import type { LabelProblem } from '../../../shared/labels/label-layout.ts';
import type { Settings } from '../../../shared/settings/settings.ts';
import { ownLabelIn, problemsOfOwnLabel, type OwnLabelDrawer } from '../labels/own-label-of.ts';
import { defaultForm } from '../labels/usual-form.ts';

export interface OwnLabelCheckHost {
  draw: OwnLabelDrawer['draw'];
  settings: () => Settings;
  after: (ms: number, run: () => void) => () => void;
  /** a monotonic clock (ms) */
  monotonic: () => number;
}

/** Time budget for own labels while a person waits for the check of a sheet (ms). */
const budgetMs = 10_000;

/** Checks own labels in the orders of one sheet within the time budget; the rest is checked after queueing. */
export function checkOwnLabels({ draw, settings, after, monotonic }: OwnLabelCheckHost) {
  let [spent, left] = [0, 0];
  return {
    async problemsOf(body: unknown): Promise<LabelProblem[]> {
      const own = ownLabelIn(body, settings(), { practice: false, copy: 1 });
      if (!own) return [];
      if (spent >= budgetMs) {
        left += 1;
        return [];
      }
      const began = monotonic();
      const late = Promise.withResolvers<null>();
      const cancel = after(budgetMs - spent, () => late.resolve(null));
      const found = await Promise.race([problemsOfOwnLabel(own, draw, defaultForm(settings())), late.promise]);
      cancel();
      spent += monotonic() - began;
      if (found === null) left += 1;
      return found ?? [];
    },
    /** Orders whose own label was not checked. */
    left: (): number => left,
  };
}
