import type { DayReport } from '../../../shared/contract/day-procedures.ts';
import { states } from '../../../shared/outbox/states.ts';
import type { PaperInput } from '../../../shared/paper/paper.ts';
import { desk } from '../../state/desk-watch.svelte.ts';
import { format } from '../../texts/format.svelte.ts';
import { t } from '../../texts/say.svelte.ts';
import { groupName } from './name-of-group.ts';
import { groupings, sumParts } from './sum-parts.ts';

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
