import type { ImportBadRow } from '../../shared/import/import-steps.ts';

/** Rows of a spreadsheet whose weight is no number. */
export const badRows: ImportBadRow[] = Array.from({ length: 12 }, (_, at) => ({
  row: at * 7 + 3,
  lastRow: at * 7 + 3,
  key: `PKG-${at}`,
  lines: [{ row: at * 7 + 3, cells: [`PKG-${at}`, '王小明', at % 2 ? '12,34' : 'heavy', 'GB'] }],
  problems: [
    {
      row: at * 7 + 3,
      column: 2,
      path: '$.Package.Weight',
      code: 'no-plain-number',
      params: {},
      message: 'Not a number.',
    },
  ],
  lacks: [],
}));
