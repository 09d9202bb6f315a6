import { applyChange, type ChangeResult, applyTransition } from '../../electron/outbox/entry-change.ts';
import { type StoredEntry, multipleContentsHash } from '../../electron/outbox/entry-row.ts';
import type { Change, Transitions } from '../../electron/outbox/entry.ts';
import { type EntryEvent, entryEvents, type State, states, transitions } from '../../shared/outbox/states.ts';
import type { Why } from '../../shared/outbox/whys.ts';
import { problemKindOf } from '../support/problem-kind.ts';
import { expectGolden } from './expect-golden.ts';
import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';

const now = 1000;
const testReason: Why = { said: 'a test' };
const [sentHash, earlierHash] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];

const emptyRow: StoredEntry = {
  seq: 1,
  id: 'e1',
  endpoint: 2,
  key_kind: 'PackageId',
  key: 'A1',
  captured_at: 1,
  request_sha256: sentHash,
  state: 'draft',
  tries: 1,
  accepted_at: null,
  settled_at: null,
  held_by: null,
  wait_set_at: null,
  wait_for: null,
  maybe_taken: 0,
  asks: null,
  absences: 0,
  lost_at_running: null,
  reads: 0,
  reason_code: null,
  reason_text: null,
  reason_field: null,
  tracking_number: null,
  tracking_final: null,
  shipping_provider: null,
  svc_id: null,
  replaces: null,
  replaced_by: null,
  to_cancel: 0,
  reached_sha256: null,
  maybe_twice: 0,
  said: null,
};
/** Every cell has a value that no change sets. */
const fullRow: StoredEntry = {
  ...emptyRow,
  tries: 3,
  accepted_at: 5,
  settled_at: 6,
  held_by: 7,
  wait_set_at: 8,
  wait_for: 9,
  maybe_taken: 1,
  asks: 'may-be-there',
  absences: 2,
  lost_at_running: 10,
  reads: 4,
  reason_code: 'R',
  reason_text: 'text',
  reason_field: 'Weight',
  tracking_number: 'T0',
  tracking_final: 1,
  shipping_provider: 'P0',
  svc_id: 'S0',
  replaces: 'e2',
  replaced_by: 'e3',
  to_cancel: 1,
  reached_sha256: earlierHash,
  maybe_twice: 1,
  said: 'noted',
};

/** Rows with each combination of the cells that influence what a transition or a change sets. */
const rows: StoredEntry[] = ([null, 0, 1] as const).flatMap((tracking_final) =>
  [null, 5].flatMap((accepted_at) =>
    ([null, 'may-be-there'] as const).flatMap((asks) =>
      [null, sentHash, earlierHash, multipleContentsHash].flatMap((reached_sha256) =>
        [emptyRow, { ...emptyRow, wait_set_at: 8, wait_for: 9 }].flatMap((waitingRow) =>
          [waitingRow, { ...waitingRow, maybe_taken: 1 as const }].flatMap((takenRow) =>
            [null, 7].map((held_by) => ({ ...takenRow, tracking_final, accepted_at, asks, reached_sha256, held_by })),
          ),
        ),
      ),
    ),
  ),
);
const someRows = [emptyRow, fullRow, ...rows.filter((_, index) => index % 37 === 0)];

const outcome = { TrackingNumber: 'T1', ShippingProvider: 'P1', SvcId: 'S1', record: {} };
type Part = Partial<Omit<Change, keyof Transitions>>;
/** The fields of a change, each with every kind of value. */
const changeParts: Part[] = [
  { wait: { setAt: 11, forMs: 12 } },
  { maybeTaken: true },
  { maybeTaken: false },
  { maybeTwice: true },
  { said: 'done' },
  { said: null },
  { asks: 'another-record' },
  { asks: null },
  { absences: 0 },
  { absences: 5 },
  { lostAtRunningMs: 20 },
  { lostAtRunningMs: null },
  { reads: 0 },
  { reads: 9 },
  { reason: { code: 'E', text: 'no', field: 'Sku' } },
  { reason: { code: '', text: 'no', field: null } },
  { reason: null },
  { outcome: { ...outcome, IsFinalTrackingNumber: true } },
  { outcome: { ...outcome, IsFinalTrackingNumber: false } },
  { outcome: { ...outcome, IsFinalTrackingNumber: null } },
  {
    outcome: { TrackingNumber: null, IsFinalTrackingNumber: null, ShippingProvider: null, SvcId: null, record: null },
  },
  { costsNoTry: true },
];
const pairs: Part[] = changeParts.flatMap((first, index) =>
  changeParts.slice(index + 1).map((second) => ({ ...first, ...second })),
);

