import { replay } from '../../electron/copies/restore/replay.ts';
import { settleErased } from '../../electron/copies/restore/rescue.ts';
import { markPossiblySent } from '../../electron/copies/restore/restore.ts';
import type { Capture } from '../../electron/outbox/capture.ts';
import type { Decision } from '../../electron/outbox/decide.ts';
import type { Change, ClaimedEntry, DueCheck } from '../../electron/outbox/entry.ts';
import { openOutbox } from '../../electron/outbox/open-outbox.ts';
import { outboxContext, type OutboxContext } from '../../electron/outbox/outbox-context.ts';
import type { ActionEvent } from '../../electron/outbox/read-actions.ts';
import { prepareSealedRows } from '../../electron/storage/database/sealed-write.ts';
import { type State, states } from '../../shared/outbox/states.ts';
import { why, type Why } from '../../shared/outbox/whys.ts';
import { endpointOf } from '../../shared/service/endpoints.ts';
import { declareCapture, labelCapture, openTestOutbox, type TestOutbox } from '../support/open-test-outbox.ts';
import { expectGolden } from './expect-golden.ts';
import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

type Cells = Readonly<Record<string, unknown>>;
const now = 10_000;
const otherHash = Buffer.alloc(32, 2);
const digest = (texts: readonly string[]): string => hash('sha256', texts.join('\n')).slice(0, 16);

/** Opens a desk with three entries: A2 waits for A1, and A3 waits for A2. */
function openSubject(capture: (key: string, weight?: number) => Capture) {
  const desk = openTestOutbox();
  const host = { now: () => now, newId: () => 'new', holdMs: () => 5000 };
  const outbox = openOutbox(desk.db, host);
  for (const key of ['A1', 'A2', 'A3']) desk.outbox.enqueue(key, capture(key), 'Mia', false);
  desk.db.exec(`INSERT INTO need (entry, needs) VALUES (2, 1), (3, 2);
    UPDATE entry SET held_by = seq - 1 WHERE seq > 1; UPDATE entry SET captured_at = seq;
    INSERT INTO attempt (entry, target, started_at, ended_at, verdict) VALUES (2, 'practice', 4, 5, 'not-changed')`);
  const captureKey = (key: string, weight?: number): Capture => capture(key, weight);
  return {
    desk,
    db: desk.db,
    outbox,
    context: outboxContext(desk.db, host),
    capture: captureKey,
    tables: tableReader(desk.db),
    row: prepareSealedRows(desk.db, 'entry', 'seq'),
  };
}
type Subject = ReturnType<typeof openSubject>;

/** Cells that a row needs in each state. */
const cellsOf: Record<State, Cells> = {
  draft: { held_by: null },
  queued: {},
  sending: { tries: 1, held_by: null },
  unsure: { tries: 2, held_by: null, absences: 2, lost_at_running: 3 },
  accepted: { tries: 1, held_by: null, accepted_at: 7, reads: 1 },
  refused: { tries: 1, held_by: null, reason_code: 'E', reason_text: 'no', reason_field: 'Weight' },
  done: { tries: 1, held_by: null, accepted_at: 7, settled_at: 8, tracking_number: 'T0' },
  withdrawn: { held_by: null, settled_at: 8 },
};
/** Cells that a row can have in any state. Combinations that a constraint of the table rejects are skipped. */
const rowMarks: Cells[] = [
  {},
  { maybe_taken: 1 },
  { maybe_taken: 1, reached_sha256: otherHash },
  { reached_sha256: otherHash },
  { asks: 'may-be-there', maybe_taken: 1 },
  { asks: 'unknown-text', said: 'noted A2' },
  { asks: 'unknown-text', said: 'noted A2', reached_sha256: otherHash },
  { replaced_by: 'e3' },
  { to_cancel: 1, accepted_at: 7 },
  { tracking_number: 'T0', tracking_final: 0, wait_set_at: 9, wait_for: 600_000, record: '{}' },
  { wait_set_at: 9, wait_for: 600_000, maybe_twice: 1 },
];

/** The marks that make a difference: all of them only for an endpoint that reports outcomes. */
const marksOf = (hasOutcome: boolean): Cells[] =>
  hasOutcome ? rowMarks : rowMarks.filter((mark) => Object.keys(mark).length === 0 || 'asks' in mark);

