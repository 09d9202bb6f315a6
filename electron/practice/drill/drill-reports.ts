import type { OperatorDrillResult, DrillReport } from '../../../shared/contract/drill-procedures.ts';
import { activeSpans } from '../../../shared/drill/drill.ts';
import type { State } from '../../../shared/outbox/states.ts';
import type { LabelState } from '../../../shared/printing/print-states.ts';
import { endpointOf, type EndpointNumber } from '../../../shared/service/endpoints.ts';
import type { OutboxReader } from '../../outbox/open-reader.ts';
import type { Sqlite } from '../../storage/database/open-sqlite.ts';
import { createFirstNumberFinder } from '../../storage/database/queries.ts';
import type { Drill, DrillStore, StagedOrder } from '../drills.ts';

export interface CutLabel {
  entry: number;
  /** `saidPrinted`: somebody marked the label as printed although it had not come out */
  fate: 'printedAgain' | 'saidPrinted' | 'open';
  /** who marked it so; empty: nobody */
  who: string;
}

interface Row {
  entry: number;
  state: LabelState;
  again: number;
  later: number;
  who: string | null;
}

/** Reads what became of labels that were cut for lack of paper. */
export function drillLabels(db: Sqlite): (cut: readonly { label: number; at: number }[]) => CutLabel[] {
  const outcomeOf = db.prepare<{ label: number; at: number }, Row>(
    `SELECT l.entry, l.state,
       EXISTS (SELECT 1 FROM print_attempt a WHERE a.label = l.seq AND a.started_at > @at) AS again,
       EXISTS (SELECT 1 FROM print_label n WHERE n.entry = l.entry AND n.seq > l.seq AND n.state = 'on-paper') AS later,
       (SELECT who FROM print_history h WHERE h.label = l.seq AND h.to_state = 'on-paper' ORDER BY h.seq DESC LIMIT 1) AS who
     FROM print_label l WHERE l.seq = @label`,
  );
  return (cut) =>
    cut.flatMap((one): CutLabel[] => {
      const row = outcomeOf.get(one);
      if (!row) return [];
      const isOnPaper = row.state === 'on-paper';
      if (isOnPaper && !row.again) return [{ entry: row.entry, fate: 'saidPrinted', who: row.who ?? '' }];
      const fate = isOnPaper || row.later ? 'printedAgain' : 'open';
      return [{ entry: row.entry, fate, who: '' }];
    });
}

const maxOpenEntries = 50;

interface Entry {
  seq: number;
  state: State;
}
interface Step {
  at: number;
  who: string;
  event: string;
}

export const toReportedDrill = ({ seq: _seq, ...drill }: Drill): DrillReport['drill'] => drill;

/** Reports how people handled a drill, from the stored entries and labels: by trouble, and by person. */
export function drillReports(db: Sqlite, reader: Pick<OutboxReader, 'rows'>, now: () => number) {
  const entryOf = db.prepare<[string, string, number, number], Entry>(
    `SELECT seq, state FROM entry WHERE key_kind = ? AND key = ? AND endpoint = ? AND captured_at <= ? ORDER BY seq DESC LIMIT 1`,
  );
  const stepsOf = db.prepare<[number, number], Step>(
    'SELECT at, who, event FROM history WHERE entry = ? AND at >= ? ORDER BY seq',
  );
  const countCaptured = db.prepare<[number, number], { operator: string; count: number }>(
    'SELECT operator, count(*) AS count FROM entry WHERE seq >= ? AND seq < ? GROUP BY operator ORDER BY operator',
  );
  const firstSeqAt = createFirstNumberFinder(db, 'entry', 'captured_at');
  const labelsOf = drillLabels(db);
  const capturedIn = (from: number, to: number) => countCaptured.all(firstSeqAt(from), firstSeqAt(to));

  /** The orders with this fate, with their state and history on this desk. */
  function ordersWithFate(orders: readonly StagedOrder[], fate: StagedOrder['fate']) {
    return orders.flatMap((order) => {
      if (order.fate !== fate) return [];
      const kind = endpointOf(order.endpoint as EndpointNumber).key?.kind ?? '';
      const entry = entryOf.get(kind, order.key, order.endpoint, order.at);
      return entry ? [{ ...entry, steps: stepsOf.all(entry.seq, order.at) }] : [];
    });
  }

  return function report(drills: DrillStore, drill: Drill): DrillReport {
    const spans = activeSpans(drill);
    const end = drill.endedAt ?? now();
    const orders = drills.orders(drill.seq);
    const people = new Map<string, OperatorDrillResult>();
    const person = (operator: string): OperatorDrillResult => {
      const result = people.get(operator) ?? { operator, captured: 0, corrected: 0, sentAgain: 0, saidPrinted: 0 };
      people.set(operator, result);
      return result;
    };
    for (const { operator, count } of capturedIn(drill.beganAt, end)) person(operator).captured = count;
    const openSeqs: number[] = [];

    const lost = { orders: 0, asked: 0, sentAgain: 0, saidTaken: 0, withdrawn: 0, open: 0 };
    for (const { seq, state, steps } of ordersWithFate(orders, 'lost')) {
      const resend = steps.find(({ event }) => event === 'send-again');
      lost.orders += 1;
      if (resend) person(resend.who).sentAgain += 1;
      if (state === 'withdrawn') lost.withdrawn += 1;
      else if (resend) lost.sentAgain += 1;
      else if (steps.some(({ event }) => event === 'taken')) lost.saidTaken += 1;
      else if (['unsure', 'queued', 'sending'].includes(state)) {
        lost.open += 1;
        openSeqs.push(seq);
      } else lost.asked += 1;
    }

    const refused = { orders: 0, corrected: 0, withdrawn: 0, open: 0, longestMs: null as number | null };
    for (const { seq, state, steps } of ordersWithFate(orders, 'refused')) {
      const correction = steps.findLast(({ event }) => event === 'mend');
      const refusalStep = steps.find(({ event }) => event === 'refused');
      refused.orders += 1;
      if (correction) person(correction.who).corrected += 1;
      if (correction && refusalStep)
        refused.longestMs = Math.max(refused.longestMs ?? 0, correction.at - refusalStep.at);
      if (state === 'withdrawn') refused.withdrawn += 1;
      else if (state === 'refused' || !correction) {
        refused.open += 1;
        openSeqs.push(seq);
      } else refused.corrected += 1;
    }

    const paper = { labels: 0, printedAgain: 0, saidPrinted: 0, open: 0 };
    for (const { entry, fate, who } of labelsOf(drills.labels(drill.seq))) {
      paper.labels += 1;
      paper[fate] += 1;
      if (fate === 'saidPrinted') person(who).saidPrinted += 1;
      if (fate === 'open') openSeqs.push(entry);
    }

    const { outage } = spans;
    const outageSpan = outage && { from: outage.from, to: Math.max(outage.from, Math.min(outage.to, end)) };
    const shownSeqs = [...new Set(openSeqs)].sort((one, other) => one - other).slice(0, maxOpenEntries);
    return {
      drill: toReportedDrill(drill),
      outage: outageSpan
        ? {
            ...outageSpan,
            captured: capturedIn(outageSpan.from, outageSpan.to).reduce((sum, { count }) => sum + count, 0),
          }
        : null,
      lost: spans.lost ? lost : null,
      refused: spans.refused ? refused : null,
      paper: spans.paper ? paper : null,
      people: [...people.values()].sort((one, other) => one.operator.localeCompare(other.operator)),
      open: shownSeqs.length === 0 ? [] : reader.rows(shownSeqs),
    };
  };
}
