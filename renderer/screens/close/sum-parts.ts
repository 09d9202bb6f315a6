import type { DayPart, DaySums } from '../../../shared/contract/day-procedures.ts';
import { states, type State } from '../../../shared/outbox/states.ts';

export const groupings = ['operator', 'endpoint', 'service'] as const;
export type Grouping = (typeof groupings)[number];

/** Sums of those that have one thing in common, the largest first. */
export interface GroupSums extends DaySums {
  name: string | number;
}

const entriesIn = ({ captured, carriedOver }: DaySums): number => captured + carriedOver;

export function sumParts(parts: readonly DayPart[], by: Grouping): GroupSums[] {
  const groups = new Map<string | number, GroupSums>();
  for (const part of parts) {
    const name = part[by];
    const group = groups.get(name) ?? {
      name,
      captured: 0,
      carriedOver: 0,
      byState: Object.fromEntries(states.map((state) => [state, 0])) as Record<State, number>,
    };
    groups.set(name, group);
    group.captured += part.captured;
    group.carriedOver += part.carriedOver;
    for (const state of states) group.byState[state] += part.byState[state];
  }
  return [...groups.values()].sort((one, other) => entriesIn(other) - entriesIn(one));
}
