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
import { expectKept } from './kept.ts';
import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

type Cells = Readonly<Record<string, unknown>>;
const now = 10_000;
const other = Buffer.alloc(32, 2);
const digest = (texts: readonly string[]): string => hash('sha256', texts.join('\n')).slice(0, 16);

/** A desk with an entry that waits for an earlier one and that a later one waits for. */
function openSubject(capture: (key: string, weight?: number) => Capture) {
  const desk = openTestOutbox();
  const host = { now: () => now, newId: () => 'new', holdMs: () => 5000 };
  const outbox = openOutbox(desk.db, host);
  for (const key of ['A1', 'A2', 'A3']) desk.outbox.enqueue(key, capture(key), 'Mia', false);
  desk.db.exec(`INSERT INTO need (entry, needs) VALUES (2, 1), (3, 2);
    UPDATE entry SET held_by = seq - 1 WHERE seq > 1; UPDATE entry SET captured_at = seq;
    INSERT INTO attempt (entry, target, started_at, ended_at, verdict) VALUES (2, 'practice', 4, 5, 'not-changed')`);
  const capturedFrom = (key: string, weight?: number): Capture => capture(key, weight);
  return {
    desk,
    db: desk.db,
    outbox,
    context: outboxContext(desk.db, host),
    capture: capturedFrom,
    tables: tableReader(desk.db),
    row: prepareSealedRows(desk.db, 'entry', 'seq'),
  };
}
type Subject = ReturnType<typeof openSubject>;

/** What each state needs in its row. */
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
/** What may stand beside any state; where a constraint of the table excludes it, there is no case. */
const marks: Cells[] = [
  {},
  { maybe_taken: 1 },
  { maybe_taken: 1, reached_sha256: other },
  { reached_sha256: other },
  { asks: 'may-be-there', maybe_taken: 1 },
  { asks: 'unknown-text', said: 'noted A2' },
  { asks: 'unknown-text', said: 'noted A2', reached_sha256: other },
  { replaced_by: 'e3' },
  { to_cancel: 1, accepted_at: 7 },
  { tracking_number: 'T0', tracking_final: 0, wait_set_at: 9, wait_for: 600_000, record: '{}' },
  { wait_set_at: 9, wait_for: 600_000, maybe_twice: 1 },
];

/** Those that make a difference where no endpoint reports an outcome. */
const marksOf = (hasOutcome: boolean): Cells[] =>
  hasOutcome ? marks : marks.filter((mark) => Object.keys(mark).length === 0 || 'asks' in mark);

const because: Why = { said: 'a test' };
const outcome = {
  TrackingNumber: 'T1',
  IsFinalTrackingNumber: false,
  ShippingProvider: 'P1',
  SvcId: 'S1',
  record: { a: 1 },
};
const changes: [string, Change][] = [
  ['accepted', { events: ['accepted'], why: because, wait: { setAt: now, forMs: 60 } }],
  ['made', { events: ['accepted', 'made'], why: because, wait: { setAt: now, forMs: 60 }, outcome, said: 'ok' }],
  ['again', { events: ['again'], why: because, wait: { setAt: now, forMs: 60 }, maybeTaken: true }],
  ['paused', { events: ['paused'], why: because, wait: null, costsNoTry: true }],
  ['refused', { events: ['refused'], why: because, wait: null, reason: { code: 'E', text: 'no', field: null } }],
  ['lost', { events: ['lost'], why: because, wait: null, asks: 'may-be-there', maybeTaken: true }],
];
const checked: [string, Change][] = [
  ['later', { events: [], why: null, wait: { setAt: now, forMs: 60 }, reads: 3, absences: 1 }],
  ['not there', { events: ['not-there'], why: because, wait: null, maybeTaken: false, absences: 0 }],
  ['found made', { events: ['found', 'made'], why: because, wait: null, outcome, lostAtRunningMs: null }],
  ['made', { events: ['made'], why: because, wait: { setAt: now, forMs: 9 }, outcome }],
];

