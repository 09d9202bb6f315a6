import type { drillProcedures } from '../../../shared/contract/drill-procedures.ts';
import { problem } from '../../../shared/contract/problem.ts';
import type { Handlers } from '../../platform/link/answer.ts';
import type { DrillKeeper } from '../../practice/drill/drill-keeper.ts';
import { drillReports, toReportedDrill } from '../../practice/drill/drill-reports.ts';
import type { DrillStore } from '../../practice/drills.ts';
import type { DeskContext } from '../desk-context.ts';

const maxListed = 100;

/** Drills in practice mode, and their reports. */
export function drillHandlers(
  { db, outbox, reader, now }: DeskContext,
  keeper: DrillKeeper,
  currentDrills: () => DrillStore | null,
): Pick<Handlers<'desk'>, keyof typeof drillProcedures> {
  const reportOf = drillReports(db, reader, now);
  return {
    'drill.begin': ({ commandId, troubles, minutes, operator }) =>
      outbox.once(commandId, 'drill-begin', () => toReportedDrill(keeper.begin(troubles, minutes, operator))),
    'drill.end': ({ commandId, operator }) =>
      outbox.once(commandId, 'drill-end', () => {
        keeper.end(operator);
        return { ended: true as const };
      }),
    'drill.list'() {
      const currentDrill = keeper.currentDrill();
      return {
        practises: keeper.isAvailable(),
        on: currentDrill && toReportedDrill(currentDrill),
        drills: (currentDrills()?.list(maxListed) ?? []).map(toReportedDrill),
      };
    },
    'drill.report'({ id }) {
      const store = currentDrills();
      if (!store) throw problem('invalid', 'This desk had no such drill.', { reason: 'no-drill' });
      return reportOf(store, store.find(id));
    },
  };
}
