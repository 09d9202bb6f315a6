import type { Plan } from './plan.ts';
import { tell, type Told } from './story.ts';

/** What failed, without details that vary between runs. */
const kindOf = ({ broken }: Told): string => (broken[0] ?? '').replaceAll(/K-\w+(-\d+)?|e\w+v\d+e|\d+/g, '*');

/**
 * Finds a shorter story that fails in the same way. First it fixes every fate by name, so that leaving something out
 * changes nothing else; then it leaves out acts and fates in ever smaller groups (delta debugging), as long as the
 * story still fails and `goesOn` returns true.
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
  // Acts after the failure are irrelevant.
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
