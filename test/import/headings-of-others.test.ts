import { guessMapping } from '../../electron/spreadsheets/import/mapping.ts';
import { defaultSettings } from '../../shared/settings/settings.ts';
import { aDeskForEach, desk, pick, run, send } from './step-desk.ts';
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
  it('does not keep a column from its field; a shop’s price without a field for its currency is left out', () => {
    for (const title of [...weights, ...inGrams])
      expect(guess(['PackageId', title]), title).toContain('$.Package.Weight');
    for (const title of [
      'Declared value (USD)',
      'DeclareValue (USD)',
      'DeclareValue USD',
      '申报价值美元',
      'Declared value',
    ])
      expect(guess([title]), title).toEqual(['$.Package.Skus[0].DeclareValue']);
    expect(guess(['unit price €'])).toEqual([null]);
    expect(guess(['unit price'])).toEqual(['$.Package.Skus[0].Price']);
  });

  describe('in a column', () => {
    aDeskForEach();

    it.each(weights)('makes 480 grams of 0.48 of %s, and tells so', async (heading) => {
      const opened = await send(`PackageId,${heading}\nP-1,0.48\n`);
      const checked = await desk.ask('import.check', pick(opened));
      expect(checked.preview).toMatchObject([{ body: { Package: { Weight: 480 } } }]);
      const params = { from: '0.48 kg', to: '480 g' };
      expect(checked.warnings).toContainEqual(expect.objectContaining({ column: 1, code: 'converted', params }));
    });

    it.each([
      ['Weight', '0.48 kg', 480],
      ['Weight', '2 lb', 907.18474],
      ['Weight (oz)', '25.0', 708.738078125],
      ['Weight (oz)', '480 g', 480],
      ['重量', '1.5公斤', 1500],
      ['Length', '10 in', 25.4],
    ])('or in a cell converts exactly: %s %s', async (heading, cell, value) => {
      const checked = await desk.ask('import.check', pick(await send(`PackageId,${heading}\nP-1,${cell}\n`)));
      expect(Object.values(checked.preview[0]?.body['Package'] as object)).toContain(value);
    });

    it('or in the column beside it converts each row by its own', async () => {
      const opened = await send(
        'Order No,Name,Weight,Weight Unit,City\nP-1,Ana,2,kg,Bonn\nP-2,Ana,480,g,Bonn\nP-3,Ana,3,stone,Bonn\nP-4,Ana,9,,Bonn\n',
      );
      const checked = await desk.ask('import.check', pick(opened));
      expect(checked.preview.map(({ body }) => (body['Package'] as { Weight: number }).Weight)).toEqual([2000, 480, 9]);
      expect(checked.questions).toMatchObject([{ code: 'unit', rows: [4], column: 2, path: '$.Package.Weight' }]);
      expect(await run(opened)).toMatchObject({ queued: 3, asked: 1 });
    });

    it('of another program that names none is asked about once, if grams cannot be meant', async () => {
      const opened = await send('Order No,Name,Weight,City\nP-1,Ana,12.7,Bonn\nP-2,Ana,8,Bonn\n');
      const checked = await desk.ask('import.check', pick(opened));
      expect(checked).toMatchObject({ good: 0, asked: 2, questions: [{ code: 'unit', orders: 2, found: '12.7, 8' }] });
      const answers = [{ question: checked.questions[0]!.id, choice: 'oz' }];
      const answered = await desk.ask('import.check', { ...pick(opened), answers });
      expect(answered).toMatchObject({ good: 2, asked: 0 });
      expect(answered.preview[1]?.body).toMatchObject({ Package: { Weight: 226.796185 } });
      expect((await desk.ask('import.check', pick(await send('PackageId,Weight\nP-1,12.7\n')))).questions).toEqual([]);
    });

    it('that is a currency is asked about if its field has none, before the amount is taken', async () => {
      const opened = await send('PackageId,Sku,Declared value (USD)\nP-1,A,8.8\n');
      const checked = await desk.ask('import.check', pick(opened));
      expect(checked).toMatchObject({ good: 0, asked: 1 });
      expect(checked.questions).toMatchObject([{ code: 'currency', column: 2, found: 'USD', rows: [2] }]);
      expect(await run(opened)).toMatchObject({ queued: 0, asked: 1 });
      const answers = [{ question: checked.questions[0]!.id, choice: 'as-number' }];
      const { preview } = await desk.ask('import.check', { ...pick(opened), answers });
      expect(preview).toMatchObject([{ body: { Package: { Skus: [{ Sku: 'A', DeclareValue: 8.8 }] } } }]);
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
