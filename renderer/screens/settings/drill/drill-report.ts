import type { DrillReport, DrillRecord } from '../../../../shared/contract/drill-procedures.ts';
import { drillTroubles, activeSpans, type DrillTrouble } from '../../../../shared/drill/drill.ts';
import { format } from '../../../texts/format.svelte.ts';
import { t } from '../../../texts/say.svelte.ts';

export interface ReportLine {
  label: string;
  /** count or duration, formatted */
  formattedValue: string;
  /** the unformatted value; 0: nothing to report */
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
  return format.list(troubles.map((one, index) => (index === 0 ? trouble : within)[one]));
}

export function endText({ endedAt, endedBy, untilAt }: DrillRecord): string {
  const { drill } = t();
  if (endedAt === null) return drill.isOn;
  return endedAt >= untilAt ? drill.endedItself : drill.endedBy({ who: endedBy || drill.nobody });
}

/** The report in words, per trouble. */
export function reportParts(report: DrillReport): ReportPart[] {
  const { drill: texts } = t();
  const { drill, outage, lost, refused, paper } = report;
  const createLine = (label: string, count: number, isHighlighted = false): ReportLine => ({
    label,
    formattedValue: format.number(count),
    count,
    isHighlighted: isHighlighted && count > 0,
  });
  const lines: Record<DrillTrouble, ReportLine[]> = {
    outage: outage ? [createLine(texts.captured, outage.captured)] : [],
    lost: lost
      ? [
          createLine(texts.lostOrders, lost.orders),
          createLine(texts.asked, lost.asked),
          createLine(texts.sentAgain, lost.sentAgain, true),
          createLine(texts.saidTaken, lost.saidTaken),
          createLine(texts.withdrawn, lost.withdrawn),
          createLine(texts.open, lost.open, true),
        ]
      : [],
    refused: refused
      ? [
          createLine(texts.refusedOrders, refused.orders),
          createLine(texts.corrected, refused.corrected),
          ...(refused.longestMs === null
            ? []
            : [{ label: texts.longest, formattedValue: format.span(refused.longestMs), count: refused.longestMs }]),
          createLine(texts.withdrawn, refused.withdrawn),
          createLine(texts.open, refused.open, true),
        ]
      : [],
    paper: paper
      ? [
          createLine(texts.cutLabels, paper.labels),
          createLine(texts.printedAgain, paper.printedAgain),
          createLine(texts.saidPrinted, paper.saidPrinted, true),
          createLine(texts.open, paper.open, true),
        ]
      : [],
  };
  const spans = activeSpans(drill);
  return drillTroubles.flatMap((trouble) => {
    const span = spans[trouble];
    // troubles due after the drill had ended were not staged
    const to = Math.min(span?.to ?? 0, drill.endedAt ?? Infinity);
    return span && span.from < to ? [{ trouble, from: span.from, to, lines: lines[trouble] }] : [];
  });
}
