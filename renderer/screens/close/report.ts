import type { DayPart, DaySums, DayReport } from '../../../shared/contract/day-procedures.ts';
import type { TableCell } from '../../../shared/contract/export-procedures.ts';
import { states } from '../../../shared/outbox/states.ts';
import type { PaperInput } from '../../../shared/paper/paper.ts';
import { desk } from '../../state/desk-watch.svelte.ts';
import { format } from '../../texts/format.svelte.ts';
import { kindName, t } from '../../texts/say.svelte.ts';

export const groupings = ['operator', 'endpoint', 'service'] as const;
export type Grouping = (typeof groupings)[number];

/** Sums of the parts that share an operator, endpoint or service. */
export interface GroupSums extends DaySums {
  name: string | number;
}

const entryCountOf = ({ captured, carriedOver }: DaySums): number => captured + carriedOver;

export function sumParts(parts: readonly DayPart[], grouping: Grouping): GroupSums[] {
  const groups = new Map<string | number, GroupSums>();
  for (const part of parts) {
    const name = part[grouping];
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
  return [...groups.values()].sort((one, other) => entryCountOf(other) - entryCountOf(one));
}

/** Display name of a group. */
export function groupName(grouping: Grouping, name: string | number): string {
  if (grouping === 'endpoint') return kindName(Number(name));
  if (name !== '') return String(name);
  return grouping === 'operator' ? t().frame.noOperator : t().close.noService;
}

/** The report as a spreadsheet table: a row per operator, kind and service, and a total. */
export function reportTable({ from, to, parts, captured, carriedOver, byState }: DayReport): TableCell[][] {
  const { close, states: stateTexts } = t();
  return [
    [
      close.from,
      close.to,
      close.grouping.operator,
      close.grouping.endpoint,
      close.grouping.service,
      close.captured,
      close.carriedOver,
      ...states.map((state) => stateTexts.word[state]),
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

/**
 * Printed report of days: the totals, the labels, and the breakdown by operator, kind and service. `at`: time of the
 * figures (ms).
 */
export function reportPaper(report: DayReport, at: number): PaperInput {
  const { close: texts, states: stateTexts, handover } = t();
  const formatCount = (count: number): string => format.number(count);
  const days = report.from === report.to ? report.from : `${report.from} – ${report.to}`;
  const shownStates = states.filter((state) => report.byState[state] > 0);
  const { captured, carriedOver, labels } = report;
  const entryCount = captured + carriedOver;
  return {
    title: texts.title,
    mark: desk.state?.mode === 'practice' ? handover.sheet.practice : '',
    facts: [
      [texts.day, days],
      [texts.captured, formatCount(captured)],
      [texts.carriedOver, formatCount(carriedOver)],
      [texts.needed, formatCount(labels.needed)],
      [texts.onPaper, formatCount(labels.onPaper)],
      [texts.handedOver, formatCount(labels.handedOver)],
    ],
    tables: [
      {
        title: texts.stand,
        columns: [
          { head: '', share: 4 },
          { head: texts.parcels, share: 1, align: 'end' },
        ],
        rows: [
          ...shownStates.map((state) => [stateTexts.word[state], formatCount(report.byState[state])]),
          [texts.together, formatCount(states.reduce((sum, state) => sum + report.byState[state], 0))],
        ],
        sum: true,
      },
      ...groupings.map((grouping) => ({
        title: texts.grouping[grouping],
        columns: [
          { head: '', share: 5 },
          ...[
            texts.captured,
            texts.carriedOver,
            ...shownStates.map((state) => stateTexts.word[state]),
            texts.together,
          ].map((head) => ({ head, share: 2, align: 'end' as const })),
        ],
        rows: [
          ...sumParts(report.parts, grouping).map((group) => [
            groupName(grouping, group.name),
            formatCount(group.captured),
            formatCount(group.carriedOver),
            ...shownStates.map((state) => formatCount(group.byState[state])),
            formatCount(group.captured + group.carriedOver),
          ]),
          [
            texts.together,
            formatCount(captured),
            formatCount(carriedOver),
            ...shownStates.map((state) => formatCount(report.byState[state])),
            formatCount(entryCount),
          ],
        ],
        sum: true,
      })),
    ],
    foot: texts.asOf({ time: format.dateTime(at) }),
  };
}
