import { z } from 'zod';
import { drillMinutes, drillTroubles, type DrillPlan, type Span } from '../drill/drill.ts';
import type { EntryRow } from './entry-answers.ts';
import { asks } from './procedure.ts';
import { commandId, id, nothing, operator } from './procedure-inputs.ts';

export interface ShownDrill extends DrillPlan {
  id: string;
  /** who began it */
  operator: string;
  endedAt: number | null;
  /** who ended it; empty: its time was over. Null while it is on */
  endedBy: string | null;
}

/** What each person did; what nobody decided is nobody's. */
export interface DrillPerson {
  operator: string;
  captured: number;
  corrected: number;
  sentAgain: number;
  /** labels said to be on paper of which nothing came out */
  saidPrinted: number;
}

/** How staff fared, as it stands now: what was still open when a drill ended may be done since. Each part is null where it was not staged. */
export interface DrillReport {
  drill: ShownDrill;
  outage: (Span & { captured: number }) | null;
  /** orders whose answers were lost, by how it was found out what became of them */
  lost: {
    orders: number;
    asked: number;
    sentAgain: number;
    saidTaken: number;
    withdrawn: number;
    open: number;
  } | null;
  /** `longestMs`: from being refused to being corrected; null where none was */
  refused: { orders: number; corrected: number; withdrawn: number; open: number; longestMs: number | null } | null;
  /** labels that stopped for want of paper */
  paper: { labels: number; printedAgain: number; saidPrinted: number; open: number } | null;
  people: DrillPerson[];
  /** the entries that are still open of those, the oldest first, 50 at most */
  open: EntryRow[];
}

/**
 * Drills in practice. Rows of the desk contract. What is staged is staged by the practice service and before the printer, and never reaches a live
 * folder: neither screens nor the sync know of it.
 */
export const drillProcedures = {
  /** begins one; `wrong-state`, its reason `not-practice` where the desk does not practise, `drill-on` where one is on */
  'drill.begin': asks<ShownDrill>()('desk', () =>
    z.strictObject({
      commandId,
      troubles: z
        .array(z.enum(drillTroubles))
        .min(1)
        .refine((all) => new Set(all).size === all.length),
      minutes: z.literal(drillMinutes),
      operator,
    }),
  ),
  /** ends the one that is on; the same answer where none is */
  'drill.end': asks<{ ended: true }>()('desk', () => z.strictObject({ commandId, operator })),
  /** the one that is on, and the newest hundred, the newest first. `practises`: one can be begun */
  'drill.list': asks<{ practises: boolean; on: ShownDrill | null; drills: ShownDrill[] }>()('desk', () => nothing),
  'drill.report': asks<DrillReport>()('desk', () => z.strictObject({ id })),
} as const;