const testReason: Why = { said: 'a test' };
const outcome = {
  TrackingNumber: 'T1',
  IsFinalTrackingNumber: false,
  ShippingProvider: 'P1',
  SvcId: 'S1',
  record: { a: 1 },
};
const settleChanges: [string, Change][] = [
  ['accepted', { events: ['accepted'], why: testReason, wait: { setAt: now, forMs: 60 } }],
  ['made', { events: ['accepted', 'made'], why: testReason, wait: { setAt: now, forMs: 60 }, outcome, said: 'ok' }],
  ['again', { events: ['again'], why: testReason, wait: { setAt: now, forMs: 60 }, maybeTaken: true }],
  ['paused', { events: ['paused'], why: testReason, wait: null, costsNoTry: true }],
  ['refused', { events: ['refused'], why: testReason, wait: null, reason: { code: 'E', text: 'no', field: null } }],
  ['lost', { events: ['lost'], why: testReason, wait: null, asks: 'may-be-there', maybeTaken: true }],
];
const checkChanges: [string, Change][] = [
  ['later', { events: [], why: null, wait: { setAt: now, forMs: 60 }, reads: 3, absences: 1 }],
  ['not there', { events: ['not-there'], why: testReason, wait: null, maybeTaken: false, absences: 0 }],
  ['found made', { events: ['found', 'made'], why: testReason, wait: null, outcome, lostAtRunningMs: null }],
  ['made', { events: ['made'], why: testReason, wait: { setAt: now, forMs: 9 }, outcome }],
];

/** Lines of a journal: the action, the state after it, and further fields. */
const journalActions: [ActionEvent, State, object?][] = [
  ['submit', 'queued', { weight: 100 }],
  ['discard', 'withdrawn'],
  ['change', 'draft', { weight: 9 }],
  ['change', 'queued', { weight: 9 }],
  ['change', 'queued', { weight: 9, as: 'A9', from: 'refused' }],
  ['mend', 'queued', { weight: 9, from: 'refused', reached: 'other' }],
  ['withdraw', 'withdrawn', { toCancel: true }],
  ['send-again', 'queued'],
  ['taken', 'accepted'],
  ['closed', 'done'],
  ['ours', 'accepted'],
  ['ours', 'done'],
  ['send-anyway', 'queued'],
  ['cancelled', 'withdrawn'],
  ['printed', 'done', { why: why('printed', { number: 'T9' }) }],
  ['replaced', 'done', { replacedBy: 'e9', toCancel: true }],
  ['withdraw', 'withdrawn', { replacedBy: 'e9', toCancel: true }],
  ['text-forgotten', 'done', { why: why('text-forgotten', { text: 'noted A2' }) }],
  ['failed', 'refused', { why: why('text-refuses', { text: 'noted A2' }) }],
  ['capture', 'queued', { id: 'e9', as: 'A9', weight: 9 }],
  ['capture', 'queued', { id: 'e9', as: 'A9', weight: 9, replaces: 'e2' }],
];

const yieldToEventLoop = (): Promise<void> => Promise.resolve();
type Verb = readonly [string, (subject: Subject, state: State) => unknown];

const newerJournal = (oldLines: object[], actionLines: object[]) =>
  ({
    unversioned: oldLines,
    actions: actionLines,
    damagedCount: 0,
    untrustedCount: 0,
    generation: 1,
  }) as unknown as Parameters<typeof replay>[2];

/** Claims the entry as if it no longer waited for the earlier one. */
function claimAlone(db: TestOutbox['db'], outbox: Subject['outbox']): unknown {
  db.exec(`UPDATE entry SET held_by = NULL WHERE seq = 2; UPDATE entry SET state = 'draft' WHERE seq = 1`);
  return outbox.sync.claim(9, now, 'practice', []);
}

/** Replays the lines and returns the answer with their number in place of the applied lines. */
const replayLines = async ({ context, db }: Subject, oldLines: object[], actionLines: object[]): Promise<unknown> => {
  const { appliedLines, ...answer } = await replay(context, db, newerJournal(oldLines, actionLines), yieldToEventLoop);
  return { ...answer, applied: appliedLines.length };
};

