import type { DrillReport, DrillRecord } from '../../../../shared/contract/drill-procedures.ts';
import type { TableCell } from '../../../../shared/contract/export-procedures.ts';
import { drillTroubles, spansOf, type DrillTrouble } from '../../../../shared/drill/drill.ts';
import type { PaperInput } from '../../../../shared/paper/paper.ts';
import { format } from '../../../texts/format.svelte.ts';
import { t } from '../../../texts/say.svelte.ts';

export interface ReportLine {
  what: string;
  /** formatted */
  figure: string;
  /** 0: none */
  count: number;
  /** worth discussing, or still to do */
  isHighlighted?: boolean;
}
export interface ReportPart {
  trouble: DrillTrouble;
  /** when it was staged (ms) */
  from: number;
  to: number;
  lines: ReportLine[];
}

export function troublesText(troubles: readonly DrillTrouble[]): string {
  const { trouble, within } = t().drill;
  return format.list(troubles.map((one, at) => (at === 0 ? trouble : within)[one]));
}

export function endText({ endedAt, endedBy, untilAt }: DrillRecord): string {
  const { drill } = t();
  if (endedAt === null) return drill.isOn;
  return endedAt >= untilAt ? drill.endedItself : drill.endedBy({ who: endedBy || drill.nobody });
}

/** The report in words, per trouble: the same on screen, in the spreadsheet and on paper. */
export function reportParts(report: DrillReport): ReportPart[] {
  const { drill: words } = t();
  const { drill, outage, lost, refused, paper } = report;
  const line = (what: string, count: number, isLoud = false): ReportLine => ({
    what,
    figure: format.number(count),
    count,
    isHighlighted: isLoud && count > 0,
  });
  const lines: Record<DrillTrouble, ReportLine[]> = {
    outage: outage ? [line(words.captured, outage.captured)] : [],
    lost: lost
      ? [
          line(words.lostOrders, lost.orders),
          line(words.asked, lost.asked),
          line(words.sentAgain, lost.sentAgain, true),
          line(words.saidTaken, lost.saidTaken),
          line(words.withdrawn, lost.withdrawn),
          line(words.open, lost.open, true),
        ]
      : [],
    refused: refused
      ? [
          line(words.refusedOrders, refused.orders),
          line(words.corrected, refused.corrected),
          ...(refused.longestMs === null
            ? []
            : [{ what: words.longest, figure: format.span(refused.longestMs), count: refused.longestMs }]),
          line(words.withdrawn, refused.withdrawn),
          line(words.open, refused.open, true),
        ]
      : [],
    paper: paper
      ? [
          line(words.cutLabels, paper.labels),
          line(words.printedAgain, paper.printedAgain),
          line(words.saidPrinted, paper.saidPrinted, true),
          line(words.open, paper.open, true),
        ]
      : [],
  };
  const spans = spansOf(drill);
  return drillTroubles.flatMap((trouble) => {
    const span = spans[trouble];
    // troubles that a drill ended before were not staged
    const to = Math.min(span?.to ?? 0, drill.endedAt ?? Infinity);
    return span && span.from < to ? [{ trouble, from: span.from, to, lines: lines[trouble] }] : [];
  });
}

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
