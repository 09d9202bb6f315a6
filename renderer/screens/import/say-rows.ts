import { format } from '../../texts/format.svelte.ts';
import { t } from '../../texts/say.svelte.ts';

/** The spreadsheet rows of an order, in words. */
export function sayRows({ row, lastRow }: { row: number; lastRow: number }): string {
  const n = format.number(row);
  return lastRow === row ? t().imports.rowNo({ n }) : t().imports.rowsNo({ n, last: format.number(lastRow) });
}
