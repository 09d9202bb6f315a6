import { exportOrders } from '../../electron/spreadsheets/export/export-orders.ts';
import { countryCodeOf } from '../../electron/spreadsheets/import/check-cells.ts';
import { createKinds, endpointOfKind, type CreateKind } from '../../shared/creates/create-kinds.ts';
import { batchOfSinglePieces, batchOutboundOrder } from '../end-to-end/fixtures/batch-outbound-order.ts';
import { boxOrder } from '../end-to-end/fixtures/box-order.ts';
import { declaration } from '../end-to-end/fixtures/declaration.ts';
import { dropShipOrder } from '../end-to-end/fixtures/drop-ship-order.ts';
import { fbaOrder } from '../end-to-end/fixtures/fba-order.ts';
import { inboundOrder } from '../end-to-end/fixtures/inbound-order.ts';
import { labelOrder } from '../end-to-end/fixtures/label-order.ts';
import { outboundOrder } from '../end-to-end/fixtures/outbound-order.ts';
import { sku } from '../end-to-end/fixtures/sku.ts';
import { readTable, readRows } from '../import/spreadsheets.ts';
import { sampleCreates } from '../practice/sample-creates.ts';
import { anyCreate } from '../support/any-create.ts';
import fc from 'fast-check';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const byHand: Record<CreateKind, unknown[]> = {
  'label-order': [labelOrder],
  'drop-ship-order': [dropShipOrder],
  'box-order': [boxOrder],
  declaration: [declaration],
  'outbound-order': [outboundOrder],
  'batch-outbound-order': [batchOutboundOrder, batchOfSinglePieces],
  'fba-order': [fbaOrder],
  'inbound-order': [inboundOrder],
  sku: [sku],
};

let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'parcel-export-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function written(kind: CreateKind, bodies: readonly unknown[], as: 'csv' | 'xlsx'): Promise<Buffer> {
  const path = join(folder, `orders.${as}`);
  const orders = bodies.map((body, at) => ({ id: String(at), key: String(at), body }));
  const { problems } = await exportOrders({
    kind,
    fileType: as,
    path,
    orders: () => orders,
    yieldToEventLoop: async () => undefined,
    onProgress: () => undefined,
  });
  expect(problems).toEqual([]);
  return readFileSync(path);
}

async function thereAndBack(kind: CreateKind, bodies: readonly unknown[], as: 'csv' | 'xlsx'): Promise<unknown[]> {
  const { rows } = await readRows(await written(kind, bodies, as), 'utf-8', kind);
  expect(rows.flatMap(({ problems }) => problems)).toEqual([]);
  return rows.map(({ request }) => request.body);
}

/**
 * A country comes back as its code, however it was written (`test/import/rows`), and a number of a workbook with the 15
 * digits that its cell shows (`0.30000000000000004` as 0.3); all else is unchanged.
 */
const asRead = (body: unknown, as: 'csv' | 'xlsx'): unknown =>
  JSON.parse(JSON.stringify(body), (name, value: unknown) => {
    if (name === 'Country' && typeof value === 'string') return countryCodeOf(value) ?? value;
    if (as === 'csv' || typeof value !== 'number') return value;
    const shown = Number(value.toPrecision(15));
    return Number.isFinite(shown) ? shown : value;
  });

describe.each(createKinds)('a %s', (kind) => {
  const samples = sampleCreates.filter(({ endpoint }) => endpoint === endpointOfKind[kind]).map(({ body }) => body);

  describe.each(['csv', 'xlsx'] as const)('in %s', (as) => {
    it('is exported and imported unchanged, field by field', async () => {
      const bodies = [...byHand[kind], ...samples];
      expect(await thereAndBack(kind, bodies, as)).toEqual(bodies);
    });

    it('is exported and imported unchanged with any values that the contract allows', async () => {
      const two = fc.tuple(anyCreate(endpointOfKind[kind], 'K-1'), anyCreate(endpointOfKind[kind], 'K-2'));
      await fc.assert(
        fc.asyncProperty(two, async (bodies) => {
          expect(await thereAndBack(kind, bodies, as)).toEqual(bodies.map((body) => asRead(body, as)));
        }),
        { numRuns: as === 'csv' ? 60 : 25 },
      );
    });
  });
});

describe('no cell of an exported file starts a formula', () => {
  const begins = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

  it.each(['csv', 'xlsx'] as const)('in %s, except negative numbers', async (as) => {
    await fc.assert(
      fc.asyncProperty(anyCreate(6, 'K-1'), async (body) => {
        const table = await readTable(await written('box-order', [body], as), 'utf-8');
        for (const cell of table.flat()) {
          if (typeof cell !== 'string' || (as === 'csv' && /^-\d+(\.\d+)?$/.test(cell))) continue;
          expect(cell).not.toMatch(begins);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('a negative number stays a number, and the same value as text is escaped', async () => {
    const order = { ...boxOrder, Custom: '-7', ContainerInfos: [{ Weight: -7 }] };
    const csv = (await written('box-order', [order], 'csv')).toString();
    expect(csv).toContain(",'-7");
    expect(csv).toContain(',-7');
    const [, row] = await readTable(await written('box-order', [order], 'xlsx'), 'utf-8');
    expect(row).toContain(-7);
    expect(row).toContain("'-7");
  });
});
