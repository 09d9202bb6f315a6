import type { TableCell } from '../../../shared/contract/export-procedures.ts';
import type { StockRow } from '../../../shared/contract/lookup-answers.ts';
import { t } from '../../texts/say.svelte.ts';

const quantities = ['AvailStockQty', 'TotalStockQty', 'InTransitStockQty', 'BlockQty'] as const;

/** A number if it is exact, otherwise its text. */
const numberCell = (decimal: string | null): TableCell =>
  decimal === null ? null : String(Number(decimal)) === decimal ? Number(decimal) : decimal;

/** The list as a table, with the service's names in the header and separate columns for the desk's own quantities. */
export function stockTable(rows: readonly StockRow[], WarehouseId: string): TableCell[][] {
  const { table } = t().inventory;
  const head = ['WarehouseId', 'Sku', ...quantities, 'VerifyState', 'DeclareName', 'ProductAmountWarn'];
  const own = [table.undelivered, table.availAfter, table.refused, table.low, table.asOf];
  return [
    [...head, ...own],
    ...rows.map((row) => [
      WarehouseId.trim(),
      row.Sku,
      ...quantities.map((name) => numberCell(row[name])),
      [...new Set(row.stock.map(({ VerifyState }) => VerifyState).filter((state) => state !== ''))].join(', '),
      row.stock[0]?.DeclareName ?? '',
      row.ProductAmountWarn,
      row.undelivered.quantity,
      numberCell(row.availAfter),
      row.undelivered.refused,
      row.low ? table.lowNow : row.lowAfter ? table.lowThen : '',
      row.at === null ? '' : new Date(row.at).toISOString(),
    ]),
  ];
}
