import { commandsForgetter } from '../../electron/outbox/commands.ts';
import { labelCapture, type TestOutbox } from '../support/open-test-outbox.ts';
import { freshOutbox } from './fresh-outbox.ts';
import { beforeEach, describe, expect, it } from 'vitest';

/** How long a command of a screen, queue or script is promised to be recognized (ms). */
const week = 7 * 24 * 3_600_000;
const { box, claim, settle } = freshOutbox();
let desk: TestOutbox;
beforeEach(() => {
  desk = box();
});

const ids = () =>
  desk.db
    .prepare<[], { id: string }>('SELECT id FROM command ORDER BY id')
    .all()
    .map(({ id }) => id);
const capture = (commandId: string) => desk.outbox.enqueue(commandId, labelCapture(`P-${commandId}`), 'Mia', false);
/** A command that withdraws entries, recorded as the handlers record it. */
const withdraw = (commandId: string, wanted: string[]) =>
  desk.outbox.once(commandId, 'withdraw', () => {
    for (const id of wanted) desk.outbox.withdraw(id, { operator: 'Mia', why: '', decided: false, alone: false });
    return { withdrawn: wanted, problems: [] };
  });
function slices(some: () => boolean): number {
  let count = 1;
  while (some()) count++;
  return count;
}

describe('command ids', () => {
  it('are kept for seven days, and as long as one of their entries is open', () => {
    const { processBatch } = commandsForgetter(desk.db, desk.now);
    const asked = capture('asked');
    const [claimed] = claim();
    settle(claimed!, { events: ['refused'], reason: { code: '', text: 'no', field: null } });
    desk.outbox.decide('decided', asked.id, 'taken', 'Mia', 'by phone');
    const [open, settled] = [capture('open'), capture('settled')];
    withdraw('on-settled', [settled.id]);
    withdraw('on-none', []);
    desk.advance(week);
    slices(processBatch);
    expect(ids()).toEqual(['asked', 'decided', 'on-none', 'on-settled', 'open', 'settled']);
    desk.advance(3_600_000);
    slices(processBatch);
    expect(ids()).toEqual(['asked', 'decided', 'open']);
    expect(desk.outbox.enqueue('open', labelCapture('Other'), 'Mia', false)).toEqual(open);
    expect(desk.outbox.decide('decided', asked.id, 'taken', 'Mia', 'by phone')).toBe('accepted');

    withdraw('late', [open.id]);
    desk.outbox.decide('closed', asked.id, 'closed', 'Mia', 'by phone');
    desk.advance(week);
    slices(processBatch);
    expect(ids()).toEqual(['closed', 'late']);
    desk.advance(3_600_000);
    slices(processBatch);
    expect(ids()).toEqual([]);
  });

  it('of damaged rows are kept, and do not stop the removal of others', () => {
    const { processBatch } = commandsForgetter(desk.db, desk.now);
    for (const id of ['a', 'b', 'c']) withdraw(`on-${id}`, [capture(id).id]);
    // A bad sector changes a row without checking constraints.
    desk.db.pragma('ignore_check_constraints = ON');
    desk.db.prepare(`UPDATE command SET answer = substr(answer, 2) WHERE id = 'b'`).run();
    desk.advance(week + 1);
    slices(processBatch);
    expect(ids()).toEqual(['b']);
  });

  it('are removed in slices, however many there are and however many entries one of them names', () => {
    const { processBatch } = commandsForgetter(desk.db, desk.now);
    const many = Array.from({ length: 400 }, (_, n) => capture(`one-${n}`).id);
    withdraw('all', many);
    capture('open');
    desk.advance(week + 1);
    const left: number[] = [ids().length];
    while (processBatch()) left.push(ids().length);
    left.push(ids().length);
    expect(left.at(-1)).toBe(1);
    for (const [index, count] of left.entries())
      if (index > 0) expect(left[index - 1]! - count).toBeLessThanOrEqual(150);
    // 400 commands with one entry each, and one command with 400 entries
    expect(left.length).toBeGreaterThan(6);
  });
});