function verbs(): Verb[] {
  const decisions: Decision[] = ['send-again', 'taken', 'withdraw', 'closed', 'ours', 'refusal', 'forget-text'];
  const flags = [false, true];
  const contents: [string, string, number][] = [
    ['same', 'A2', 100],
    ['other content', 'A2', 9],
    ['other key', 'A9', 100],
    ['key in use', 'A1', 9],
  ];
  const claimedEntry = ({ id, seq }: { id: string; seq: number }) =>
    ({ id, seq, attemptId: 1 }) as unknown as ClaimedEntry;
  const entryRef = { id: 'e2', seq: 2 };
  return [
    ['claim', ({ db, outbox }) => claimAlone(db, outbox)],
    [
      'claim damaged',
      ({ db, outbox }) => {
        db.exec(`UPDATE entry SET request = '{}' WHERE seq = 2`);
        return claimAlone(db, outbox);
      },
    ],
    ...settleChanges.map(([name, change]): Verb => [
      `settle ${name}`,
      ({ outbox }) => outbox.sync.settle(claimedEntry(entryRef), null, name, change, now),
    ]),
    ...checkChanges.map(([name, change]): Verb => [
      `settle a check ${name}`,
      ({ outbox }, state) =>
        outbox.sync.settleCheck({ ...entryRef, state, lastAttemptId: 1 } as unknown as DueCheck, change, now),
    ]),
    ...decisions.map((decision): Verb => [
      `decide ${decision}`,
      ({ outbox }) => outbox.decide('c', 'e2', decision, 'Ben', ''),
    ]),
    ['withdraw', ({ outbox }) => outbox.withdraw('e2', { operator: 'Ben', why: '', decided: true, alone: false })],
    ...flags.map((decided): Verb => [
      `withdraw alone${decided ? ' decided' : ''}`,
      ({ outbox }) => outbox.withdraw('e2', { operator: 'Ben', why: 'mistake', decided, alone: true }),
    ]),
    ...contents.flatMap(([name, key, weight]) =>
      (name === 'key in use' ? [true] : flags).flatMap((decided) =>
        (['change', 'mend', 'submit', 'replace'] as const).map((verb): Verb => [
          `${verb} ${name}${decided ? ' decided' : ''}`,
          ({ outbox, capture }) => outbox[verb]('c', 'e2', capture(key, weight), 'Ben', decided),
        ]),
      ),
    ),
    ['try now', ({ outbox }) => outbox.tryNow(['e2'])],
    ['send anyway', ({ outbox }) => outbox.sendAnyway('c', 'e2', 'Ben')],
    ['cancelled', ({ outbox }) => outbox.cancelled('c', 'e2', 'Ben')],
    ['restore: possibly sent', ({ context, db }) => markPossiblySent(context, db, 'practice', yieldToEventLoop)],
    [
      'restore: an old line',
      (subject) => {
        const { query, body, endpoint } = subject.capture('A2', 9);
        return replayLines(subject, [{ id: 'e2', at: 9000, endpoint, operator: 'Ben', query, body }], []);
      },
    ],
    ...journalActions.map(([event, to, more = {}]): Verb => [
      `restore: ${event} ${JSON.stringify({ to, ...more })}`,
      (subject, state) => {
        const { weight, as = 'A2', ...rest } = more as { weight?: number; as?: string };
        const { query, body, endpoint } = subject.capture(as, weight ?? 100);
        const line = {
          ...{ v: 2, generation: 1, step: 9, id: 'e2', at: 9000, endpoint, operator: 'Ben', key: as },
          ...{ event, from: state, to, why: testReason, ...(weight !== undefined && { request: { query, body } }) },
          ...rest,
        };
        return replayLines(subject, [], [line]);
      },
    ]),
    ...(['done', 'withdrawn'] as const).map((state): Verb => [
      `rescue: erased ${state}`,
      ({ context, db }) => settleFromErased(state, db, context),
    ]),
  ];
}

let erasedDesk: TestOutbox;
/** Settles the entry as it is in an older file, in which it was settled, replaced and erased. */
async function settleFromErased(state: State, db: TestOutbox['db'], context: OutboxContext): Promise<void> {
  erasedDesk.db.exec(`UPDATE entry SET state = '${state}', tries = 4, accepted_at = 6, settled_at = 7, erased_at = 8,
    tracking_number = 'T5', tracking_final = 1, svc_id = 'S5', replaced_by = 'e7', maybe_twice = 1, maybe_taken = 1
    WHERE seq = 2`);
  await settleErased(erasedDesk.db, db, context, yieldToEventLoop);
}

const rowNumbers = { entry: 'seq', history: 'seq', attempt: 'id', need: 'entry * 1000 + needs' };
const textOf = (cell: unknown): string => (Buffer.isBuffer(cell) ? cell.toString('hex').slice(0, 6) : String(cell));

const ignoredColumns = ['row', 'seal', 'request', 'recipient', 'list_state', 'due_at'];
type Tables = Map<string, Cells>;

/** Reads the rows of each table by number. */
function tableReader(db: TestOutbox['db']): () => Tables {
  const readers = Object.entries(rowNumbers).map(
    ([table, key]) => [table, db.prepare<[], Cells>(`SELECT ${key} AS row, * FROM ${table}`)] as const,
  );
  return () =>
    new Map(readers.flatMap(([table, rows]) => rows.all().map((cells) => [`${table} ${String(cells['row'])}`, cells])));
}

