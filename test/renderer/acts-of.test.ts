import { actionsOf, type EntryAction } from '../../renderer/screens/outbox/entry-commands.ts';
import { transitions, type EntryEvent } from '../../shared/outbox/states.ts';
import { fakeEntry, kinds } from '../support/fake-entries.ts';
import { describe, expect, it } from 'vitest';

const all = kinds.map((_, at) => fakeEntry(at, 1_000_000_000));

/** The transition of each action; actions not listed change no state or create another entry. */
const arrows: Partial<Record<EntryAction, EntryEvent>> = {
  submit: 'submit',
  change: 'change',
  mend: 'mend',
  taken: 'taken',
  'send-again': 'send-again',
  closed: 'closed',
  refusal: 'failed',
};

describe('actions offered on an entry', () => {
  it('are only those with a transition in the state table', () => {
    for (const entry of all) {
      for (const act of actionsOf(entry)) {
        const arrow = act === 'taken' && entry.asks === 'unknown-text' ? 'made' : arrows[act];
        if (arrow) expect(transitions[entry.state][arrow], `${act} on ${entry.state}`).not.toBe(null);
        if (act === 'withdraw') {
          expect(transitions[entry.state].withdraw ?? transitions[entry.state].discard).toBe('withdrawn');
        }
      }
    }
  });

  it('are at least two if the entry waits for a decision or a correction', () => {
    for (const entry of all.filter(({ waitsFor }) => ['person', 'mend'].includes(waitsFor.for))) {
      expect(actionsOf(entry).length).toBeGreaterThan(1);
    }
  });

  it('never include changing an entry the service may have', () => {
    for (const entry of all.filter(({ maybeTaken, tries }) => maybeTaken || tries > 0)) {
      expect(actionsOf(entry)).not.toContain('change');
    }
  });

  it('never include replacing a replaced entry, and are none while it is being sent', () => {
    for (const entry of all) {
      if (entry.replacedBy !== null) expect(actionsOf(entry)).not.toContain('replace');
      if (entry.state === 'sending') expect(actionsOf(entry)).toEqual([]);
    }
  });

  it('include ticking off an order to be cancelled at the service, and sending an entry that waits for another', () => {
    expect(actionsOf(all.find(({ toCancel }) => toCancel)!)).toContain('cancelled');
    expect(actionsOf(all.find(({ waitsFor }) => waitsFor.for === 'entry')!)).toContain('send-anyway');
  });
});
