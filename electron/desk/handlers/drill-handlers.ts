import type { drillProcedures } from '../../../shared/contract/drill-procedures.ts';
import { problem } from '../../../shared/contract/problem.ts';
import type { Handlers } from '../../platform/link/answer.ts';
import type { DrillKeeper } from '../../practice/drill/drill-keeper.ts';
import { drillReports, shownDrill } from '../../practice/drill/drill-reports.ts';
import type { DrillStore } from '../../practice/drills.ts';
import type { DeskContext } from '../desk-context.ts';

const maxListed = 100;

/** Drills in practice mode, and their reports. */
export function drillHandlers(
  { db, outbox, reader, now }: DeskContext,
  keeper: DrillKeeper,
  drills: () => DrillStore | null,
): Pick<Handlers<'desk'>, keyof typeof drillProcedures> {
  const report = drillReports(db, reader, now);
  return {
    'drill.begin': ({ commandId, troubles, minutes, operator }) =>
      outbox.once(commandId, 'drill-begin', () => shownDrill(keeper.begin(troubles, minutes, operator))),
    'drill.end': ({ commandId, operator }) =>
      outbox.once(commandId, 'drill-end', () => {
        keeper.end(operator);
        return { ended: true as const };
      }),
    'drill.list'() {
      const on = keeper.on();
      return {
        practises: keeper.practises(),
        on: on && shownDrill(on),
        drills: (drills()?.list(maxListed) ?? []).map(shownDrill),
      };
    },
    'drill.report'({ id }) {
      const kept = drills();
      if (!kept) throw problem('invalid', 'This desk had no such drill.', { reason: 'no-drill' });
      return report(kept, kept.find(id));
    },
  };
}
