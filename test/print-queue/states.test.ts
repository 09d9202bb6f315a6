import {
  jobEvents,
  jobStates,
  jobTransitions,
  isSettled,
  labelEvents,
  labelStates,
  labelTransitions,
} from '../../shared/printing/print-states.ts';
import { describe, expect, it } from 'vitest';

/** All allowed transitions, listed a second time; any other must be impossible. */
const arrowsOfLabels = [
  'waiting hand-over handed-over',
  'waiting refused failed',
  'waiting cancel cancelled',
  'waiting restored unconfirmed',
  'handed-over proved on-paper',
  'handed-over lost unconfirmed',
  'handed-over not-left waiting',
  'handed-over refused failed',
  'handed-over restored unconfirmed',
  'unconfirmed seen on-paper',
  'unconfirmed no-paper waiting',
  'failed again waiting',
  'failed cancel cancelled',
  'failed restored unconfirmed',
];
const arrowsOfJobs = [
  'held begin printing',
  'held hold held',
  'held finish finished',
  'held cancel cancelled',
  'printing hold held',
  'printing finish finished',
  'printing cancel cancelled',
];

const arrowsIn = (table: Record<string, Record<string, string | null>>): string[] =>
  Object.entries(table).flatMap(([from, row]) =>
    Object.entries(row).flatMap(([event, to]) => (to === null ? [] : [`${from} ${event} ${to}`])),
  );

describe('the tables of the print queue', () => {
  it('have exactly the listed transitions', () => {
    expect(arrowsIn(labelTransitions).toSorted()).toEqual(arrowsOfLabels.toSorted());
    expect(arrowsIn(jobTransitions).toSorted()).toEqual(arrowsOfJobs.toSorted());
    for (const state of labelStates) expect(Object.keys(labelTransitions[state])).toEqual([...labelEvents]);
    for (const state of jobStates) expect(Object.keys(jobTransitions[state])).toEqual([...jobEvents]);
  });

  it("let a label leave unconfirmed only by a person's answer", () => {
    const out = labelEvents.filter((event) => labelTransitions.unconfirmed[event] !== null);
    expect(out).toEqual(['seen', 'no-paper']);
  });

  it('have no transition out of a settled state, and at least one out of every other', () => {
    for (const state of labelStates)
      expect(Object.values(labelTransitions[state]).some((to) => to !== null)).toBe(!isSettled(state));
  });
});
