import type { Change } from '../../electron/outbox/entry.ts';
import { openTestOutbox, labelCapture, skuCapture, boxCapture, type TestOutbox } from '../support/open-test-outbox.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const given = { why: { said: 'a test' }, wait: null };
const answers: Change[] = [
  { ...given, events: ['accepted'], wait: { setAt: 0, forMs: 0 } },
  { ...given, events: ['accepted', 'made'] },
  { ...given, events: ['accepted'], asks: 'was-there-before' },
  { ...given, events: ['refused'], reason: { code: '', text: 'no', field: null } },
  { ...given, events: ['lost'], asks: 'may-be-there', maybeTaken: true },
  { ...given, events: ['again'], maybeTaken: true, wait: { setAt: 0, forMs: 1000 } },
  { ...given, events: ['paused'], costsNoTry: true },
];
const captures = [labelCapture, skuCapture, boxCapture];
const decisions = ['send-again', 'taken', 'withdraw', 'ours', 'closed'] as const;

interface Act {
  do: number;
  which: number;
  how: number;
}

/** One action of a person, the service or the clock; an action that the outbox rejects changes nothing. */
function perform(desk: TestOutbox, { do: what, which, how }: Act, n: number): void {
  const { outbox } = desk;
  const ids = desk.db.prepare<[], string>('SELECT id FROM entry ORDER BY seq').pluck().all();
  const id = ids[which % Math.max(1, ids.length)] ?? '';
  const [command, given] = [`c${String(n)}`, { operator: 'Mia', why: 'x', decided: how % 2 === 0, alone: false }];
  const capture = (captures[how % captures.length] ?? labelCapture)(`K${String(n)}`);
  const acts = [
    () => void outbox.enqueue(command, capture, 'Mia', how % 3 === 0),
    () => void outbox.enqueueMany([capture, labelCapture(`F${String(n)}`)], 'Mia', false, true),
    () => void outbox.submit(command, id, capture, 'Mia', true),
    () => void outbox.withdraw(id, given),
    () => void outbox.decide(command, id, decisions[how % decisions.length] ?? 'taken', 'Mia', 'by phone'),
    () => void outbox.replace(command, id, labelCapture(`R${String(n)}`), 'Mia'),
    () => void outbox.cancelled(command, id, 'Mia'),
    () => void desk.advance(how * 400_000),
    () => {
      for (const claimed of outbox.sync.claim(1 + (how % 3), desk.now(), 'practice', []))
        outbox.sync.settle(claimed, null, 'test', answers[how % answers.length]!, desk.now());
    },
    () => {
      for (const read of outbox.sync.dueChecks(2, desk.now()))
        outbox.sync.settleCheck(read, answers[how % 2 === 0 ? 3 : 1]!, desk.now());
    },
  ];
  try {
    acts[what % acts.length]?.();
  } catch (error) {
    if (!(error instanceof Error && error.name === 'ProblemError')) throw error;
  }
}

describe('the counts on badges', () => {
  it('equal a count of the rows, after any actions of people and the service', () => {
    const act = fc.record({ do: fc.nat(9), which: fc.nat(20), how: fc.nat(20) });
    const seen = new Set<string>();
    fc.assert(
      fc.property(fc.array(act, { minLength: 20, maxLength: 60 }), (acts) => {
        const desk = openTestOutbox();
        try {
          for (const [n, one] of acts.entries()) {
            perform(desk, one, n);
            const count = (where: string): number =>
              desk.db.prepare<[], number>(`SELECT count(*) FROM entry NOT INDEXED WHERE ${where}`).pluck().get() ?? 0;
            const { byState, asking, stuck, toCancel, waiting } = desk.reader.counts();
            for (const [state, entries] of Object.entries(byState)) {
              expect([state, entries]).toEqual([state, count(`state = '${state}'`)]);
              if (entries > 0) seen.add(state);
            }
            expect({ asking, stuck, toCancel, waiting }).toEqual({
              asking: count('asks IS NOT NULL'),
              stuck: count(`state = 'accepted' AND accepted_at <= ${String(desk.now() - 1_800_000)}`),
              toCancel: count('to_cancel = 1'),
              waiting: count("state IN ('queued', 'sending', 'unsure')"),
            });
          }
        } finally {
          desk.close();
        }
      }),
      { numRuns: 25, seed: 20261122 },
    );
    expect([...seen].toSorted()).toEqual(['accepted', 'done', 'draft', 'queued', 'refused', 'unsure', 'withdrawn']);
  });
});
