import { batchEvents } from '../../../electron/platform/link/run-desk-thread.ts';
import type { NumberedEvent } from '../../../shared/contract/desk-events.ts';
import { beforeEach, describe, expect, it } from 'vitest';

let sent: NumberedEvent[];
let due: (() => void)[];
beforeEach(() => {
  sent = [];
  due = [];
});
const gather = () =>
  batchEvents(
    (event) => sent.push(event),
    (run) => due.push(run),
  );

describe('events of the desk', () => {
  it('are collected: ids are merged, other events replaced by the latest, all numbered in order', () => {
    const events = gather();
    events.emit({ kind: 'entries', ids: ['a'] });
    events.emit({ kind: 'import', done: 1, of: 9 });
    events.emit({ kind: 'entries', ids: ['b', 'a'] });
    events.emit({ kind: 'import', done: 2, of: 9 });
    expect(sent).toEqual([]);
    expect(due).toHaveLength(1);
    due[0]?.();
    expect(sent).toEqual([
      { n: 1, event: { kind: 'entries', ids: ['a', 'b'] } },
      { n: 2, event: { kind: 'import', done: 2, of: 9 } },
    ]);
  });

  it('are sent again after a flush, with increasing numbers', () => {
    const events = gather();
    events.emit({ kind: 'settings' });
    due[0]?.();
    events.emit({ kind: 'settings' });
    due[1]?.();
    expect(sent.map((event) => event.n)).toEqual([1, 2]);
  });

  it('contain "many" instead of a long list of ids', () => {
    const events = gather();
    for (let i = 0; i < 501; i++) events.emit({ kind: 'entries', ids: [String(i)] });
    events.emit({ kind: 'entries', ids: ['one more'] });
    events.flush();
    expect(sent).toEqual([{ n: 1, event: { kind: 'entries', ids: 'many' } }]);
  });

  it('merge the subjects of lookups of one kind, and keep kinds separate', () => {
    const events = gather();
    events.emit({ kind: 'lookup', about: 'tracked', subjects: ['T1'] });
    events.emit({ kind: 'lookup', about: 'orders', subjects: ['O1'] });
    events.emit({ kind: 'lookup', about: 'tracked', subjects: ['T2', 'T1'] });
    events.flush();
    expect(sent.map(({ event }) => event)).toEqual([
      { kind: 'lookup', about: 'tracked', subjects: ['T1', 'T2'] },
      { kind: 'lookup', about: 'orders', subjects: ['O1'] },
    ]);
  });
});
