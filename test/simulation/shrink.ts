import type { Plan } from './plan.ts';
import { tell, type Told } from './story.ts';

/** What broke, without what differs from one telling to the next: the kind of the rule. */
const kindOf = ({ broken }: Told): string => (broken[0] ?? '').replaceAll(/K-\w+(-\d+)?|e\w+v\d+e|\d+/g, '*');

/**
 * A shorter story that breaks in the same way: first every fate is named, so that leaving something out changes nothing else; then
 * acts, fates and waits are left out, ever smaller shares of them (delta debugging), as long as it still breaks and `goesOn` says so.
 */
export async function shrink(told: Told, goesOn: () => boolean): Promise<Told> {
  let best = told;
  const kind = kindOf(told);
  async function breaks(plan: Plan): Promise<boolean> {
    const again = await tell(plan);
    if (again.broken.length === 0 || kindOf(again) !== kind) return false;
    best = { ...again, plan };
    return true;
  }

  await breaks({ ...told.plan, fates: told.fates });
  // what comes after it broke is nothing of it
  for (let most = best.plan.acts.length; most > 0 && goesOn(); most = Math.floor(most / 2)) {
    const { plan } = best;
    if (plan.acts.length > most) await breaks({ ...plan, acts: plan.acts.slice(0, -most) });
  }
  await leaveOut(
    () => best.plan.acts,
    (acts) => breaks({ ...best.plan, acts }),
    goesOn,
  );
  await leaveOut(
    () => Object.entries(best.plan.fates ?? {}),
    (fates) => breaks({ ...best.plan, fates: Object.fromEntries(fates) }),
    goesOn,
  );
  await leaveOut(
    () => best.plan.acts,
    (acts) => breaks({ ...best.plan, acts }),
    goesOn,
  );
  return best;
}

async function leaveOut<T>(
  all: () => readonly T[],
  breaks: (left: T[]) => Promise<boolean>,
  goesOn: () => boolean,
): Promise<void> {
  for (let size = Math.ceil(all().length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let from = 0; from < all().length && goesOn();) {
      const left = all().filter((_, index) => index < from || index >= from + size);
      if (left.length === all().length || !(await breaks(left))) from += size;
    }
}
