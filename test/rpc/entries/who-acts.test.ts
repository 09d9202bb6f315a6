import { captureHandlers, decisionHandlers, setFieldHandlers } from '../../../electron/desk/handlers/entry-handlers.ts';
import type { Change } from '../../../electron/outbox/entry.ts';
import { deskContract, type Input, type ProcedureName } from '../../../shared/contract/desk-contract.ts';
import { testDeskContext } from '../../support/test-desk-context.ts';
import { labelCapture, openTestOutbox, type TestOutbox } from '../../support/open-test-outbox.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let desk: TestOutbox;
let handlers: Partial<Record<ProcedureName, (input: never) => unknown>>;
beforeEach(() => {
  desk = openTestOutbox();
  const parts = testDeskContext(desk);
  handlers = {
    ...captureHandlers(parts, setImmediate),
    ...decisionHandlers(parts, () => Promise.resolve()),
    ...setFieldHandlers(parts, () => Promise.resolve()),
  };
});
afterEach(() => desk.close());

const fieldsOf = (name: ProcedureName): string[] => {
  const { input } = deskContract[name];
  return 'shape' in input ? Object.keys(input.shape) : [];
};
const names = Object.keys(deskContract) as ProcedureName[];
const ofEntries = names.filter(
  (name) => /^(entry|entries|labels)\./.test(name) && fieldsOf(name).includes('commandId'),
);

let commands = 0;
const command = () => `command-${++commands}`;
const add = (key: string, draft = false) => desk.outbox.enqueue(command(), labelCapture(key), 'Ana', draft).id;
const request = (PackageId: string, Weight = 100) => {
  const { endpoint, body } = labelCapture(PackageId, { Weight });
  return { endpoint, body };
};
const because = { said: 'a test' };

/** Sends the waiting entry, and settles it with the given change. */
function end(change: Partial<Omit<Change, 'why'>>): void {
  const [claimed] = desk.outbox.sync.claim(1, desk.now(), 'practice', []);
  if (!claimed) throw new Error('nothing waits');
  desk.outbox.sync.settle(claimed, null, 'test', { events: [], why: because, wait: null, ...change }, desk.now());
}
const outcome = {
  ...{ TrackingNumber: 'T1', IsFinalTrackingNumber: true, ShippingProvider: null, SvcId: null, record: {} },
};
function ended(key: string, change: Partial<Omit<Change, 'why'>>): string {
  const id = add(key);
  end(change);
  return id;
}

/**
 * For each procedure: brings an entry into a suitable state, and returns the input and the entry whose history shows
 * it.
 */
const acts: { [N in ProcedureName]?: () => { about?: string; input: Omit<Input<N>, 'commandId' | 'operator'> } } = {
  'entry.enqueue': () => ({ input: { request: request('A1') } }),
  'entry.submit': () => about(add('A1', true), (id) => ({ id })),
  'entry.change': () => about(add('A1'), (id) => ({ id, request: request('A1', 7) })),
  'entry.mend': () =>
    about(ended('A1', { events: ['refused'], reason: { code: '', text: 'no', field: null } }), (id) => ({
      ...{ id, request: request('A1', 7) },
    })),
  'entry.replace': () => about(ended('A1', { events: ['accepted'] }), (id) => ({ id, request: request('A2') })),
  'entry.decide': () =>
    about(ended('A1', { events: ['lost'], maybeTaken: true, wait: { setAt: desk.now(), forMs: 0 } }), (id) => ({
      ...{ id, decision: 'withdraw' as const, why: 'by phone' },
    })),
  'entry.withdraw': () => about(add('A1'), (id) => ({ ids: [id] })),
  'entry.sendAnyway': () => about(add('A1'), (id) => ({ id })),
  'entry.cancelled': () => {
    const id = ended('A1', { events: ['accepted'] });
    desk.outbox.replace(command(), id, labelCapture('A2'), 'Ana');
    return about(id, () => ({ id }));
  },
  'entries.setField': () => about(add('A1'), (id) => ({ ids: [id], path: '$.Package.ServiceCode', value: 'SGP2' })),
  'labels.notPrinted': () => {
    const id = ended('A1', { events: ['accepted', 'made'], outcome });
    desk.db.prepare('UPDATE entry SET maybe_printed = 1 WHERE id = ?').run(id);
    return about(id, () => ({ ids: [id] }));
  },
  'labels.printed': () => about(ended('A1', { events: ['accepted', 'made'], outcome }), (id) => ({ ids: [id] })),
};
const about = <T>(id: string, input: (id: string) => T) => ({ about: id, input: input(id) });

describe('the operator', () => {
  it('is a field of every command about entries and labels, and of imports', () => {
    expect(Object.keys(acts).toSorted()).toEqual(ofEntries.toSorted());
    for (const name of [...ofEntries, 'import.run'] as const) expect(fieldsOf(name), name).toContain('operator');
  });

  it.each(ofEntries)('is in the history of the entry: %s', async (name) => {
    const { about: before, input } = acts[name]!();
    const given = deskContract[name].input.parse({ ...input, commandId: command(), operator: 'Mia' });
    const answer = await handlers[name]!(given as never);
    const id = before ?? (answer as { id: string }).id;
    expect(desk.reader.detail(id)?.history.at(-1)).toMatchObject({ who: 'Mia' });
  });

  it('who replaces an order is recorded as the one who entered the new order', async () => {
    const { input } = acts['entry.replace']!();
    const answer = await handlers['entry.replace']!({ ...input, commandId: command(), operator: 'Mia' } as never);
    const { id } = answer as { id: string };
    expect(desk.reader.detail(id)).toMatchObject({ operator: 'Mia', history: [{ who: 'Mia' }] });
  });
});