const transitionsFrom = (state: State): [EntryEvent, State][] =>
  entryEvents.flatMap((event): [EntryEvent, State][] => {
    const to = transitions[state][event];
    return to === null ? [] : [[event, to]];
  });
/** All sequences of at most two transitions from a state. */
const chainsFrom = (state: State): EntryEvent[][] => [
  [],
  ...transitionsFrom(state).flatMap(([event, to]) => [
    [event],
    ...transitionsFrom(to).map(([secondEvent]) => [event, secondEvent]),
  ]),
];

const cellText = (cell: unknown): string => {
  if (!Buffer.isBuffer(cell)) return String(cell);
  if (cell.equals(sentHash)) return 'current';
  return cell.equals(earlierHash) ? 'earlier' : 'several';
};
/** Lists the cells that differ and the steps of the change. */
const differences = (from: StoredEntry, { row, steps }: ChangeResult): string =>
  [
    ...Object.keys(row).flatMap((column) => {
      const [oldCell, cell] = [from, row].map((one) => one[column as keyof StoredEntry]);
      return cell === oldCell ? [] : [`${column}=${cellText(cell)}`];
    }),
    ...steps.map(({ event, from: fromState, to, at }) => `(${event} ${fromState} ${to} ${at})`),
  ].join(' ') || 'nothing';
const digest = (texts: readonly string[]): string => hash('sha256', texts.join('\n')).slice(0, 16);

/** A change with these transitions and the given fields only. */
const changeOf = (events: readonly EntryEvent[], part: Part = {}): Change =>
  ({ wait: null, ...part, events, why: events.length === 0 ? null : testReason }) as Change;

describe('what a change makes of the row of an entry', () => {
  it('is what it was before, for each transition', () => {
    const lines = states.flatMap((state) =>
      transitionsFrom(state).map(([event]) => {
        const baseRow = { ...fullRow, state };
        const rowDifferences = rows.map((row) =>
          differences({ ...row, state }, applyTransition({ ...row, state }, event, testReason, now)),
        );
        return `${state} ${event}: ${differences(baseRow, applyTransition(baseRow, event, testReason, now))} | ${rowDifferences.length} rows ${digest(rowDifferences)}`;
      }),
    );
    expect(lines).toHaveLength(23);
    expectGolden('entry-transitions.txt', lines);
  });

  it('is a problem for each transition that the table lacks', () => {
    for (const state of states)
      for (const event of entryEvents.filter((candidate) => transitions[state][candidate] === null))
        expect(problemKindOf(() => applyTransition({ ...fullRow, state }, event, testReason, now))).toBe('wrong-state');
  });

  it('is what it was before, for each part of a change and each two of them, with up to two transitions', () => {
    let cases = 0;
    const lines = states.flatMap((state) =>
      chainsFrom(state).map((events) => {
        const differencesFor = (givenRows: readonly StoredEntry[], changeParts: readonly Part[]): string[] =>
          givenRows.flatMap((row) =>
            changeParts.map((part) =>
              differences({ ...row, state }, applyChange({ ...row, state }, changeOf(events, part), now)),
            ),
          );
        const [singleParts, pairedParts] = [
          differencesFor(someRows, [{}, ...changeParts]),
          differencesFor([emptyRow, fullRow], pairs),
        ];
        cases += singleParts.length + pairedParts.length;
        const name = [state, ...events].join(' ');
        return `${name}: ${differencesFor([fullRow], [{}])[0] ?? ''} | parts ${digest(singleParts)} pairs ${digest(pairedParts)}`;
      }),
    );
    const partLines = changeParts.map((part) => {
      const baseRow = { ...fullRow, state: 'sending' as const };
      return `${JSON.stringify(part)}: ${differences(baseRow, applyChange(baseRow, changeOf([], part), now))}`;
    });
    expect(cases).toBeGreaterThan(50_000);
    expectGolden('entry-changes.txt', [...partLines, ...lines]);
  });
});
