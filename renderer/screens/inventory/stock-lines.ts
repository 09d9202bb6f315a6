import type { StockRow } from '../../../shared/contract/lookup-answers.ts';

/** Whether a SKU has a second line, for quantities in this desk's orders that the service does not have yet. */
const hasOwnLine = ({ undelivered }: StockRow): boolean => undelivered.quantity > 0 || undelivered.refused > 0;

/** Ids of the lines of a list: even ids are the service's quantities of row `id / 2`, odd ones this desk's own. */
export function linesOf(rows: readonly StockRow[], places: readonly number[]): number[] {
  return places.flatMap((place) => {
    const row = rows[place];
    return row && hasOwnLine(row) ? [place * 2, place * 2 + 1] : [place * 2];
  });
}

export const rowOfLine = (line: number): number => Math.floor(line / 2);
export const isOwnLine = (line: number): boolean => line % 2 === 1;
