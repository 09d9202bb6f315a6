import { drillMinutes, drillTroubles, type DrillPlan, type Span } from '../drill/drill.ts';
import type { EntryRow } from './entry-answers.ts';
import { defineProcedure, commandId, id, noInput, operator } from './procedure.ts';
import { z } from 'zod';

export interface DrillRecord extends DrillPlan {
  id: string;
  /** operator who began it */
  operator: string;
  endedAt: number | null;
  /** operator who ended it; empty if its time ran out, null while it runs */
  endedBy: string | null;
}

/** What each operator did. An order that no one decided counts for no operator. */
export interface OperatorDrillResult {
  operator: string;
  captured: number;
  corrected: number;
  sentAgain: number;
  /** labels confirmed as printed that never came out */
  saidPrinted: number;
}

/**
 * How staff handled the drill, as of now: orders that were open when it ended may have been settled since. A part is
 * null if it was not staged.
 */
export interface DrillReport {
  drill: DrillRecord;
  outage: (Span & { captured: number }) | null;
  /** orders whose answers were lost, by how their fate was determined */
  lost: {
    orders: number;
    asked: number;
    sentAgain: number;
    saidTaken: number;
    withdrawn: number;
    open: number;
  } | null;
  /** `longestMs`: the longest time from refusal to correction; null if none was corrected */
  refused: { orders: number; corrected: number; withdrawn: number; open: number; longestMs: number | null } | null;
  /** labels that stopped because paper ran out */
  paper: { labels: number; printedAgain: number; saidPrinted: number; open: number } | null;
  people: OperatorDrillResult[];
  /** those of these entries that are still open, oldest first, at most 50 */
  open: EntryRow[];
}

/**
 * Drills in practice mode. Rows of the desk contract. The practice service and a layer before the printer stage the
 * outages, so they never reach a live folder and neither screens nor the sync know of them.
 */
export const drillProcedures = {
  /**
   * begins a drill; `wrong-state` with reason `not-practice` if the desk is not in practice mode, `drill-on` if one is
   * running
   */
  'drill.begin': defineProcedure<DrillRecord>()('desk', { waits: 'delivery', stay: true }, () =>
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
  /** ends the running drill; idempotent */
  'drill.end': defineProcedure<{ ended: true }>()('desk', { stay: true }, () =>
    z.strictObject({ commandId, operator }),
  ),
  /** the running drill and the newest hundred, newest first. `practises`: a drill can be begun */
  'drill.list': defineProcedure<{ practises: boolean; on: DrillRecord | null; drills: DrillRecord[] }>()(
    'desk',
    { waits: 'delivery' },
    () => noInput,
  ),
  'drill.report': defineProcedure<DrillReport>()('desk', () => z.strictObject({ id })),
} as const;
