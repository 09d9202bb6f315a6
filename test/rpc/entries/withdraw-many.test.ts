import { afterEach, beforeEach, expect, it } from 'vitest';
import { decisionHandlers } from '../../../electron/rpc/entries/decision-handlers.ts';
import { openParts } from '../../support/open-parts.ts';
import { labelCapture, openTestOutbox, type TestOutbox } from '../../support/open-test-outbox.ts';

let desk: TestOutbox;
let ids: string[];
/** How many are withdrawn each time that others may go first. */
let seen: number[];
let yieldToEventLoop: () => Promise<void>;

beforeEach(() => {
  desk = openTestOutbox();
  ids = Array.from({ length: 130 }, (_, n) => desk.outbox.enqueue(`add-${n}`, labelCapture(`P${n}`), 'Ana', false).id);
  seen = [];
  yieldToEventLoop = () => Promise.resolve();
});
afterEach(() => desk.close());

const withdrawn = () => desk.reader.counts().byState.withdrawn;
function withdraw(commandId: string, wanted = ids) {
  const parts = openParts(desk);
  const handlers = decisionHandlers(parts, () => {
    seen.push(withdrawn());
    return yieldToEventLoop();
  });
  const given = { commandId, ids: wanted, operator: 'Mia', why: '', decided: false, alone: false };
  return handlers['entry.withdraw'](given);
}

it('many entries are withdrawn some at a time, and captures go between', async () => {
  expect(await withdraw('all')).toEqual({ withdrawn: ids, problems: [] });
  expect(seen).toEqual([50, 100]);
  expect(await withdraw('all')).toEqual({ withdrawn: ids, problems: [] });
  expect(seen).toEqual([50, 100]);
});

it('a withdrawal that was cut short goes on where it stopped when it is given again, and answers for all', async () => {
  yieldToEventLoop = () => Promise.reject(new Error('killed'));
  await expect(withdraw('all')).rejects.toThrow('killed');
  expect(withdrawn()).toBe(50);
  yieldToEventLoop = () => Promise.resolve();
  expect(await withdraw('all')).toEqual({ withdrawn: ids, problems: [] });
  expect(desk.reader.detail(ids[0]!)?.history.map(({ to }) => to)).toEqual(['queued', 'withdrawn']);
});
