import { guessMapping } from '../../electron/spreadsheets/import/mapping.ts';
import { defaultSettings } from '../../shared/settings/settings.ts';
import { aDeskForEach, desk, pick, queued, run, send } from './step-desk.ts';
import { describe, expect, it } from 'vitest';

const guess = (titles: readonly string[]): (string | null)[] => guessMapping(titles, 2, defaultSettings);
const to = (name: string): string => `$.Package.ShipToAddress.${name}`;
const atRecipient = (titles: readonly string[]): string[] =>
  titles.filter((_, at) => guess(titles)[at]?.startsWith(to('')));

describe('a column about the payer', () => {
  it.each([
    ['Buyer Name', 'buyer-phone-number', 'Buyer Address 1', 'Buyer City', 'Buyer Zip', 'Buyer Country'],
    ['Billing Name', 'billing_phone', 'Billing Address1', 'Billing City', 'Billing Zip', 'Billing Country'],
    ['Bill-to Name', 'Bill To - Address 1', 'Bill To - City', 'Bill To - Postal Code', 'Bill To - Country'],
    ['First Name (Billing)', 'City (Billing)', 'Postcode (Billing)', 'Country (Billing)', 'Phone (Billing)'],
    ['Customer Name', 'customer_email', 'Customer', 'Invoice address', 'Sold-to Name'],
    ['买家姓名', '买家Email', '买家名称', '客户姓名', '付款人电话'],
  ])('fills no field of the recipient automatically: %s, …', (...titles) => {
    expect(atRecipient(titles)).toEqual([]);
  });

  it('leaves the recipient to the columns that name it, whatever their order', () => {
    const titles = [
      'buyer-name',
      'buyer-phone-number',
      'recipient-name',
      'ship-address-1',
      'ship-city',
      'City (Billing)',
    ];
    expect(atRecipient(titles)).toEqual(['recipient-name', 'ship-address-1', 'ship-city']);
    const shop = ['Name', 'Phone', 'Billing Name', 'Billing City', 'Billing Zip', 'Billing Address1'];
    const ship = ['Shipping Name', 'Shipping City', 'Shipping Zip', 'Shipping Address1', 'Shipping Phone'];
    expect(atRecipient([...shop, ...ship]), 'what says nothing goes with who pays').toEqual(ship);
    expect(atRecipient(['City (Billing)', 'City (Shipping)'])).toEqual(['City (Shipping)']);
  });

  describe('mapped by hand', () => {
    aDeskForEach();

    it('causes a warning, and the remembered mapping overrides no recipient column', async () => {
      const first = await send('PackageId,Buyer Name,Country\nP-1,Berta Zahler,DE\n');
      expect(first.mapping[1]).toBe(null);
      const mapping = [first.mapping[0]!, to('Contact'), to('Country')];
      const checked = await desk.ask('import.check', { importId: first.importId, mapping });
      expect(checked.warnings).toContainEqual(
        expect.objectContaining({ column: 1, code: 'payer-column', path: to('Contact'), rows: 1 }),
      );
      await run({ ...first, mapping });
      const other = await send('PackageId,Buyer Name,Recipient Name,Country\nP-2,Berta Zahler,Anna Muster,DE\n');
      expect(other.mapping.slice(1, 3)).toEqual([null, to('Contact')]);
    });
  });
});

describe('a unit or currency in a heading', () => {
  const weights = [
    'Weight (kg)',
    'weight (kg)',
    'Weight kg',
    'weight_in_kg',
    'Parcel weight [KG]',
    '重量（公斤）',
    'Weight: kgs',
  ];
  const inGrams = ['Weight (g)', 'weight in grams', 'Parcel weight [g]', '重量（克）'];
  it('keeps a column from being mapped automatically if the desk uses another unit, however the field was found', () => {
    for (const title of weights) expect(guess(['PackageId', title]), title).toEqual([expect.any(String), null]);
    for (const title of inGrams) expect(guess([title]), title).toEqual(['$.Package.Weight']);
    for (const title of [
      'Declared value (USD)',
      'DeclareValue (USD)',
      'DeclareValue USD',
      '申报价值美元',
      'unit price €',
    ])
      expect(guess([title]), title).toEqual([null]);
    expect(guess(['Declared value'])).toEqual(['$.Package.Skus[0].DeclareValue']);
  });

  describe('in a column mapped by hand or earlier', () => {
    aDeskForEach();

    it.each(weights)('never lets 0.48 of %s pass as grams', async (heading) => {
      const opened = await send(`PackageId,${heading}\nP-1,0.48\n`);
      const checked = await desk.ask('import.check', pick(opened));
      const params = { column: heading, unit: 'kg', expected: 'g' };
      expect(checked.warnings).toContainEqual(expect.objectContaining({ column: 1, code: 'other-unit', params }));
      const mapping = [opened.mapping[0]!, '$.Package.Weight'];
      const byHand = await desk.ask('import.check', { importId: opened.importId, mapping });
      expect(byHand).toMatchObject({ good: 0, bad: 1, badRows: [{ problems: [{ column: 1, code: 'other-unit' }] }] });
      await run({ ...opened, mapping });
      expect(await queued()).toBe(0);
      // not remembered for these columns, nor for this heading
      expect((await send(`PackageId,${heading}\nP-2,0.48\n`)).mapping).toEqual([mapping[0], null]);
      expect((await send(`PackageId,Country,${heading}\nP-2,DE,0.48\n`)).mapping[2]).toBe(null);
    });

    it('is reported before the import if it is not known to match the field', async () => {
      const opened = await send('PackageId,Sku,Declared value (USD)\nP-1,A,8.8\n');
      const told = expect.objectContaining({ column: 2, code: 'unit-unknown' });
      expect((await desk.ask('import.check', pick(opened))).warnings).toContainEqual(told);
      const mapping = [...opened.mapping.slice(0, 2), opened.mapping[1]!.replace(/Sku$/, 'DeclareValue')];
      const byHand = await desk.ask('import.check', { importId: opened.importId, mapping });
      expect(byHand.good).toBe(1);
      expect(byHand.warnings).toContainEqual(told);
    });
  });
});

describe('a row without key, SKU and name', () => {
  aDeskForEach();
  const head = 'PackageId,Skus.Sku,Skus.DeclareNameEn,Skus.Quantity,Skus.DeclareValue';
  it('is not added as goods to the order above but reported; a row with any of them is added', async () => {
    const opened = await send(
      `${head}\nP-1,A,Scarf,1,8.8\n,B,,2,3\n,,Bag,1,4\nP-1,,,1,2\nP-2,A,Scarf,1,8.8\n,,,6,26.6\n`,
    );
    const checked = await desk.ask('import.check', pick(opened));
    expect(checked).toMatchObject({ good: 1, bad: 1 });
    expect(checked.preview[0]?.body).toMatchObject({
      Package: { PackageId: 'P-1', Skus: [{ Sku: 'A' }, { Sku: 'B' }, { DeclareNameEn: 'Bag' }, { Quantity: 1 }] },
    });
    expect(checked.badRows).toMatchObject([{ row: 6, problems: [{ row: 7, column: 3, code: 'not-goods' }] }]);
    const emptied = [3, 4].map((column) => ({ row: 7, column, text: '' }));
    expect(await desk.ask('import.checkRow', { ...pick(opened), row: 6, corrections: emptied })).toMatchObject({
      problems: [],
    });
  });
});
