import type { HistoryStep } from '../../shared/entry-answers.ts';
import type { EntryEvent, State } from '../../shared/outbox-states.ts';
import type { Why } from '../../shared/whys.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import { readKept } from './stored-request.ts';

/** What happened to an entry: an arrow of the state table, its capture, or an act that changes no state. */
export interface Step {
  entry: number;
  at: number;
  who: string;
  event: EntryEvent | 'capture' | Act;
  from: State | null;
  to: State;
  why: Why;
}
export type Act = 'ours' | 'send-anyway' | 'cancelled' | 'printed' | 'replaced' | 'text-forgotten' | 'restored';

/** Writes steps of histories; none is ever changed. Runs inside the caller's transaction. */
export function historyWriter(db: Sqlite): (step: Step) => void {
  const note = db.prepare<
    [number, number, string, string, string | null, string, string, string | null, string | null]
  >(
    `INSERT INTO history (entry, at, who, event, from_state, to_state, why, why_code, why_params)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  return ({ entry, at, who, event, from, to, why }) => {
    const [said, code, params] = 'said' in why ? [why.said, null, null] : ['', why.code, JSON.stringify(why.params)];
    note.run(entry, at, who, event, from, to, said, code, params);
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
}

/** What a step was put down to, as it was written. */
export function whyOf({ why, why_code, why_params }: WhyRow): Why {
  return why_code === null ? { said: why } : ({ code: why_code, params: readKept(why_params) ?? {} } as Why);
}

export function historyReader(db: Sqlite): (entry: number) => HistoryStep[] {
  const steps = db.prepare<[number], Row>(
    'SELECT at, who, from_state, to_state, why, why_code, why_params FROM history WHERE entry = ? ORDER BY seq',
  );
  return (entry) =>
    steps.all(entry).map(({ at, who, from_state, to_state, ...row }) => ({
      at,
      who,
      from: from_state,
      to: to_state,
      why: whyOf(row),
    }));
}
