import type { CreateNumber } from '../../shared/creates/create-kinds.ts';
import type { EntryEvent, State } from '../../shared/outbox/states.ts';
import type { Why } from '../../shared/outbox/whys.ts';
import type { Sqlite } from '../storage/database/open-sqlite.ts';
import { opaqueIntParam, opaqueTextParam } from '../storage/database/queries.ts';
import type { EntryAction } from './entry-change.ts';
import { reachedContent, type ReachedMark } from './entry-row.ts';
import { whyOf, type WhyRow } from './history.ts';
import { erasedRequest } from './stored-request.ts';

/** History steps taken by people. The desk's own steps can be learned from the service again. */
export const actionEvents = [
  'capture',
  'submit',
  'discard',
  'change',
  'mend',
  'withdraw',
  'send-again',
  'taken',
  'closed',
  'ours',
  'send-anyway',
  'cancelled',
  'printed',
  'not-printed',
  'handed-over',
  'replaced',
  'text-forgotten',
  // a text of the service that a person declared a refusal
  'failed',
] as const satisfies readonly (EntryEvent | 'capture' | EntryAction)[];
export type ActionEvent = (typeof actionEvents)[number];

/** Actions that set the content of an entry. */
const contentEvents: readonly ActionEvent[] = ['capture', 'submit', 'change', 'mend'];

/** One action of a person on an entry. */
export interface OperatorAction {
  /** its number in the history */
  step: number;
  at: number;
  id: string;
  endpoint: CreateNumber;
  key: string;
  operator: string;
  event: ActionEvent;
  from: State | null;
  to: State;
  why: Why;
  replaces: string | null;
  replacedBy: string | null;
  /** it is on the "cancel at the service" list */
  toCancel: 0 | 1;
  /**
   * the entry's stored request if this action set it, otherwise null; an action read late has the content of a later
   * one
   */
  request: string | null;
  /** for `request`: the service may have other content of this entry under its key */
  otherReached: boolean;
}

interface Row extends Omit<OperatorAction, 'why' | 'request' | 'otherReached'>, WhyRow, ReachedMark {
  request: string;
}

/**
 * Whether an entry's history has exactly this action. Step numbers cannot show it: lost numbers are reused. Uses only
 * columns that a file of an older version has.
 */
export function actionLookup(db: Sqlite): (action: Pick<OperatorAction, 'id' | 'event' | 'at'>) => boolean {
  const matchingStep = db.prepare<[string, string, number], { seq: number }>(
    `SELECT h.seq FROM entry e JOIN history h ON h.entry = e.seq
     WHERE e.id = ${opaqueTextParam()} AND h.event = ${opaqueTextParam()} AND h.at = ${opaqueIntParam()} LIMIT 1`,
  );
  return ({ id, event, at }) => matchingStep.get(id, event, at) !== undefined;
}

/** Reads people's actions in the order they were taken. */
export function actionReader(db: Sqlite) {
  const events = actionEvents.map((event) => `'${event}'`).join(', ');
  const actionsAfter = db.prepare<[number, number, number], Row>(
    `SELECT h.seq AS step, h.at, e.id, e.endpoint, e.key, h.who AS operator, h.event, h.from_state AS "from", h.to_state AS "to",
       h.why, h.why_code, h.why_params, e.replaces, e.replaced_by AS replacedBy, e.to_cancel AS toCancel,
       e.request, e.reached_sha256, e.request_sha256
     FROM history h JOIN entry e ON e.seq = h.entry
     WHERE h.seq > ? AND h.seq <= ? AND h.event IN (${events}) AND (h.event <> 'failed' OR h.why_code = 'text-refuses') ORDER BY h.seq LIMIT ${opaqueIntParam()}`,
  );
  const lastStep = db.prepare<[], { seq: number | null }>('SELECT max(seq) AS seq FROM history');
  const actionBefore = db.prepare<[number], { seq: number }>(
    `SELECT h.seq FROM history h WHERE h.seq < ? AND h.event IN (${events})
       AND (h.event <> 'failed' OR h.why_code = 'text-refuses') ORDER BY h.seq DESC LIMIT 1`,
  );
  return {
    /** At most `max` actions numbered after `from`, up to `to`. */
    between: (from: number, to: number, max: number): OperatorAction[] => actionsAfter.all(from, to, max).map(toAction),
    /** At most `max` actions numbered after `from`. */
    after: (from: number, max: number): OperatorAction[] =>
      actionsAfter.all(from, Number.MAX_SAFE_INTEGER, max).map(toAction),
    /** Number of the action before a step of the history; 0 for the first. */
    before: (step: number): number => actionBefore.get(step)?.seq ?? 0,
    /** Number of the newest step of any history; 0 if there is none. */
    last: (): number => lastStep.get()?.seq ?? 0,
    has: actionLookup(db),
  };
}

function toAction({ why, why_code, why_params, request, reached_sha256, request_sha256, ...row }: Row): OperatorAction {
  const setsContent = contentEvents.includes(row.event) && request !== erasedRequest;
  return {
    ...row,
    why: whyOf({ why, why_code, why_params }),
    request: setsContent ? request : null,
    otherReached: setsContent && reachedContent({ reached_sha256, request_sha256 }) === 'other',
  };
}
