import type { TableCell } from '../../../../shared/contract/export-procedures.ts';
import type { DrillReport } from '../../../../shared/contract/drill-procedures.ts';
import type { PaperInput } from '../../../../shared/paper/paper.ts';
import { format } from '../../../texts/format.svelte.ts';
import { t } from '../../../texts/say.svelte.ts';
import { reportParts, endText } from './report-lines.ts';

export const fileNameOf = ({ drill }: DrillReport): string =>
  t().drill.fileName({ day: new Date(drill.beganAt).toISOString().slice(0, 10) });

const personLines = ({ people }: DrillReport) =>
  people.map(({ operator, ...did }) => ({ name: operator || t().drill.nobody, ...did }));

/** The report as a spreadsheet table: a row per figure, then one per operator. */
export function drillTable(report: DrillReport): TableCell[][] {
  const { drill: words } = t();
  return [
    [words.staged, words.from, words.to, words.report, words.count],
    ...reportParts(report).flatMap(({ trouble, from, to, lines }) =>
      lines.map(({ what, figure }) => [
        words.trouble[trouble],
        format.dateTime(from),
        format.dateTime(to),
        what,
        figure,
      ]),
    ),
    [],
    [words.operator, words.entered, words.personCorrected, words.personSentAgain, words.personSaidPrinted],
    ...personLines(report).map(({ name, captured, corrected, sentAgain, saidPrinted }) => [
      name,
      captured,
      corrected,
      sentAgain,
      saidPrinted,
    ]),
  ];
}

/** The report as a printed page. `at`: when it was true (ms). */
export function drillPaper(report: DrillReport, at: number): PaperInput {
  const { drill: words, settings, handover } = t();
  const { drill } = report;
  const end = (head: string) => ({ head, share: 2, align: 'end' as const });
  return {
    title: settings.pages.drill,
    mark: handover.sheet.practice,
    facts: [
      [words.from, format.dateTime(drill.beganAt)],
      [words.to, format.dateTime(drill.endedAt ?? drill.untilAt)],
      [words.by, drill.operator || words.nobody],
      ['', endText(drill)],
    ],
    tables: [
      ...reportParts(report).map(({ trouble, lines }) => ({
        title: words.trouble[trouble],
        columns: [{ head: '', share: 5 }, end(words.count)],
        rows: lines.map(({ what, figure }) => [what, figure]),
      })),
      {
        title: words.people,
        columns: [
          { head: words.operator, share: 3 },
          end(words.entered),
          end(words.personCorrected),
          end(words.personSentAgain),
          end(words.personSaidPrinted),
        ],
        rows: personLines(report).map(({ name, captured, corrected, sentAgain, saidPrinted }) => [
          name,
          ...[captured, corrected, sentAgain, saidPrinted].map((count) => format.number(count)),
        ]),
      },
    ],
    foot: words.asOf({ time: format.dateTime(at) }),
  };
}
