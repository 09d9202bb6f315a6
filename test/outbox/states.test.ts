import { entryEvents, finalStates, isFinal, states, transitions } from '../../shared/outbox/states.ts';
import { describe, expect, it } from 'vitest';

/**
 * The transitions of the drawing in the design, written here a second time, and in the simulation separately: any other
 * must be impossible.
 */
const arrows = [
  'draft submit queued',
  'draft discard withdrawn',
  'draft change draft',
  'queued claim sending',
  'queued withdraw withdrawn',
  'queued change queued',
  'sending accepted accepted',
  'sending refused refused',
  'sending again queued',
  'sending paused queued',
  'sending lost unsure',
  'unsure found accepted',
  'unsure not-there queued',
  'unsure send-again queued',
  'unsure taken accepted',
  'unsure withdraw withdrawn',
  'accepted made done',
  'accepted failed refused',
  'accepted closed done',
  'refused mend queued',
  'refused healed done',
  'refused taken accepted',
  'refused withdraw withdrawn',
];

describe('the table of states', () => {
  for (const state of states) {
    it(`has exactly the drawing's transitions from ${state}`, () => {
      const found = entryEvents
        .filter((event) => transitions[state][event] !== null)
        .map((event) => `${state} ${event} ${transitions[state][event]}`);
      expect(found.sort()).toEqual(arrows.filter((arrow) => arrow.startsWith(`${state} `)).sort());
    });
  }

  it('has no transition from a final state, and at least one from every other', () => {
    for (const state of states) {
      const leaves = Object.values(transitions[state]).some((to) => to !== null);
      expect(leaves).toBe(!isFinal(state));
    }
  });

  it('has a path to a final state for every entry', () => {
    const reach = (from: string, seen = new Set<string>()): Set<string> => {
      for (const to of Object.values(transitions[from as 'draft'])) if (to && !seen.has(to)) reach(to, seen.add(to));
      return seen;
    };
    // The states in which the desk itself still works, without a person.
    for (const state of ['queued', 'sending', 'unsure', 'accepted'])
      expect(finalStates.some((end) => reach(state).has(end))).toBe(true);
  });
});