/** Lists the cells that differ, by row; of a new row, the cells that are not zero. */
function differences(before: Tables, after: Tables): string[] {
  const removedRows = [...before.keys()].filter((name) => !after.has(name)).map((name) => `-${name}`);
  const rowDifferences = [...after].flatMap(([name, cells]) => {
    const oldCells = before.get(name);
    if (name.startsWith('history')) {
      if (oldCells) return [];
      const { entry, at, who, event, from_state, to_state, why: whyText, why_code, why_params } = cells;
      return [
        `(${[entry, at, who, event, from_state, to_state, whyText, why_code, why_params].map(textOf).join(' ')})`,
      ];
    }
    const changed = Object.entries(cells)
      .filter(([column]) => !ignoredColumns.includes(column))
      .filter(
        ([column, cell]) => textOf(cell) !== textOf(oldCells ? oldCells[column] : null) && (oldCells || cell !== 0),
      )
      .map(([column, cell]) => `${column}=${textOf(cell)}`);
    return changed.length === 0 ? [] : [`${oldCells ? '' : '+'}${name}: ${changed.join(' ')}`];
  });
  return [...removedRows, ...rowDifferences];
}

let labelSubject: Subject;
let declarationSubject: Subject;
beforeAll(() => {
  labelSubject = openSubject((key, Weight = 100) => labelCapture(key, { Weight }));
  declarationSubject = openSubject((key, Weight = 100) => {
    const { body, ...rest } = declareCapture(key);
    return { ...rest, body: { ...(body as object), Weight } };
  });
  erasedDesk = openTestOutbox();
  for (const key of ['A1', 'A2']) erasedDesk.outbox.enqueue(key, labelCapture(key), 'Mia', false);
});
afterAll(() => [labelSubject.desk, declarationSubject.desk, erasedDesk].forEach((desk) => desk.close()));

/**
 * Runs a verb on the entry with these cells and describes the answer and the changes; null if the table allows no such
 * row.
 */
async function verbResult(
  subject: Subject,
  cells: Cells,
  runVerb: (subject: Subject) => unknown,
): Promise<string | null> {
  const { db, tables, row } = subject;
  db.exec('BEGIN IMMEDIATE');
  try {
    const names = Object.keys(cells);
    const set = names.map((name) => `${name} = @${name}`).join(', ');
    try {
      db.prepare(`UPDATE entry SET ${set} WHERE seq = 2`).run(cells);
      if (cells['state'] === 'sending') db.exec('UPDATE attempt SET ended_at = NULL, verdict = NULL WHERE entry = 2');
    } catch {
      return null;
    }
    const tablesBefore = tables();
    db.exec('SAVEPOINT verb');
    let answer: string;
    try {
      answer = JSON.stringify(await runVerb(subject)) ?? '';
    } catch (error) {
      db.exec('ROLLBACK TO verb');
      answer = (error as { problem?: { kind: string } }).problem?.kind ?? String(error);
    }
    const brokenSeal = row(2)?.isIntact === false ? ['BROKEN SEAL'] : [];
    return (
      [answer, ...differences(tablesBefore, tables()), ...brokenSeal].filter((text) => text !== '').join(' | ') ||
      'nothing'
    );
  } finally {
    db.exec('ROLLBACK');
  }
}

describe('what a verb makes of an entry', () => {
  it('is what it was before, in each state, with each mark, whether some endpoint reports its outcome or not', async () => {
    const subjects = [labelSubject, declarationSubject].map((subject) => ({
      subject,
      hasOutcome: endpointOf(subject.capture('A1').endpoint).outcome.length > 0,
    }));
    expect(subjects.map(({ hasOutcome }) => hasOutcome)).toEqual([true, false]);
    const lines: string[] = [];
    let cases = 0;
    for (const [name, runVerb] of verbs())
      for (const state of states) {
        const results: string[] = [];
        for (const { subject, hasOutcome } of subjects)
          for (const mark of marksOf(hasOutcome)) {
            const cells = { ...cellsOf[state], ...mark, state };
            const result = await verbResult(subject, cells, (subject) => runVerb(subject, state));
            if (result !== null) results.push(result);
          }
        cases += results.length;
        lines.push(`${name}, ${state}: ${results[0] ?? ''} || ${results.length} cases ${digest(results)}`);
      }
    expect(cases).toBeGreaterThan(5000);
    expectGolden('entry-verbs.txt', lines);
  });
});
