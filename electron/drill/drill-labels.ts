import type { LabelState } from '../../shared/printing/label-states.ts';
import type { Sqlite } from '../database/open-sqlite.ts';

export interface CutLabel {
  entry: number;
  /** `saidPrinted`: someone marked it as printed although no label had come out */
  fate: 'printedAgain' | 'saidPrinted' | 'open';
  /** who marked it; empty: no one */
  who: string;
}

interface Row {
  entry: number;
  state: LabelState;
  again: number;
  later: number;
  who: string | null;
}

/** What happened to labels that stopped for lack of paper. */
export function drillLabels(db: Sqlite): (cut: readonly { label: number; at: number }[]) => CutLabel[] {
  const read = db.prepare<{ label: number; at: number }, Row>(
    `SELECT l.entry, l.state,
       EXISTS (SELECT 1 FROM print_attempt a WHERE a.label = l.seq AND a.started_at > @at) AS again,
       EXISTS (SELECT 1 FROM print_label n WHERE n.entry = l.entry AND n.seq > l.seq AND n.state = 'on-paper') AS later,
       (SELECT who FROM print_history h WHERE h.label = l.seq AND h.to_state = 'on-paper' ORDER BY h.seq DESC LIMIT 1) AS who
     FROM print_label l WHERE l.seq = @label`,
  );
  return (cut) =>
    cut.flatMap((one): CutLabel[] => {
      const row = read.get(one);
      if (!row) return [];
      const isOut = row.state === 'on-paper';
      if (isOut && !row.again) return [{ entry: row.entry, fate: 'saidPrinted', who: row.who ?? '' }];
      const fate = isOut || row.later ? 'printedAgain' : 'open';
      return [{ entry: row.entry, fate, who: '' }];
    });
}
