import type { StockRow } from '../../../shared/contract/lookup-answers.ts';

/** Whether a SKU has a line of its own for what this desk has captured and the service does not have yet. */
const hasOwnLine = ({ undelivered }: StockRow): boolean => undelivered.quantity > 0 || undelivered.refused > 0;

/** Names of the lines of a list: even ones are what the service says of row `name / 2`, odd ones what this desk adds. */
export function linesOf(rows: readonly StockRow[], places: readonly number[]): number[] {
  return places.flatMap((place) => {
    const row = rows[place];
    return row && hasOwnLine(row) ? [place * 2, place * 2 + 1] : [place * 2];
  });
}

export const rowOfLine = (line: number): number => Math.floor(line / 2);
export const isOwnLine = (line: number): boolean => line % 2 === 1;
