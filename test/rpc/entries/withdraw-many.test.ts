import { decisionHandlers } from '../../../electron/desk/handlers/entry-handlers.ts';
import { testDeskContext } from '../../support/test-desk-context.ts';
import { labelCapture, openTestOutbox, type TestOutbox } from '../../support/open-test-outbox.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';

let desk: TestOutbox;
let ids: string[];
/** Number of withdrawn entries at each yield to other work. */
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
  const parts = testDeskContext(desk);
  const handlers = decisionHandlers(parts, () => {
    seen.push(withdrawn());
    return yieldToEventLoop();
  });
  const given = { commandId, ids: wanted, operator: 'Mia', why: '', decided: false, alone: false };
  return handlers['entry.withdraw'](given);
}

it('many entries are withdrawn in slices, and captures run between them', async () => {
  expect(await withdraw('all')).toEqual({ withdrawn: ids, problems: [] });
  expect(seen).toEqual([50, 100]);
  expect(await withdraw('all')).toEqual({ withdrawn: ids, problems: [] });
  expect(seen).toEqual([50, 100]);
});

it('an interrupted withdrawal continues where it stopped when the command is repeated, and answers for all entries', async () => {
  yieldToEventLoop = () => Promise.reject(new Error('killed'));
  await expect(withdraw('all')).rejects.toThrow('killed');
  expect(withdrawn()).toBe(50);
  yieldToEventLoop = () => Promise.resolve();
  expect(await withdraw('all')).toEqual({ withdrawn: ids, problems: [] });
  expect(desk.reader.detail(ids[0]!)?.history.map(({ to }) => to)).toEqual(['queued', 'withdrawn']);
});
