import type { ActionOutcome, StartedAction, LoggedAction } from '../../shared/contract/rights-procedures.ts';
import { isRight, type Right } from '../../shared/rights/rights.ts';
import type { Sqlite } from '../storage/database/open-sqlite.ts';
import { opaqueIntParam } from '../storage/database/queries.ts';

const columns = 'id, at, needs, procedure, via, operator, allowed_by, about, parts, outcome, why';
const countColumns = 'times, last_at, unended, unended_at';

/**
 * How long actions are kept (ms), and the maximum number: a page that retries an action endlessly must not fill the
 * disk.
 */
const retentionMs = 366 * 24 * 3_600_000;
const maxRows = 100_000;
/** A repeated action is counted in the row of an equal one of at most this age (ms). */
const repeatWindowMs = 24 * 3_600_000;
/**
 * Maximum number of rows for denied actions per day; further ones are only counted by procedure and reason. So even a
 * year of attempts with a new name each time leaves most of `maxRows` to actions that were done.
 */
const maxDeniedRowsPerDay = 60;
/** How many of the newest rows are searched for denied actions. */
const maxExaminedRows = 1000;
/** Maximum number of old rows removed with each new one. */
const removedPerInsert = 20;

/**
 * Writes the log of actions that need a right. An action repeated by the same person with the same subject is counted
 * in an existing row, so that a loop does not push other actions out of the log. A row counts how often its action had
 * that outcome, and how often it began without a known outcome yet.
 */
