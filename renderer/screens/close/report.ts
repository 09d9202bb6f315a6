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

/** Display name of a group. */
export function groupName(by: Grouping, name: string | number): string {
  if (by === 'endpoint') return kindName(Number(name));
  if (name !== '') return String(name);
  return by === 'operator' ? t().frame.noOperator : t().close.noService;
}

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

/**
 * Printed report of days: the totals, the labels, and the breakdown by operator, kind and service. `at`: when it was
 * true (ms).
 */
export function reportPaper(report: DayReport, at: number): PaperInput {
  const { close: words, states: said, handover } = t();
  const figure = (count: number): string => format.number(count);
  const days = report.from === report.to ? report.from : `${report.from} – ${report.to}`;
  const shown = states.filter((state) => report.byState[state] > 0);
  const { captured, carriedOver, labels } = report;
  const all = captured + carriedOver;
  return {
    title: words.title,
    mark: desk.desk?.mode === 'practice' ? handover.sheet.practice : '',
    facts: [
      [words.day, days],
      [words.captured, figure(captured)],
      [words.carriedOver, figure(carriedOver)],
      [words.needed, figure(labels.needed)],
      [words.onPaper, figure(labels.onPaper)],
      [words.handedOver, figure(labels.handedOver)],
    ],
    tables: [
      {
        title: words.stand,
        columns: [
          { head: '', share: 4 },
          { head: words.parcels, share: 1, align: 'end' },
        ],
        rows: [
          ...shown.map((state) => [said.word[state], figure(report.byState[state])]),
          [words.together, figure(states.reduce((sum, state) => sum + report.byState[state], 0))],
        ],
        sum: true,
      },
      ...groupings.map((by) => ({
        title: words.grouping[by],
        columns: [
          { head: '', share: 5 },
          ...[words.captured, words.carriedOver, ...shown.map((state) => said.word[state]), words.together].map(
            (head) => ({ head, share: 2, align: 'end' as const }),
          ),
        ],
        rows: [
          ...sumParts(report.parts, by).map((group) => [
            groupName(by, group.name),
            figure(group.captured),
            figure(group.carriedOver),
            ...shown.map((state) => figure(group.byState[state])),
            figure(group.captured + group.carriedOver),
          ]),
          [
            words.together,
            figure(captured),
            figure(carriedOver),
            ...shown.map((state) => figure(report.byState[state])),
            figure(all),
          ],
        ],
        sum: true,
      })),
    ],
    foot: words.asOf({ time: format.dateTime(at) }),
  };
}
