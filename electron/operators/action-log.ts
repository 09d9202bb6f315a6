import type { ActionOutcome, StartedAction, LoggedAction } from '../../shared/contract/rights-procedures.ts';
import { isRight, type Right } from '../../shared/rights/rights.ts';
import type { Sqlite } from '../storage/database/open-sqlite.ts';
import { opaqueIntParam } from '../storage/database/queries.ts';

const columns = 'id, at, needs, procedure, via, operator, allowed_by, about, parts, outcome, why';
const counts = 'times, last_at, unended, unended_at';

/**
 * How long actions are kept (ms), and how many at most: a page that retries something endlessly must not fill the disk.
 */
const retentionMs = 366 * 24 * 3_600_000;
const maxRows = 100_000;
/** For so long after its first one (ms) a repeated action is counted in the row of that one. */
const repeatsWithinMs = 24 * 3_600_000;
/**
 * How many rows denied attempts get in a day; further ones are counted by procedure and reason only. A year of attempts
 * with a new name each time so leaves most of `maxRows` to the actions that were done.
 */
const deniedRowsADay = 60;
/** Among how many of the newest rows those are counted. */
const newestRows = 1000;
/** Old rows removed with each new one. */
const removedPerInsert = 20;

/**
 * Writes the log of actions that need a right. An action repeated by the same person with the same subject is counted
 * in an existing row, so that a loop does not push other actions out of the log: how often it ended as that row says,
 * and how often it began without a known outcome yet.
 */
