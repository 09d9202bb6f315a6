import type { TableCell } from '../../../shared/contract/export-procedures.ts';
import type { DayReport } from '../../../shared/contract/day-procedures.ts';
import { states } from '../../../shared/outbox/states.ts';
import { t } from '../../texts/say.svelte.ts';
import { groupName } from './name-of-group.ts';

/** The report as a spreadsheet table: a row per operator, kind and service, and a total. */
export function reportTable({ from, to, parts, captured, carriedOver, byState }: DayReport): TableCell[][] {
  const { close, states: said } = t();
  return [
    [
      close.from,
      close.to,
      close.grouping.operator,
      close.grouping.endpoint,
      close.grouping.service,
      close.captured,
      close.carriedOver,
      ...states.map((state) => said.word[state]),
    ],
    ...parts.map((part) => [
      from,
      to,
      groupName('operator', part.operator),
      groupName('endpoint', part.endpoint),
      part.service,
      part.captured,
      part.carriedOver,
      ...states.map((state) => part.byState[state]),
    ]),
    [from, to, close.together, '', '', captured, carriedOver, ...states.map((state) => byState[state])],
  ];
}