/** Lines of a journal: action, state after it, and the rest. */
const actions: [ActionEvent, State, object?][] = [
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

const yields = (): Promise<void> => Promise.resolve();
type Verb = readonly [string, (subject: Subject, state: State) => unknown];

const newerOf = (old: object[], acts: object[]) =>
  ({ old, acts, damaged: 0, untrustedCount: 0, generation: 1 }) as unknown as Parameters<typeof replay>[2];

/** Claims the entry as if the earlier one were met. */
function claimAlone(db: TestOutbox['db'], outbox: Subject['outbox']): unknown {
  db.exec(`UPDATE entry SET held_by = NULL WHERE seq = 2; UPDATE entry SET state = 'draft' WHERE seq = 1`);
  return outbox.sync.claim(9, now, 'practice', []);
}

/** The answer of a replay without the lines, which were given. */
const replayed = async ({ context, db }: Subject, old: object[], acts: object[]): Promise<unknown> => {
  const { appliedLines, ...answer } = await replay(context, db, newerOf(old, acts), yields);
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
  const claimed = ({ id, seq }: { id: string; seq: number }) => ({ id, seq, attemptId: 1 }) as unknown as ClaimedEntry;
  const subject = { id: 'e2', seq: 2 };
  return [
    ['claim', ({ db, outbox }) => claimAlone(db, outbox)],
    [
      'claim damaged',
      ({ db, outbox }) => {
        db.exec(`UPDATE entry SET request = '{}' WHERE seq = 2`);
        return claimAlone(db, outbox);
      },
    ],
    ...changes.map(([name, change]): Verb => [
      `settle ${name}`,
      ({ outbox }) => outbox.sync.settle(claimed(subject), null, name, change, now),
    ]),
    ...checked.map(([name, change]): Verb => [
      `settle a check ${name}`,
      ({ outbox }, state) =>
        outbox.sync.settleCheck({ ...subject, state, lastAttemptId: 1 } as unknown as DueCheck, change, now),
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
    ['restore: possibly sent', ({ context, db }) => markPossiblySent(context, db, 'practice', yields)],
    [
      'restore: an old line',
      (given) => {
        const { query, body, endpoint } = given.capture('A2', 9);
        return replayed(given, [{ id: 'e2', at: 9000, endpoint, operator: 'Ben', query, body }], []);
      },
    ],
    ...actions.map(([event, to, more = {}]): Verb => [
      `restore: ${event} ${JSON.stringify({ to, ...more })}`,
      (given, state) => {
        const { weight, as = 'A2', ...rest } = more as { weight?: number; as?: string };
        const { query, body, endpoint } = given.capture(as, weight ?? 100);
        const line = {
          ...{ v: 2, generation: 1, step: 9, id: 'e2', at: 9000, endpoint, operator: 'Ben', key: as },
          ...{ event, from: state, to, why: because, ...(weight !== undefined && { request: { query, body } }) },
          ...rest,
        };
        return replayed(given, [], [line]);
      },
    ]),
    ...(['done', 'withdrawn'] as const).map((state): Verb => [
      `rescue: erased ${state}`,
      ({ context, db }) => erase(state, db, context),
    ]),
  ];
}

let erased: TestOutbox;
/** Settles the entry as an older file has it, where it was settled, replaced and erased. */
async function erase(state: State, into: TestOutbox['db'], context: OutboxContext): Promise<void> {
  erased.db.exec(`UPDATE entry SET state = '${state}', tries = 4, accepted_at = 6, settled_at = 7, erased_at = 8,
    tracking_number = 'T5', tracking_final = 1, svc_id = 'S5', replaced_by = 'e7', maybe_twice = 1, maybe_taken = 1
    WHERE seq = 2`);
  await settleErased(erased.db, into, context, yields);
}

const rowsOf = { entry: 'seq', history: 'seq', attempt: 'id', need: 'entry * 1000 + needs' };
const textOf = (cell: unknown): string => (Buffer.isBuffer(cell) ? cell.toString('hex').slice(0, 6) : String(cell));

const unwritten = ['row', 'seal', 'request', 'recipient', 'list_state', 'due_at'];
type Tables = Map<string, Cells>;

/** Reads rows of each table by number, without their seals. */
function tableReader(db: TestOutbox['db']): () => Tables {
  const reads = Object.entries(rowsOf).map(
    ([table, key]) => [table, db.prepare<[], Cells>(`SELECT ${key} AS row, * FROM ${table}`)] as const,
  );
  return () =>
    new Map(reads.flatMap(([table, rows]) => rows.all().map((cells) => [`${table} ${String(cells['row'])}`, cells])));
}

/** The cells that differ, by row; those of a new row that are not zero. */
function differences(before: Tables, after: Tables): string[] {
  const gone = [...before.keys()].filter((name) => !after.has(name)).map((name) => `-${name}`);
  const found = [...after].flatMap(([name, cells]) => {
    const old = before.get(name);
    if (name.startsWith('history')) {
      if (old) return [];
      const { entry, at, who, event, from_state, to_state, why: words, why_code, why_params } = cells;
      return [`(${[entry, at, who, event, from_state, to_state, words, why_code, why_params].map(textOf).join(' ')})`];
    }
    const changed = Object.entries(cells)
      .filter(([column]) => !unwritten.includes(column))
      .filter(([column, cell]) => textOf(cell) !== textOf(old ? old[column] : null) && (old || cell !== 0))
      .map(([column, cell]) => `${column}=${textOf(cell)}`);
    return changed.length === 0 ? [] : [`${old ? '' : '+'}${name}: ${changed.join(' ')}`];
  });
  return [...gone, ...found];
}

let labels: Subject;
let declared: Subject;
beforeAll(() => {
  labels = openSubject((key, Weight = 100) => labelCapture(key, { Weight }));
  declared = openSubject((key, Weight = 100) => {
    const { body, ...rest } = declareCapture(key);
    return { ...rest, body: { ...(body as object), Weight } };
  });
  erased = openTestOutbox();
  for (const key of ['A1', 'A2']) erased.outbox.enqueue(key, labelCapture(key), 'Mia', false);
});
afterAll(() => [labels.desk, declared.desk, erased].forEach((desk) => desk.close()));

/** What a verb makes of the entry in this state; null if the table allows no such row. */
async function caseOf(subject: Subject, cells: Cells, act: (subject: Subject) => unknown): Promise<string | null> {
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
    const before = tables();
    db.exec('SAVEPOINT verb');
    let answer: string;
    try {
      answer = JSON.stringify(await act(subject)) ?? '';
    } catch (error) {
      db.exec('ROLLBACK TO verb');
      answer = (error as { problem?: { kind: string } }).problem?.kind ?? String(error);
    }
    const broken = row(2)?.isIntact === false ? ['BROKEN SEAL'] : [];
    return [answer, ...differences(before, tables()), ...broken].filter((text) => text !== '').join(' | ') || 'nothing';
  } finally {
    db.exec('ROLLBACK');
  }
}

describe('what a verb makes of an entry', () => {
  it('is what it was before, in each state, with each mark, whether some endpoint reports its outcome or not', async () => {
    const subjects = [labels, declared].map((subject) => ({
      subject,
      hasOutcome: endpointOf(subject.capture('A1').endpoint).outcome.length > 0,
    }));
    expect(subjects.map(({ hasOutcome }) => hasOutcome)).toEqual([true, false]);
    const lines: string[] = [];
    let cases = 0;
    for (const [name, act] of verbs())
      for (const state of states) {
        const found: string[] = [];
        for (const { subject, hasOutcome } of subjects)
          for (const mark of marksOf(hasOutcome)) {
            const cells = { ...cellsOf[state], ...mark, state };
            const one = await caseOf(subject, cells, (given) => act(given, state));
            if (one !== null) found.push(one);
          }
        cases += found.length;
        lines.push(`${name}, ${state}: ${found[0] ?? ''} || ${found.length} cases ${digest(found)}`);
      }
    expect(cases).toBeGreaterThan(5000);
    expectKept('entry-verbs.txt', lines);
  });
});
