import type { HistoryStep } from '../../shared/contract/entry-answers.ts';
import type { State } from '../../shared/outbox/states.ts';
import type { Why } from '../../shared/outbox/whys.ts';
import type { Sqlite } from '../storage/database/open-sqlite.ts';
import { intactRowCondition } from '../storage/database/seal.ts';
import { prepareNumberedInsert } from '../storage/database/sealed-write.ts';
import type { EntryStep } from './entry-change.ts';
import { parseStoredJson } from './stored-request.ts';

/** A stored step of an entry's history. */
export interface Step extends Omit<EntryStep, 'from'> {
  entry: number;
  who: string;
  /** null: its capture */
  from: State | null;
}

/**
 * Appends steps to histories. A step is changed only when the retention erases what a person or the service wrote in
 * it. Runs inside the caller's transaction.
 */
export function historyWriter(db: Sqlite): (step: Step) => void {
  const insertStep = prepareNumberedInsert(db, 'history', 'seq', [
    'entry',
    'at',
    'who',
    'event',
    'from_state',
    'to_state',
    'why',
    'why_code',
    'why_params',
  ]);
  return ({ entry, at, who, event, from, to, why }) => {
    const [ownText, code, params] = 'said' in why ? [why.said, null, null] : ['', why.code, JSON.stringify(why.params)];
    insertStep([entry, at, who, event, from, to, ownText, code, params]);
  };
}

export interface WhyRow {
  why: string;
  why_code: string | null;
  why_params: string | null;
}

interface Row extends WhyRow {
  at: number;
  who: string;
  from_state: State | null;
  to_state: State;
  whole: 0 | 1;
}

/** The stored reason of a step. */
export function whyOf({ why, why_code, why_params }: WhyRow): Why {
  return why_code === null ? { said: why } : ({ code: why_code, params: parseStoredJson(why_params) ?? {} } as Why);
}

export function historyReader(db: Sqlite): (entry: number) => HistoryStep[] {
  const steps = db.prepare<[number], Row>(
    `SELECT at, who, from_state, to_state, why, why_code, why_params, ${intactRowCondition(db, 'history', 'h')} AS whole
     FROM history h WHERE entry = ? ORDER BY seq`,
  );
  return (entry) =>
    steps.all(entry).map(({ at, who, from_state, to_state, whole, ...row }) => ({
      at,
      who,
      from: from_state,
      to: to_state,
      why: whyOf(row),
      damaged: whole === 0,
    }));
}
