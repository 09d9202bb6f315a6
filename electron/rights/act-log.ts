import type { ActOutcome, BegunAct, LoggedAct } from '../../shared/contract/rights-procedures.ts';
import { isRight, type Right } from '../../shared/rights/rights.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import { givenNumber } from '../database/given.ts';

const columns = 'id, at, needs, procedure, via, operator, allowed_by, about, parts, outcome, why';

/**
 * How long actions are kept (ms), and how many at most: a page that retries something endlessly must not fill the disk.
 */
const keptMs = 366 * 24 * 3_600_000;
const keptRows = 100_000;
/** Old rows removed with each new one. */
const removedAtOnce = 20;

/** Writes the log of actions that need a right. */
export function actLog(db: Sqlite) {
  const put = db.prepare<(string | number)[]>(`INSERT INTO act (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  // an insert that conflicts with its own row would use up a number, and a missing number means a row that is gone
  const end = db.prepare<[string, string, string]>('UPDATE act SET outcome = ?, why = ? WHERE id = ?');
  // only the oldest rows, so that no row between two kept ones is ever removed
  const removeOld = db.prepare<[number, number]>(
    `DELETE FROM act WHERE seq < (
       SELECT coalesce(min(CASE WHEN at >= ? AND seq > (SELECT max(seq) FROM act) - ? THEN seq END), max(seq) + 1)
       FROM (SELECT seq, at FROM act ORDER BY seq LIMIT ${removedAtOnce}))`,
  );
  const add = db.transaction((at: number, row: (string | number)[]): void => {
    put.run(...row);
    removeOld.run(at - keptMs, keptRows);
  });
  const entry = db.prepare<[string], { name: string }>('SELECT key AS name FROM entry WHERE id = ?');
  const handover = db.prepare<[string], { name: string }>('SELECT code AS name FROM handover WHERE id = ?');
  return {
    /** Sets the outcome of a logged action; an action that started in another file is inserted whole. */
    put(act: BegunAct, outcome: ActOutcome, why = ''): void {
      const { id, at, right, procedure, via, operator, allowedBy, about, parts } = act;
      if (end.run(outcome, why, id).changes > 0) return;
      add.immediate(at, [id, at, right, procedure, via, operator, allowedBy, about, parts, outcome, why]);
    },
    /** The name that people use for an entry or a handover. */
    nameOf: (of: 'text' | 'entry' | 'handover', about: string): string =>
      of === 'text' ? about : ((of === 'entry' ? entry : handover).get(about)?.name ?? about),
  };
}

interface Row {
  seq: number;
  at: number;
  needs: string;
  procedure: string;
  via: LoggedAct['via'];
  operator: string;
  allowed_by: string;
  about: string;
  parts: string;
  outcome: ActOutcome;
  why: string;
}

interface Wanted {
  text: string;
  right?: Right | undefined;
  before?: number | undefined;
  limit: number;
}

export function actLogReader(db: Sqlite): (wanted: Wanted) => { acts: LoggedAct[]; more: boolean } {
  const within = `seq < ? AND (? = '' OR operator LIKE ? ESCAPE '\\' OR allowed_by LIKE ? ESCAPE '\\' OR about LIKE ? ESCAPE '\\')
     ORDER BY seq DESC LIMIT ${givenNumber()}`;
  type Values = (string | number)[];
  const all = db.prepare<Values, Row>(`SELECT seq, ${columns} FROM act WHERE ${within}`);
  const ofRight = db.prepare<Values, Row>(`SELECT seq, ${columns} FROM act WHERE needs = ? AND ${within}`);
  return ({ text, right, before = Number.MAX_SAFE_INTEGER, limit }) => {
    const like = `%${text.trim().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
    const values: Values = [before, text.trim(), like, like, like, limit + 1];
    const rows = right === undefined ? all.all(...values) : ofRight.all(right, ...values);
    return { acts: rows.slice(0, limit).flatMap(asAct), more: rows.length > limit };
  };
}

/** Leaves out rows with a right of a newer version. */
function asAct({ needs, allowed_by: allowedBy, ...row }: Row): LoggedAct[] {
  const { seq, at, procedure, via, operator, about, parts, outcome, why } = row;
  if (!isRight(needs)) return [];
  return [{ seq, at, right: needs, procedure, via, operator, allowedBy, about, parts, outcome, why }];
}
