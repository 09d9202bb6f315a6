import type { CreateKind } from '../../shared/creates/create-kinds.ts';
import { readRows, refusal, type ReadRow } from './spreadsheets.ts';
import { describe, expect, it } from 'vitest';

async function orders(kind: CreateKind, text: string): Promise<ReadRow[]> {
  return (await readRows(text, 'utf-8', kind)).rows;
}
const told = (rows: readonly ReadRow[]) => rows.flatMap(({ problems }) => problems);
const head = 'PackageId,Location,ServiceCode,ShipToAddress.Contact';
const boxes = `${head},CustomContainerNo,ContainerInfos.Weight,Sku,Quantity`;
const address = { ShipToAddress: { Contact: 'Ana' }, Location: 'SZ', ServiceCode: 'SGP' };

describe('rows of one order', () => {
  it('are grouped by their key, repeated or left empty; a new box number starts a new box', async () => {
    const rows = await orders(
      'box-order',
      `${boxes}\nP-1,SZ,SGP,Ana,B1,2.5,TEE,1\nP-1,,,,B1,,CAP,2\n,,,,B2,1,CAP,3\n,,,,,,TEE,4\nP-2,SZ,SGP,Ana,B1,,TEE,5\n`,
    );
    expect(told(rows)).toEqual([]);
    expect(rows.map(({ row, lastRow }) => [row, lastRow])).toEqual([
      [2, 5],
      [6, undefined],
    ]);
    expect(rows[0]?.request.body).toEqual({
      ...address,
      PackageId: 'P-1',
      ContainerInfos: [
        {
          CustomContainerNo: 'B1',
          Weight: 2.5,
          SkuInfos: [
            { Sku: 'TEE', Quantity: 1 },
            { Sku: 'CAP', Quantity: 2 },
          ],
        },
        {
          CustomContainerNo: 'B2',
          Weight: 1,
          SkuInfos: [
            { Sku: 'CAP', Quantity: 3 },
            { Sku: 'TEE', Quantity: 4 },
          ],
        },
      ],
    });
  });

  it('that contradict each other are a problem of the cell, and the order stays whole', async () => {
    const rows = await orders(
      'box-order',
      `${boxes}\nP-1,SZ,SGP,Ana,B1,1,A,1\nP-1,GZ,,,B1,,B,x\nP-2,SZ,SGP,Ana,B1,,A,1\n`,
    );
    expect(rows.map(({ problems }) => problems)).toEqual([
      [
        { row: 3, column: 'Location', message: expect.stringContaining('Row 2 says something else') },
        { row: 3, column: 'Quantity', message: expect.stringContaining('no plain number') },
      ],
      [],
    ]);
  });

  it('that are not adjacent are two orders under one key', async () => {
    const rows = await orders(
      'box-order',
      `${boxes}\nP-1,SZ,SGP,Ana,B1,,A,1\nP-2,SZ,SGP,Ana,B1,,A,1\nP-1,,,,B2,,A,1\n`,
    );
    expect(rows.map(({ problems }) => problems.some(({ message }) => message.includes('stands in row')))).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('are separate orders in label orders with plain column names', async () => {
    const rows = await orders('label-order', 'PackageId,Sku\nP-1,A\nP-1,B\n');
    expect(rows).toHaveLength(2);
    expect(told(rows)).toHaveLength(2);
  });

  it('are lines of a label order if the goods columns are named as a list', async () => {
    const rows = await orders('label-order', 'PackageId,Skus.Sku,Skus.Quantity\nP-1,A,1\n,B,2\n');
    expect(rows.map(({ request }) => request.body)).toEqual([
      {
        Package: {
          PackageId: 'P-1',
          Skus: [
            { Sku: 'A', Quantity: 1 },
            { Sku: 'B', Quantity: 2 },
          ],
        },
      },
    ]);
  });
});

describe('boxes without a number', () => {
  const plain = `${head},ContainerInfos.Weight,ContainerInfos.Length,Sku`;

  it('are separate if any value differs, and ambiguous if none does', async () => {
    const differ = await orders('box-order', `${plain}\nP-1,SZ,SGP,Ana,1,10,A\n,,,,2,10,B\n`);
    expect(told(differ)).toEqual([]);
    expect(differ[0]?.request.body['ContainerInfos']).toHaveLength(2);
    const same = await orders('box-order', `${plain}\nP-1,SZ,SGP,Ana,1,10,A\n,,,,1,10,B\n`);
    expect(told(same)).toEqual([
      { row: 3, column: 'ContainerInfos.Weight', message: expect.stringContaining('the same entry as above') },
    ]);
  });

  it('are distinguished by the list column', async () => {
    const rows = await orders('box-order', `ContainerInfos,${plain}\n1,P-1,SZ,SGP,Ana,1,10,A\n2,,,,,1,10,B\n`);
    expect(told(rows)).toEqual([]);
    expect(rows[0]?.request.body['ContainerInfos']).toHaveLength(2);
  });

  it('are a problem if a box number appears again further down or a list number is invalid', async () => {
    const again = await orders('box-order', `${boxes}\nP-1,SZ,SGP,Ana,B1,,A,1\n,,,,B2,,A,1\n,,,,B1,,A,1\n`);
    expect(told(again)).toMatchObject([{ row: 4, column: 'CustomContainerNo' }]);
    const none = await orders('box-order', `ContainerInfos,${plain}\nx,P-1,SZ,SGP,Ana,1,10,A\n`);
    expect(told(none)).toMatchObject([{ column: 'ContainerInfos' }]);
  });
});

describe('independent lists in the same rows', () => {
  it('are read row by row, each on its own', async () => {
    const rows = await orders(
      'batch-outbound-order',
      'CustomerOrderNo,WareHouseCode,ServiceCode,ShipToAddress.Contact,SkuDetails.Sku,BoxNo,BoxDetails.SkuDetails.Sku,PalletNo,Code\n' +
        'B-1,W1,LTL,Ann,TEE,C1,TEE,P1,C1\n,,,,CAP,C2,CAP,P1,C2\n',
    );
    expect(told(rows)).toEqual([]);
    expect(rows[0]?.request.body).toMatchObject({
      SkuDetails: [{ Sku: 'TEE' }, { Sku: 'CAP' }],
      BoxDetails: [
        { BoxNo: 'C1', SkuDetails: [{ Sku: 'TEE' }] },
        { BoxNo: 'C2', SkuDetails: [{ Sku: 'CAP' }] },
      ],
      PalletDetails: [{ PalletNo: 'P1', PalletizingDetails: [{ Code: 'C1' }, { Code: 'C2' }] }],
    });
  });

  it('are refused if one list is written both by index and by row', async () => {
    const file = 'PackageId,Skus[0].Sku,Skus.Quantity\nP-1,A,1\n';
    expect(await refusal(file)).toMatchObject({ params: { reason: 'header' } });
  });
});

describe('an empty value', () => {
  it('has a notation: "" for a text, [] for a list, {} for an object', async () => {
    const rows = await orders(
      'box-order',
      `${head},Remark,ContainerInfos,ShipperInfo\nP-1,SZ,SGP,Ana,"""""",[],{}\nP-2,SZ,SGP,Ana,,[],\n`,
    );
    expect(told(rows)).toEqual([]);
    expect(rows.map(({ request }) => request.body)).toEqual([
      { ...address, PackageId: 'P-1', Remark: '', ContainerInfos: [], ShipperInfo: {} },
      { ...address, PackageId: 'P-2', ContainerInfos: [] },
    ]);
  });
});

describe('dates', () => {
  const inbound = (date: string) =>
    orders('inbound-order', `ShipmentId,WarehouseId,ShippingType,Containers,PlanArriveDate\nI-1,W,Sea,[],"${date}"\n`);

  it.each([
    ['2026-12-24 08:00', '2026-12-24T08:00:00'],
    ['2026/1/2', '2026-01-02T00:00:00'],
    ['2026年12月24日', '2026-12-24T00:00:00'],
    ['24.12.2026 8:05', '2026-12-24T08:05:00'],
    ['12/24/2026', '2026-12-24T00:00:00'],
    ['05/05/2026', '2026-05-05T00:00:00'],
  ])('%j is one unambiguous day, and a warning shows which', async (text, value) => {
    const [row] = await inbound(text);
    expect(row?.problems).toEqual([]);
    expect(row?.request.body['PlanArriveDate']).toBe(value);
    expect(row?.warnings).toEqual([{ column: 'PlanArriveDate', message: `It is sent as ${value}.` }]);
  });

  it.each([
    ['05/06/2026', /can be 2026-06-05 or 2026-05-06/],
    ['5-6-26', /four digits/],
    ['31.02.2026', /date/],
    ['next week', /date/],
  ])('%j is a problem', async (text, says) => {
    expect((await inbound(text))[0]?.problems).toEqual([
      { column: 'PlanArriveDate', message: expect.stringMatching(says) },
    ]);
  });
});

describe('titles as in templates', () => {
  it('may contain the unit and the marker of a required field', async () => {
    const text = 'PackageId *,Weight (g) *,ShipToAddress.Contact,Skus\nD-1,640,Ana,[]\n';
    const [row] = await orders('declaration', text);
    expect(row?.problems).toEqual([]);
    expect(row?.request.body).toMatchObject({ PackageId: 'D-1', Weight: 640 });
  });

  it('in another unit are converted exactly, and told', async () => {
    const [row] = await orders('declaration', 'PackageId,Weight (kg),ShipToAddress.Contact,Skus\nD-1,0.64,Ana,[]\n');
    expect(row?.problems).toEqual([]);
    expect(row?.request.body['Weight']).toBe(640);
    expect(row?.warnings).toEqual([{ column: 'Weight', message: '0.64 kg is sent as 640 g.' }]);
  });
});
