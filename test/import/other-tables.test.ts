import { readOrders } from './read-orders.ts';
import { describe, expect, it } from 'vitest';

const head = 'Order ID,Name,Street,City,Zip,SKU,Qty';
const row = (key: string): string => `${key},Ida Roth,Lindenweg 3,Berlin,10115,S-1,2`;
const keys = ({ packages }: { packages: Record<string, unknown>[] }) => packages.map((one) => one['PackageId']);

describe('the table is found', () => {
  it.each([
    ['below a title and blank rows', `Orders of Monday\n\n${head}\n${row('A-1')}\n`, 4],
    ['below a line of bare commas', `,,,,,,\n${head}\n,,,,,,\n${row('A-1')}\n`, 4],
    [
      'below the line that names its separator',
      `sep=;\n${head.replaceAll(',', ';')}\n${row('A-1').replaceAll(',', ';')}\n`,
      2,
    ],
    ['below a row of groups', `,Recipient,,,,Item,\nOrder ID,Name,Street,City,Zip,SKU,Qty\n${row('A-1')}\n`, 3],
    [
      'separated by tabs, with quotes that are letters',
      `${head}\n${row('A-1').replace('Ida', '"Ida"x')}\n`.replaceAll(',', '\t'),
      2,
    ],
    ['separated by bars', `${head}\n${row('A-1')}\n`.replaceAll(',', '|'), 2],
  ])('%s, with its rows counted as in the file', async (_where, text, at) => {
    const read = await readOrders(text);
    expect(keys(read)).toEqual(['A-1']);
    expect(read.orders[0]?.row).toBe(at);
  });

  it('without the rows below it that are no orders, which are told', async () => {
    const footer = '2,record(s) downloaded, from ,Mon,to,Tue\nSeller ID : roth\n';
    const read = await readOrders(`${head}\n${row('A-1')}\n${row('A-2')}\nTotal,,,,,,4\n\n${footer}`);
    expect(keys(read)).toEqual(['A-1', 'A-2']);
    expect(read.outside).toMatchObject([4, 6, 7].map((at) => ({ row: at, code: 'no-order' })));
  });

  it('but an order without recipient or street in the last row is asked about, not left out', async () => {
    const read = await readOrders(`${head}\n${row('A-1')}\nA-2,,,Berlin,10115,S-1,1\n`);
    expect(keys(read)).toEqual(['A-1']);
    expect(read.asked).toContain('no-recipient 3 -');
  });
});