export function actionLog(db: Sqlite) {
  const insertAction = db.prepare<(string | number)[]>(
    `INSERT INTO act (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  // an update, since an upsert would use up a number, and a gap in the numbers means that a row was deleted
  const updateOutcome = db.prepare<[string, string, string]>(
    "UPDATE act SET outcome = ?, why = ? WHERE id = ? AND outcome = 'allowed'",
  );
  // removes only the oldest rows, so that the numbers stay without gaps
  const removeOld = db.prepare<[number, number]>(
    `DELETE FROM act WHERE seq < (
       SELECT coalesce(min(CASE WHEN coalesce(last_at, at) >= ? AND seq > (SELECT max(seq) FROM act) - ? THEN seq END), max(seq) + 1)
       FROM (SELECT seq, at, last_at FROM act ORDER BY seq LIMIT ${removedPerInsert}))`,
  );
  const lastOf = (condition: string) =>
    db
      .prepare<(string | number)[], number>(
        `SELECT seq FROM act WHERE procedure = ? AND operator = ? AND about = ? AND needs = ? AND via = ? AND allowed_by = ? AND parts = ?
           AND at BETWEEN ? AND ? AND ${condition} ORDER BY seq DESC LIMIT 1`,
      )
      .pluck();
  const [lastSame, lastUnended, lastEnded] = [lastOf('1'), lastOf('unended > 0'), lastOf('outcome = ? AND why = ?')];
  const countStart = db.prepare<[number, number]>('UPDATE act SET unended = unended + 1, unended_at = ? WHERE seq = ?');
  const countOutcome = db.prepare<[number, number]>(
    'UPDATE act SET times = times + 1, last_at = max(at, coalesce(last_at, at), ?) WHERE seq = ?',
  );
  const uncountStart = db.prepare<[number]>('UPDATE act SET unended = unended - 1 WHERE seq = ?');
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
    ...[at - repeatWindowMs, at + repeatWindowMs],
  ];
  const recentDenials = db
    .prepare<[number], number>(
      `SELECT count(*) FROM (SELECT outcome, at FROM act ORDER BY seq DESC LIMIT ${maxExaminedRows}) WHERE outcome = 'denied' AND at >= ?`,
    )
    .pluck();
  const addRow = (action: StartedAction, outcome: ActionOutcome, why: string): void => {
    const { id, at, right, procedure, via, operator, allowedBy, about, parts } = action;
    insertAction.run(id, at, right, procedure, via, operator, allowedBy, about, parts, outcome, why);
    removeOld.run(at - retentionMs, maxRows);
  };
  function recordStart(action: StartedAction): void {
    const sameRow = lastSame.get(...keyOf(action));
    if (sameRow === undefined) addRow(action, 'allowed', '');
    else countStart.run(action.at, sameRow);
  }
  /** Counts the outcome in the row of an equal action with this outcome; returns whether there is one. */
  function tryCount(action: StartedAction, outcome: ActionOutcome, why: string): boolean {
    const sameRow = lastEnded.get(...keyOf(action), outcome, why);
    if (sameRow !== undefined) countOutcome.run(action.at, sameRow);
    return sameRow !== undefined;
  }
  function recordOutcome(
    action: StartedAction,
    outcome: Exclude<ActionOutcome, 'allowed' | 'denied'>,
    why: string,
  ): void {
    if (updateOutcome.run(outcome, why, action.id).changes > 0) return;
    // it has no row of its own: it was counted in another row, or began in another file
    const startedRow = lastUnended.get(...keyOf(action));
    if (startedRow !== undefined) uncountStart.run(startedRow);
    if (!tryCount(action, outcome, why)) addRow(action, outcome, why);
  }
  /** Records a denied action. A caller can send any names and subjects, so the number of rows for them is limited. */
  function recordDenial(action: StartedAction, why: string): void {
    if (tryCount(action, 'denied', why)) return;
    const hasOwnRow = (recentDenials.get(action.at - repeatWindowMs) ?? 0) < maxDeniedRowsPerDay;
    const row = hasOwnRow ? action : { ...action, operator: '', about: '', parts: 'various' };
    if (hasOwnRow || !tryCount(row, 'denied', why)) addRow(row, 'denied', why);
  }
  const write = db.transaction((action: StartedAction, outcome: ActionOutcome, why: string): void => {
    if (outcome === 'allowed') recordStart(action);
    else if (outcome === 'denied') recordDenial(action, why);
    else recordOutcome(action, outcome, why);
  });
  const entryName = db.prepare<[string], { name: string }>('SELECT key AS name FROM entry WHERE id = ?');
  const handoverName = db.prepare<[string], { name: string }>('SELECT code AS name FROM handover WHERE id = ?');
  return {
    /** Records that an action begins (`allowed`), or its outcome, even if it began in another file. */
    record(action: StartedAction, outcome: ActionOutcome, why = ''): void {
      write.immediate(action, outcome, why);
    },
    /** The name that people use for an entry or a handover. */
    nameOf: (aboutKind: 'text' | 'entry' | 'handover', about: string): string =>
      aboutKind === 'text' ? about : ((aboutKind === 'entry' ? entryName : handoverName).get(about)?.name ?? about),
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

export function actionLogReader(db: Sqlite): (query: LogQuery) => { acts: LoggedAction[]; more: boolean } {
  const conditionSql = `seq < ? AND (? = '' OR operator LIKE ? ESCAPE '\\' OR allowed_by LIKE ? ESCAPE '\\' OR about LIKE ? ESCAPE '\\')
     ORDER BY seq DESC LIMIT ${opaqueIntParam()}`;
  type Values = (string | number)[];
  const all = db.prepare<Values, Row>(`SELECT seq, ${columns}, ${countColumns} FROM act WHERE ${conditionSql}`);
  const ofRight = db.prepare<Values, Row>(
    `SELECT seq, ${columns}, ${countColumns} FROM act WHERE needs = ? AND ${conditionSql}`,
  );
  return ({ text, right, before = Number.MAX_SAFE_INTEGER, limit }) => {
    const like = `%${text.trim().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
    const values: Values = [before, text.trim(), like, like, like, limit + 1];
    const rows = right === undefined ? all.all(...values) : ofRight.all(right, ...values);
    return { acts: rows.slice(0, limit).flatMap(toAction), more: rows.length > limit };
  };
}

/** Converts a row; none if its right is of a newer version. */
function toAction({
  needs,
  allowed_by: allowedBy,
  last_at: lastEndedAt,
  unended_at: lastStartedAt,
  id: _,
  ...row
}: Row): LoggedAction[] {
  if (!isRight(needs)) return [];
  const lastAt = Math.max(lastEndedAt ?? row.at, row.unended > 0 ? (lastStartedAt ?? row.at) : row.at);
  return [{ ...row, right: needs, allowedBy, lastAt }];
}

type Cells = (string | number | null)[];

/**
 * Copies the actions since a backup from the file that the backup replaces: rows that the backup lacks, and outcomes
 * and counts of rows that have changed since. Returns the number of rows.
 */
export function copyActions(source: Sqlite, target: Sqlite): number {
  const hasCounts = source.prepare<[], string>("SELECT name FROM pragma_table_info('act') WHERE name = 'times'").get();
  // a file of an older version has no counts: one row for each action
  const countSql = hasCounts === undefined ? '1, NULL, 0, NULL' : countColumns;
  const rows = source.prepare<[], Cells>(`SELECT ${columns}, ${countSql} FROM act ORDER BY seq`).raw();
  const exists = target.prepare<[string | number | null]>('SELECT 1 FROM act WHERE id = ?');
  const insertAction = target.prepare<Cells>(
    `INSERT INTO act (${columns}, ${countColumns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const updateCounts = target.prepare<Cells>(
    `UPDATE act SET outcome = ?, why = ?, times = ?, last_at = ?, unended = ?, unended_at = ?
     WHERE id = ? AND (outcome, why, times, last_at, unended, unended_at) IS NOT (?, ?, ?, ?, ?, ?)`,
  );
  return target.transaction(() => {
    let copiedCount = 0;
    for (const row of rows.all()) {
      const [id = null] = row;
      const outcomeCells = row.slice(9);
      copiedCount +=
        exists.get(id) === undefined
          ? insertAction.run(...row).changes
          : updateCounts.run(...outcomeCells, id, ...outcomeCells).changes;
    }
    return copiedCount;
  })();
}
