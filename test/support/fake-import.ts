import type { Input, Output, ProcedureName } from '../../shared/contract/desk-contract.ts';
import type { DeskFile } from '../../shared/contract/desk-state.ts';
import { ok, type Result } from '../../shared/contract/problem.ts';
import type { ImportBadRow } from '../../shared/import/import-steps.ts';

/** Rows of a spreadsheet whose weight is not a number. */
const badRows: ImportBadRow[] = Array.from({ length: 12 }, (_, index) => ({
  row: index * 7 + 3,
  lastRow: index * 7 + 3,
  key: `PKG-${index}`,
  lines: [{ row: index * 7 + 3, cells: [`PKG-${index}`, '王小明', index % 2 ? '12,34' : 'heavy', 'GB'] }],
  problems: [
    {
      row: index * 7 + 3,
      column: 2,
      path: '$.Package.Weight',
      code: 'no-plain-number',
      params: {},
      message: 'Not a number.',
    },
  ],
  lacks: [],
}));

type Handlers = { [N in Extract<ProcedureName, `import.${string}`>]?: (input: Input<N>) => Result<Output<N>> };

/** A spreadsheet of 184 label orders, some of which have a weight that is not a number. */
export const fakeImport = (samplePdf: DeskFile): Handlers => ({
  'import.open': ({ name }) =>
    ok({
      importId: 'i1',
      name,
      as: 'label-order',
      guessed: true,
      sheets: [],
      sheet: null,
      format: null,
      formats: [],
      rows: 184,
      columns: ['PackageId', '收件人', 'Weight', 'Country', 'District'].map((column) => ({
        name: column,
        filled: 184,
        samples: ['PKG-1', '王小明', '1250'],
      })),
      fields: [
        'Package.PackageId',
        'Package.ShipToAddress.Contact',
        'Package.Weight',
        'Package.ShipToAddress.Country',
      ].map((path) => ({ path, required: path === 'Package.PackageId' })),
      mapping: [
        'Package.PackageId',
        'Package.ShipToAddress.Contact',
        'Package.Weight',
        'Package.ShipToAddress.Country',
        null,
      ],
      remembered: false,
    }),
  'import.check': () =>
    ok({
      good: 172,
      queued: 0,
      bad: badRows.length,
      badRows,
      preview: [
        {
          row: 2,
          lastRow: 2,
          key: 'PKG-1',
          body: { Package: { PackageId: 'PKG-1', ShipToAddress: { Contact: '王小明' } } },
        },
      ],
      warnings: [
        { row: 2, column: 4, path: null, code: 'column-lacks', params: {}, message: 'No such field.', rows: 184 },
      ],
      senseless: [],
      asked: 0,
      questions: [],
    }),
  'import.checkRow': ({ row, corrections = [] }) => {
    const badRow = badRows.find((candidate) => candidate.row === row);
    const rowCorrections = corrections.filter((correction) => correction.row === row);
    const isCorrected = rowCorrections.some(({ column, text }) => column === 2 && Number(text) > 0);
    const correctedCells = (cells: string[]) =>
      cells.map((cell, index) => rowCorrections.find(({ column }) => column === index)?.text ?? cell);
    return ok({
      row,
      lastRow: row,
      key: badRow?.key ?? null,
      lines: (badRow?.lines ?? []).map((line) => ({ ...line, cells: correctedCells(line.cells) })),
      problems: isCorrected ? [] : (badRow?.problems ?? []),
      lacks: isCorrected && row === 10 ? ['recipient' as const] : [],
    });
  },
  'import.run': () =>
    ok({ queued: 172, already: 0, bad: badRows.length, badRows, asked: 0, questions: [], cancelled: false }),
  'import.cancel': ({ importId }) => ok({ importId }),
  'import.close': ({ importId }) => ok({ importId }),
  'import.rest': () => ok(samplePdf),
  'import.template': () => ok(samplePdf),
});
