import { addressOf, readOrders } from './read-orders.ts';
import { describe, expect, it } from 'vitest';

const berlin = { Contact: 'Ida Roth', Street1: 'Lindenweg 3', City: 'Berlin', Postcode: '10115', Country: 'DE' };
const goods = ',SKU,Qty';
/** One order: the fields of the buyer's address and of the recipient's, under headings made by `named`. */
const sheet = (ship: readonly string[], buyer: readonly string[]): string =>
  [
    ['Order ID', ...buyer, ...ship].join(',') + goods,
    ['A-1', 'Bo Payer', 'Kassenweg 9', 'Bonn', '53111', 'DE', 'Ida Roth', 'Lindenweg 3', 'Berlin', '10115', 'DE'].join(
      ',',
    ) + ',S-1,2',
  ].join('\n');
const parts = ['Name', 'Street', 'City', 'Postal Code', 'Country'];

describe('an address is read as one block', () => {
  it.each<[string, (part: string) => string, (part: string) => string]>([
    ['before the field', (part) => `Ship To ${part}`, (part) => `Bill To ${part}`],
    ['behind the field', (part) => `${part} Shipping`, (part) => `${part} Billing`],
    ['in brackets', (part) => `${part} (Delivery)`, (part) => `${part} (Invoice)`],
    ['behind a slash', (part) => `Delivery Address/${part}`, (part) => `Invoice Address/${part}`],
    ['with dots', (part) => `to_address.${part}`, (part) => `buyer_address.${part}`],
    ['without blanks', (part) => `Shipping${part.replace(' ', '')}`, (part) => `Billing${part.replace(' ', '')}`],
  ])('of the recipient, whatever stands first, with the marker %s', async (_where, ship, buyer) => {
    const [headings, payers] = [parts.map(ship), parts.map(buyer)];
    expect(await addressOf(sheet(headings, payers))).toEqual(berlin);
  });

  it.each([
    [
      '收件人姓名',
      '收货地址',
      '收件城市',
      '收件邮编',
      '收件国家',
      '买家姓名',
      '买家地址',
      '买家城市',
      '买家邮编',
      '买家国家',
    ],
    [
      'Empfängername',
      'Lieferstraße',
      'Lieferort',
      'Liefer-PLZ',
      'Lieferland',
      'Rechnungsname',
      'Rechnungsstraße',
      'Rechnungsort',
      'Rechnungs-PLZ',
      'Rechnungsland',
    ],
    [
      'Nom destinataire',
      'Adresse livraison',
      'Ville livraison',
      'Code postal livraison',
      'Pays livraison',
      'Nom acheteur',
      'Adresse facturation',
      'Ville facturation',
      'Code postal facturation',
      'Pays facturation',
    ],
    [
      'お届け先名前',
      'お届け先住所',
      'お届け先市区町村',
      'お届け先郵便番号',
      'お届け先国',
      '注文者名前',
      '注文者住所',
      '注文者市区町村',
      '注文者郵便番号',
      '注文者国',
    ],
  ])('in other languages: %s', async (...headings) => {
    expect(await addressOf(sheet(headings.slice(0, 5), headings.slice(5)))).toEqual(berlin);
  });

  it('completed by columns that name nobody, if the buyer has no address of his own', async () => {
    const text =
      'Order ID,Buyer,Full Name,Street 1,Ship City,Ship Zip,Ship Country\nA-1,Bo,Ida Roth,Lindenweg 3,Berlin,10115,DE\n';
    expect(await addressOf(text)).toEqual(berlin);
  });

  it('and never filled from the buyer’s, not even a single field, if a cell of the recipient is empty', async () => {
    const text = sheet(
      parts.map((part) => `Ship To ${part}`),
      parts.map((part) => `Buyer ${part}`),
    ).replace('Lindenweg 3', '');
    const { packages, asked } = await readOrders(text);
    expect(packages).toEqual([expect.objectContaining({ ShipToAddress: { ...berlin, Street1: undefined } })]);
    expect(asked).toEqual([]);
  });

  it('a column that names nobody, beside a whole address of the buyer, is asked about', async () => {
    const text =
      'Order ID,Name,Ship Street,Ship City,Ship Zip,Billing Street,Billing City,Billing Zip\nA-1,Ida Roth,Lindenweg 3,Berlin,10115,Kassenweg 9,Bonn,53111\n';
    expect((await readOrders(text)).asked).toEqual(['whose-column 2 1', 'no-recipient 2 -']);
  });

  it('the buyer’s address is taken only if there is no other, and if a person says so', async () => {
    const text =
      'Order ID,Buyer Name,Buyer Street,Buyer City,Buyer Zip,Buyer Country\nA-1,Ida Roth,Lindenweg 3,Berlin,10115,DE\nA-2,Al Roth,Lindenweg 4,Berlin,10115,DE\n';
    const { packages, asked } = await readOrders(text);
    expect(packages).toEqual([]);
    expect(asked.filter((one) => one.startsWith('only-buyer'))).toEqual(['only-buyer 2 1', 'only-buyer 3 1']);
    const answers = (open: { id: string; code: string }[]) =>
      open.filter(({ code }) => code === 'only-buyer').map(({ id }) => ({ question: id, choice: 'use' }));
    const answered = await readOrders(text, { answers });
    expect(answered.packages.map((one) => one['ShipToAddress'])).toEqual([
      berlin,
      { ...berlin, Contact: 'Al Roth', Street1: 'Lindenweg 4' },
    ]);
  });

  it('the sender’s address is never the recipient’s', async () => {
    const senders = ['From Name', 'Return Street', 'Absender Ort', 'Sender Zip', '发件国家'];
    const text = sheet(
      parts.map((part) => `Recipient ${part}`),
      senders,
    );
    expect(await addressOf(text)).toEqual(berlin);
  });

  it('a heading with a word that is not understood is no part of it', async () => {
    const text =
      'Order ID,Name,Street,City,Zip,Tax City,Item Location,Pickup Zip,Store Name\nA-1,Ida Roth,Lindenweg 3,Berlin,10115,Bonn,Köln,1,Laden\n';
    expect(await addressOf(text)).toEqual({ ...berlin, Country: undefined });
  });
});

