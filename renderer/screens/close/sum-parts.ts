import type { DayPart, DaySums } from '../../../shared/contract/day-procedures.ts';
import { states } from '../../../shared/outbox/states.ts';

export const groupings = ['operator', 'endpoint', 'service'] as const;
export type Grouping = (typeof groupings)[number];

/** Sums of the parts that share an operator, endpoint or service. */
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
      byState: { draft: 0, queued: 0, sending: 0, unsure: 0, accepted: 0, refused: 0, done: 0, withdrawn: 0 },
    };
    groups.set(name, group);
    group.captured += part.captured;
    group.carriedOver += part.carriedOver;
    for (const state of states) group.byState[state] += part.byState[state];
  }
  return [...groups.values()].sort((one, other) => entriesIn(other) - entriesIn(one));
}