export function actionLog(db: Sqlite) {
  const insertAction = db.prepare<(string | number)[]>(
    `INSERT INTO act (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  // an insert that conflicts with its own row would use up a number, and a missing number means a row that is gone
  const updateOutcome = db.prepare<[string, string, string]>(
    "UPDATE act SET outcome = ?, why = ? WHERE id = ? AND outcome = 'allowed'",
  );
  // only the oldest rows, so that no row between two kept ones is ever removed
  const removeOld = db.prepare<[number, number]>(
    `DELETE FROM act WHERE seq < (
       SELECT coalesce(min(CASE WHEN coalesce(last_at, at) >= ? AND seq > (SELECT max(seq) FROM act) - ? THEN seq END), max(seq) + 1)
       FROM (SELECT seq, at, last_at FROM act ORDER BY seq LIMIT ${removedPerInsert}))`,
  );
  const lastOf = (which: string) =>
    db
      .prepare<(string | number)[], number>(
        `SELECT seq FROM act WHERE procedure = ? AND operator = ? AND about = ? AND needs = ? AND via = ? AND allowed_by = ? AND parts = ?
           AND at BETWEEN ? AND ? AND ${which} ORDER BY seq DESC LIMIT 1`,
      )
      .pluck();
  const [last, lastUnended, lastEnded] = [lastOf('1'), lastOf('unended > 0'), lastOf('outcome = ? AND why = ?')];
  const countBegun = db.prepare<[number, number]>('UPDATE act SET unended = unended + 1, unended_at = ? WHERE seq = ?');
  const countEnded = db.prepare<[number, number]>(
    'UPDATE act SET times = times + 1, last_at = max(at, coalesce(last_at, at), ?) WHERE seq = ?',
  );
  const uncountBegun = db.prepare<[number]>('UPDATE act SET unended = unended - 1 WHERE seq = ?');
  const keyOf = ({
    at,
    right,
    procedure,
    via,
    operator,
    allowedBy,
    about,
    parts,
  }: StartedAction): (string | number)[] => [
    ...[procedure, operator, about, right, via, allowedBy, parts],
    ...[at - repeatsWithinMs, at + repeatsWithinMs],
  ];
  const deniedLately = db
    .prepare<[number], number>(
      `SELECT count(*) FROM (SELECT outcome, at FROM act ORDER BY seq DESC LIMIT ${newestRows}) WHERE outcome = 'denied' AND at >= ?`,
    )
    .pluck();
  const add = (action: StartedAction, outcome: ActionOutcome, why: string): void => {
    const { id, at, right, procedure, via, operator, allowedBy, about, parts } = action;
    insertAction.run(id, at, right, procedure, via, operator, allowedBy, about, parts, outcome, why);
    removeOld.run(at - retentionMs, maxRows);
  };
  function begin(act: StartedAction): void {
    const before = last.get(...keyOf(act));
    if (before === undefined) add(act, 'allowed', '');
    else countBegun.run(act.at, before);
  }
  /** Counts the outcome in the row of the same action, if there is one. */
  function isCounted(act: StartedAction, outcome: ActionOutcome, why: string): boolean {
    const before = lastEnded.get(...keyOf(act), outcome, why);
    if (before !== undefined) countEnded.run(act.at, before);
    return before !== undefined;
  }
  function finish(act: StartedAction, outcome: Exclude<ActionOutcome, 'allowed' | 'denied'>, why: string): void {
    if (updateOutcome.run(outcome, why, act.id).changes > 0) return;
    // otherwise it began in another file, and is counted whole
    const begun = lastUnended.get(...keyOf(act));
    if (begun !== undefined) uncountBegun.run(begun);
    if (!isCounted(act, outcome, why)) add(act, outcome, why);
  }
  /** A denied action did not begin. A caller can send any names and subjects, so the rows for them are limited. */
  function deny(act: StartedAction, why: string): void {
    if (isCounted(act, 'denied', why)) return;
    const isRow = (deniedLately.get(act.at - repeatsWithinMs) ?? 0) < deniedRowsADay;
    const row = isRow ? act : { ...act, operator: '', about: '', parts: 'various' };
    if (isRow || !isCounted(row, 'denied', why)) add(row, 'denied', why);
  }
  const write = db.transaction((act: StartedAction, outcome: ActionOutcome, why: string): void => {
    if (outcome === 'allowed') begin(act);
    else if (outcome === 'denied') deny(act, why);
    else finish(act, outcome, why);
  });
  const entry = db.prepare<[string], { name: string }>('SELECT key AS name FROM entry WHERE id = ?');
  const handover = db.prepare<[string], { name: string }>('SELECT code AS name FROM handover WHERE id = ?');
  return {
    /** `allowed`: an action begins; else its outcome. One that began in another file is written whole. */
    record(act: StartedAction, outcome: ActionOutcome, why = ''): void {
      write.immediate(act, outcome, why);
    },
    /** The name that people use for an entry or a handover. */
    nameOf: (of: 'text' | 'entry' | 'handover', about: string): string =>
      of === 'text' ? about : ((of === 'entry' ? entry : handover).get(about)?.name ?? about),
  };
}

interface Row {
  seq: number;
  id: string;
  at: number;
  needs: string;
  procedure: string;
  via: LoggedAction['via'];
  operator: string;
  allowed_by: string;
  about: string;
  parts: string;
  outcome: ActionOutcome;
  why: string;
  times: number;
  last_at: number | null;
  unended: number;
  unended_at: number | null;
}

interface LogQuery {
  text: string;
  right?: Right | undefined;
  before?: number | undefined;
  limit: number;
}

export function actionLogReader(db: Sqlite): (wanted: LogQuery) => { acts: LoggedAction[]; more: boolean } {
  const within = `seq < ? AND (? = '' OR operator LIKE ? ESCAPE '\\' OR allowed_by LIKE ? ESCAPE '\\' OR about LIKE ? ESCAPE '\\')
     ORDER BY seq DESC LIMIT ${opaqueIntParam()}`;
  type Values = (string | number)[];
  const all = db.prepare<Values, Row>(`SELECT seq, ${columns}, ${counts} FROM act WHERE ${within}`);
  const ofRight = db.prepare<Values, Row>(`SELECT seq, ${columns}, ${counts} FROM act WHERE needs = ? AND ${within}`);
  return ({ text, right, before = Number.MAX_SAFE_INTEGER, limit }) => {
    const like = `%${text.trim().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
    const values: Values = [before, text.trim(), like, like, like, limit + 1];
    const rows = right === undefined ? all.all(...values) : ofRight.all(right, ...values);
    return { acts: rows.slice(0, limit).flatMap(toAction), more: rows.length > limit };
  };
}

/** Leaves out rows with a right of a newer version. */
function toAction({
  needs,
  allowed_by: allowedBy,
  last_at: ended,
  unended_at: begun,
  id: _,
  ...row
}: Row): LoggedAction[] {
  if (!isRight(needs)) return [];
  const lastAt = Math.max(ended ?? row.at, row.unended > 0 ? (begun ?? row.at) : row.at);
  return [{ ...row, right: needs, allowedBy, lastAt }];
}

type Cells = (string | number | null)[];

/**
 * Copies the actions since a backup from the file that the backup replaces, also those only counted in a row that the
 * backup has too. Answers how many rows. If that file cannot be read, there is nothing to copy: actions from before the
 * backup are in the backup.
 */
export function copyActions(from: Sqlite, into: Sqlite): number {
  const isCounted = from.prepare<[], string>("SELECT name FROM pragma_table_info('act') WHERE name = 'times'").get();
  // a file of an older version has a row for each action
  const counted = isCounted === undefined ? '1, NULL, 0, NULL' : counts;
  const rows = from.prepare<[], Cells>(`SELECT ${columns}, ${counted} FROM act ORDER BY seq`).raw();
  const exists = into.prepare<[string | number | null]>('SELECT 1 FROM act WHERE id = ?');
  const insertAction = into.prepare<Cells>(
    `INSERT INTO act (${columns}, ${counts}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const count = into.prepare<Cells>(
    `UPDATE act SET outcome = ?, why = ?, times = ?, last_at = ?, unended = ?, unended_at = ?
     WHERE id = ? AND (outcome, why, times, last_at, unended, unended_at) IS NOT (?, ?, ?, ?, ?, ?)`,
  );
  return into.transaction(() => {
    let taken = 0;
    for (const row of rows.all()) {
      const [id = null] = row;
      const told = row.slice(9);
      taken +=
        exists.get(id) === undefined ? insertAction.run(...row).changes : count.run(...told, id, ...told).changes;
    }
    return taken;
  })();
}
