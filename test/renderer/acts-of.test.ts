import { describe, expect, it } from 'vitest';
import { actsOf, type EntryAct } from '../../renderer/screens/outbox/acts-of.ts';
import { transitions, type EntryEvent } from '../../shared/outbox/states.ts';
import { fakeEntry, kinds } from '../support/fake-entries.ts';

const all = kinds.map((_, at) => fakeEntry(at, 1_000_000_000));

/** The arrow an act takes; acts that are not here change no state, or make another entry. */
const arrows: Partial<Record<EntryAct, EntryEvent>> = {
  submit: 'submit',
  change: 'change',
  mend: 'mend',
  taken: 'taken',
  'send-again': 'send-again',
  closed: 'closed',
  refusal: 'failed',
};

describe('acts offered on an entry', () => {
  it('are only those the table of states has an arrow for', () => {
    for (const entry of all) {
      for (const act of actsOf(entry)) {
        const arrow = act === 'taken' && entry.asks === 'unknown-text' ? 'made' : arrows[act];
        if (arrow) expect(transitions[entry.state][arrow], `${act} on ${entry.state}`).not.toBe(null);
        if (act === 'withdraw') {
          expect(transitions[entry.state].withdraw ?? transitions[entry.state].discard).toBe('withdrawn');
        }
      }
    }
  });

  it('leave nobody alone with an entry that waits for a person or to be mended', () => {
    for (const entry of all.filter(({ waitsFor }) => ['person', 'mend'].includes(waitsFor.for))) {
      expect(actsOf(entry).length).toBeGreaterThan(1);
    }
  });

  it('never offer to change what the service may have', () => {
    for (const entry of all.filter(({ maybeTaken, tries }) => maybeTaken || tries > 0)) {
      expect(actsOf(entry)).not.toContain('change');
    }
  });

  it('never offer to replace twice, nor anything but waiting while it is being sent', () => {
    for (const entry of all) {
      if (entry.replacedBy !== null) expect(actsOf(entry)).not.toContain('replace');
      if (entry.state === 'sending') expect(actsOf(entry)).toEqual([]);
    }
  });

  it('offer to tick off an order cancelled at the service, and to send one that waits for another', () => {
    expect(actsOf(all.find(({ toCancel }) => toCancel)!)).toContain('cancelled');
    expect(actsOf(all.find(({ waitsFor }) => waitsFor.for === 'entry')!)).toContain('send-anyway');
  });
});
