import type { DrillReport, DrillRecord } from '../../../../shared/contract/drill-procedures.ts';
import { drillTroubles, spansOf, type DrillTrouble } from '../../../../shared/drill/drill.ts';
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

/** The report in words, per trouble. */
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
