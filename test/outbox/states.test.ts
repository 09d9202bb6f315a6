import { describe, expect, it } from 'vitest';
import { entryEvents, finalStates, isFinal, states, transitions } from '../../shared/outbox/states.ts';

/** The arrows of the design's picture, written here a second time, and in the simulation on its own: anything else must be impossible. */
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
    it(`${state}: has exactly the arrows of the picture`, () => {
      const found = entryEvents
        .filter((event) => transitions[state][event] !== null)
        .map((event) => `${state} ${event} ${transitions[state][event]}`);
      expect(found.sort()).toEqual(arrows.filter((arrow) => arrow.startsWith(`${state} `)).sort());
    });
  }

  it('lets nothing leave a final state, and something leave every other', () => {
    for (const state of states) {
      const leaves = Object.values(transitions[state]).some((to) => to !== null);
      expect(leaves).toBe(!isFinal(state));
    }
  });

  it('lets every entry reach an end', () => {
    const reach = (from: string, seen = new Set<string>()): Set<string> => {
      for (const to of Object.values(transitions[from as 'draft'])) if (to && !seen.has(to)) reach(to, seen.add(to));
      return seen;
    };
    // those the desk itself still works on, without a person
    for (const state of ['queued', 'sending', 'unsure', 'accepted'])
      expect(finalStates.some((end) => reach(state).has(end))).toBe(true);
  });
});
