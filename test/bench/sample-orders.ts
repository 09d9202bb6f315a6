import { randomFrom, type Random } from './random.ts';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import Papa from 'papaparse';

type Row = Record<string, string>;
const read = (name: string): Row[] =>
  Papa.parse<Row>(
    readFileSync(fileURLToPath(new URL(`../samples/${name}`, import.meta.url)), 'utf8').replace(/^\ufeff/, ''),
    {
      header: true,
      skipEmptyLines: true,
    },
  ).data;

const addressRows = [...read('label-orders.csv'), ...read('scripts.csv')];
const nameWords = (row: Row): string[] => (row['Contact'] ?? '').split(' ').filter(Boolean);
const sampleNames = [...new Set(addressRows.flatMap(nameWords))];
const syllables = 'ma ri na lo ti ka son ber gar el an do vi ska mül ñe ó sé wa ng ta ro hi che zu le'.split(' ');
const ideographs = [
  ...'王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈小明伟芳娜秀英敏静丽强磊军洋勇艳杰娟涛超霞平刚桂',
];

/** Creates several thousand names: those of the samples, and others made of syllables or ideographs. */
function namePool(random: Random): string[] {
  const inventedNames = Array.from({ length: 6000 }, () => {
    const name = Array.from({ length: 2 + random.below(3) }, () => random.pick(syllables)).join('');
    return name.charAt(0).toUpperCase() + name.slice(1);
  });
  const chinese = Array.from({ length: 2000 }, () =>
    Array.from({ length: 2 + random.below(2) }, () => random.pick(ideographs)).join(''),
  );
  const generatedNames = [...inventedNames, ...chinese].toSorted(() => random.next() - 0.5);
  return [...sampleNames, ...generatedNames];
}

/** One label order and the service's answer; every run generates the same ones in the same order. */
export interface SampleOrder {
  PackageId: string;
  body: { Package: { ShipToAddress: Row } & Record<string, unknown> };
  TrackingNumber: string | null;
  SvcId: string | null;
}

/**
 * Generates label orders like those of a real desk: towns and goods of the samples, names in many scripts, random
 * numbers.
 */
export function* sampleOrders(): Generator<SampleOrder, never> {
  const random = randomFrom(20260302);
  const names = namePool(random);
  for (let orderNumber = 0; ; orderNumber++) {
    const addressRow = random.pick(addressRows);
    const goodsRow = random.pick(addressRows);
    const Contact = `${random.pickSkewed(names)} ${random.pickSkewed(names)}`;
    const PackageId = `PD-${String(orderNumber).padStart(8, '0')}`;
    const address = Object.fromEntries(
      ['Country', 'Province', 'City', 'Street1', 'Street2', 'HouseNumber', 'Postcode']
        .map((name) => [name, addressRow[name] ?? ''] as const)
        .filter(([, value]) => value !== ''),
    );
    const isAccepted = random.next() < 0.9;
    yield {
      PackageId,
      body: {
        Package: {
          PackageId,
          ServiceCode: addressRow['ServiceCode'],
          ShipToAddress: {
            Contact,
            Phone: `+${random.pick(['86', '34', '49', '1', '44'])} ${random.digits(3)} ${random.digits(3)} ${random.digits(4)}`,
            Email: `${random.pickSkewed(names).toLowerCase()}${random.below(10_000)}@example.com`,
            ...address,
          },
          Sender: {
            Contact: 'Parcel Desk',
            Phone: '+86 755 8200 0000',
            Country: 'CN',
            City: 'Shenzhen',
            Street1: 'Depot 7',
          },
          Weight: 100 + random.below(5000),
          Length: 10 + random.below(40),
          Width: 10 + random.below(30),
          Height: 2 + random.below(20),
          Skus: [
            {
              Sku: goodsRow['Sku'],
              Quantity: 1 + random.below(4),
              DeclareValue: random.below(5000) / 100,
              DeclareNameEn: goodsRow['DeclareNameEn'],
              DeclareNameCn: goodsRow['DeclareNameCn'],
              HsCode: goodsRow['HsCode'],
            },
          ],
          Custom: `Shelf ${random.pick([...'ABCDEF'])}${random.below(40)}`,
        },
      },
      TrackingNumber: isAccepted ? `LX${random.digits(9)}CN` : null,
      SvcId: isAccepted ? `SVC${random.digits(10)}` : null,
    };
  }
}
