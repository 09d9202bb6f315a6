import { exportFacts } from '../../electron/spreadsheets/export/export-facts.ts';
import { exportOrders } from '../../electron/spreadsheets/export/export-orders.ts';
import { writeTable } from '../../electron/spreadsheets/export/write-table.ts';
import { textOfCell } from '../../electron/spreadsheets/format/cell-text.ts';
import { readCsv } from '../../electron/spreadsheets/import/read-csv.ts';
import { unsentCsv, unsentXlsx } from '../../electron/spreadsheets/import/read-spreadsheet.ts';
import { readSheets } from '../../electron/spreadsheets/import/read-workbook.ts';
import type { EntryRow } from '../../shared/contract/entry-answers.ts';
import { hostileTexts } from '../support/hostile-fields.ts';
import { temporaryFolder } from '../support/run-desk.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Texts that a spreadsheet program treats as formulas after skipping the characters it ignores on import. */
const begins = [
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(1)',
  '＝1',
  '\t=1',
  '\r\n=1',
  '\0=1',
  '\u200b=1',
  '\u202e=1',
  '\ufeff =1',
];
const texts = [...begins, ...hostileTexts, '"=1"', "'=1", ' ', '=1;=1,"=1"'];
const formula = /^[\s\p{C}]*[=+\-@＝＋－＠]/u;

const entry = (text: string): EntryRow => ({
  ...{ seq: 1, id: 'e-1', endpoint: 2, state: 'refused', tries: 1, maybeTaken: false, maybeTwice: false, asks: null },
  ...{ damaged: false, replaces: null, replacedBy: null, toCancel: false, capturedAt: 0, settledAt: null },
  ...{ label: null, provisional: false, waitsFor: { for: 'nothing' } },
  ...{ key: text, said: text, operator: text, recipient: text, service: text, trackingNumber: text },
  reason: { code: text, text, field: text },
});

type As = 'csv' | 'xlsx';
/** Each function that writes spreadsheets, with the texts in every place that holds text of others. */
const writers: Record<string, (as: As, path: string) => Promise<unknown> | Buffer> = {
  'what became of entries': (as, path) =>
    exportFacts({
      ...{ fileType: as, path },
      async *pages() {
        yield await Promise.resolve(texts.map(entry));
      },
    }),
  orders: (as, path) =>
    exportOrders({
      ...{
        kind: 'label-order',
        fileType: as,
        path,
        yieldToEventLoop: () => Promise.resolve(),
        onProgress: () => undefined,
      },
      orders: () =>
        texts.map((text, at) => ({
          ...{ id: 'e', key: `K-${String(at)}` },
          body: { Package: { PackageId: `K-${String(at)}`, ServiceCode: text, ShipToAddress: { Contact: text } } },
        })),
    }),
  'an answer on a screen': (as, path) => writeTable(path, as, [texts, ...texts.map((text) => [text, 1, text])]),
  'rows that stay behind': (as) => {
    const rows = texts.map((text) => ({ cells: [text, text], reasons: [text, text] }));
    return as === 'csv' ? unsentCsv(texts, rows) : unsentXlsx(texts, rows);
  },
};

it.each(
  Object.entries(writers).flatMap(([name, write]) => (['csv', 'xlsx'] as const).map((as) => ({ name, as, write }))),
)('no cell of $name as $as is a formula, and markup in it is plain text', async ({ as, write }) => {
  const path = join(temporaryFolder(), `sheet.${as}`);
  const made = await write(as, path);
  const bytes = Buffer.isBuffer(made) ? made : readFileSync(path);
  const table = as === 'csv' ? readCsv(bytes.toString()) : ((await readSheets(bytes))[0]?.table ?? []);
  const cells = table.flat().filter((cell) => typeof cell === 'string');
  expect(cells.length).toBeGreaterThan(2 * texts.length - 2);
  expect(cells.filter((cell) => formula.test(cell))).toEqual([]);
  expect(cells.filter((cell) => /<img/.test(textOfCell(cell))).length).toBeGreaterThan(1);
});