describe('columns of one field', () => {
  it.each([
    ['First Name,Last Name', 'Ida,Roth', 'Ida Roth'],
    ['Vorname,Name', 'Ida,Roth', 'Ida Roth'],
    ['Nom,Prénom', 'Roth,Ida', 'Ida Roth'],
    ['姓,名', '王,小明', '王小明'],
    ['Full Name,First Name,Last Name', 'Ida M. Roth,Ida,Roth', 'Ida M. Roth'],
    ['Name,Company', 'Ida Roth,Roth & Co', 'Ida Roth, Roth & Co'],
    ['Name,Company', ',Roth & Co', 'Roth & Co'],
  ])('of a name are joined: %s', async (headings, cells, contact) => {
    expect(await addressOf(`Order ID,${headings},Street,City\nA-1,${cells},Lindenweg 3,Berlin\n`)).toMatchObject({
      Contact: contact,
    });
  });

  it('of further address lines are joined with a comma and never dropped', async () => {
    const text =
      'Order ID,Name,Address 1,Address 2,Address 3,Suburb,City\nA-1,Ida,Lindenweg 3,Flat 2,Rear house,Mitte,Berlin\nA-2,Ida,Lindenweg 3,,Rear house,,Berlin\n';
    const { packages } = await readOrders(text);
    expect(packages.map((one) => (one['ShipToAddress'] as { Street2: string }).Street2)).toEqual([
      'Flat 2, Rear house, Mitte',
      'Rear house',
    ]);
  });

  it('stand in for each other where the first is empty', async () => {
    const text =
      'Order ID,Name,Street,City,Phone,Mobile,Country,Country Code\nA-1,Ida,L 3,Berlin,,0170 1,Germany,DE\nA-2,Ida,L 3,Berlin,030 1,0170 1,Germany,\n';
    const { packages } = await readOrders(text);
    expect(packages.map((one) => one['ShipToAddress'])).toMatchObject([
      { Phone: '0170 1', Country: 'DE' },
      { Phone: '030 1', Country: 'DE' },
    ]);
  });

  it('with the whole address beside its parts give the street alone', async () => {
    const text =
      'Order ID,Recipient,Delivery Address,City,Zip\nA-1,Ida Roth,"Ida Roth, Lindenweg 3, Berlin, 10115",Berlin,10115\n';
    expect(await addressOf(text)).toMatchObject({ Street1: 'Lindenweg 3', City: 'Berlin', Postcode: '10115' });
  });

  it('with the town in one cell are split only where the form is certain', async () => {
    const cells = ['"Portland, OR 97201"', '10115 Berlin', 'Berlin'];
    const rows = cells.map((cell, at) => `A-${at},Ida,Lindenweg 3,${cell}`);
    const { packages } = await readOrders(`Order ID,Name,Street,City State Zip\n${rows.join('\n')}\n`);
    expect(packages.map((one) => one['ShipToAddress'])).toEqual([
      { Contact: 'Ida', Street1: 'Lindenweg 3', City: 'Portland', Province: 'OR', Postcode: '97201' },
      { Contact: 'Ida', Street1: 'Lindenweg 3', City: 'Berlin', Postcode: '10115' },
      { Contact: 'Ida', Street1: 'Lindenweg 3', City: 'Berlin' },
    ]);
  });
});