describe('one order over several rows', () => {
  const lines = [
    { Sku: 'S-1', Quantity: 2 },
    { Sku: 'S-2', Quantity: 1 },
  ];
  it.each([
    ['with everything repeated', `${head}\nA-1,Ida,L 3,Berlin,10115,S-1,2\nA-1,Ida,L 3,Berlin,10115,S-2,1\n`],
    ['with the rest blank', `${head}\nA-1,Ida,L 3,Berlin,10115,S-1,2\n,,,,,S-2,1\n`],
    ['with the number repeated', `${head}\nA-1,Ida,L 3,Berlin,10115,S-1,2\nA-1,,,,,S-2,1\n`],
    ['as a row of its own above its items', `${head}\nA-1,Ida,L 3,Berlin,10115,,3\nA-1,,,,,S-1,2\nA-1,,,,,S-2,1\n`],
    [
      'in one cell',
      'Order ID,Name,Street,City,Zip,Things\nA-1,Ida,L 3,Berlin,10115,"sku:S-1|quantity:2;sku:S-2|quantity:1"\n',
    ],
    [
      'in two cells',
      'Order ID,Name,Street,City,Zip,Thing A,Thing B\nA-1,Ida,L 3,Berlin,10115,sku:S-1|quantity:2,sku:S-2|quantity:1\n',
    ],
    [
      'in lines of one cell',
      'Order ID,Name,Street,City,Zip,Things\nA-1,Ida,L 3,Berlin,10115,"【1】 Cup\n(商家编码: S-1)\n(产品数量: 2 件)\n【2】 Cap\n(商家编码: S-2)\n(产品数量: 1 件)"\n',
    ],
  ])('is one order with its lines: %s', async (_how, text) => {
    const { packages, orders } = await readOrders(text);
    expect(orders.flatMap(({ problems }) => problems)).toEqual([]);
    expect(packages).toMatchObject([
      { PackageId: 'A-1', ShipToAddress: { Contact: 'Ida', City: 'Berlin' }, Skus: lines },
    ]);
    expect(packages[0]?.['Skus']).toHaveLength(2);
  });

  it('is held back if its own row says another number of pieces than its items', async () => {
    const { packages, orders } = await readOrders(
      `${head}\nA-1,Ida,L 3,Berlin,10115,,4\nA-1,,,,,S-1,2\nA-1,,,,,S-2,1\n`,
    );
    expect([packages, orders[0]?.problems]).toMatchObject([[], [{ row: 2, code: 'not-goods' }]]);
  });

  it('is held back if two rows of it name other recipients', async () => {
    const { packages, orders } = await readOrders(
      `${head}\nA-1,Ida,L 3,Berlin,10115,S-1,2\nA-1,Bo,L 3,Berlin,10115,S-2,1\n`,
    );
    expect([packages, orders[0]?.problems]).toMatchObject([[], [{ row: 3, column: 1, code: 'differs-within' }]]);
  });

  it('with articles in one cell and only their sum is asked about where the sum does not say it', async () => {
    const text =
      'Order ID,Name,Street,City,Number of Items,SKU\nA-1,Ida,L 3,Berlin,3,"S-1,S-2"\nA-2,Ida,L 3,Berlin,2,"S-1,S-2"\nA-3,Ida,L 3,Berlin,5,S-1\n';
    const { packages, asked } = await readOrders(text);
    expect(asked).toEqual(['which-goods 2 5']);
    expect(packages.map((one) => one['Skus'])).toEqual([
      [
        { Sku: 'S-1', Quantity: 1 },
        { Sku: 'S-2', Quantity: 1 },
      ],
      [{ Sku: 'S-1', Quantity: 5 }],
    ]);
  });

  it('counts the pieces that are still to be sent, and none that came back', async () => {
    const text =
      'Order ID,Name,Street,City,SKU,Quantity Purchased,Quantity to ship,Returned quantity\nA-1,Ida,L 3,Berlin,S-1,5,2,1\n';
    expect((await readOrders(text)).packages).toMatchObject([{ Skus: [{ Sku: 'S-1', Quantity: 2 }] }]);
  });
});

describe('keys', () => {
  it.each([
    [
      ['#1001', '#1002'],
      ['1001', '1002'],
    ],
    [
      ['WH/OUT/00012', 'WH/OUT/00013'],
      ['WH-OUT-00012', 'WH-OUT-00013'],
    ],
    [
      ['A 1\t', 'A 2'],
      ['A-1', 'A-2'],
    ],
    [
      ['00121', '00122'],
      ['00121', '00122'],
    ],
  ])('become allowed by one rule for the file, and it is told: %j', async (given, made) => {
    const read = await readOrders(`${head}\n${given.map(row).join('\n')}\n`);
    expect(keys(read)).toEqual(made);
    const told = read.orders.flatMap(({ warnings }) => warnings.filter(({ code }) => code === 'key-written'));
    expect(told.length > 0).toBe(given.some((key, at) => key !== made[at]));
  });

  it('that the rule would make equal stay, and are refused', async () => {
    const read = await readOrders(`${head}\n${row('A/1')}\n${row('A-1')}\n`);
    expect(read.orders.map(({ problems }) => problems.map(({ code }) => code))).toEqual([['bad-key'], []]);
  });

  it('are the numbers of the orders, though their column is only called Name', async () => {
    const text =
      'Name,Email,Lineitem sku,Lineitem quantity,Shipping Name,Shipping Street,Shipping City\n#7,a@b.example,S-1,1,Ida,L 3,Berlin\n#7,,S-2,1,,,\n#8,,S-1,1,Bo,L 4,Berlin\n';
    const read = await readOrders(text, { format: 'none' });
    expect(read.packages).toMatchObject([{ PackageId: '7', ShipToAddress: { Contact: 'Ida' } }, { PackageId: '8' }]);
  });
});
