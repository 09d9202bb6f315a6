import type { EntryDetail } from '../../../shared/contract/entry-answers.ts';
import { findCreate } from '../../../shared/creates/create-kinds.ts';
import { isCode128 } from '../../../shared/labels/code128.ts';
import type { PaperInput } from '../../../shared/paper/paper.ts';
import { valueAt, valuesAt } from '../../../shared/service/value-at.ts';
import { desk } from '../../state/desk-watch.svelte.ts';
import { format } from '../../texts/format.svelte.ts';
import { t } from '../../texts/say.svelte.ts';

/** A line of goods for display. */
export interface PackedGoods {
  quantity: string;
  name: string;
}

/** Recipient and contents of a parcel, for display. */
export interface Parcel {
  name: string;
  phone: string;
  /** address lines below the name */
  lines: string[];
  goods: PackedGoods[];
  weight: string;
}

const names = ['DeclareNameEn', 'DeclareNameEN', 'DeclareName', 'ProductName', 'DeclareNameCn', 'DeclareNameCN', 'Sku'];

const asText = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';

const inOneLine = (...texts: string[]): string => texts.filter((text) => text !== '').join(' ');

/** Reads an entry's body as a parcel; null if it has no recipient, such as a SKU. */
export function parcelOf(endpoint: number, body: unknown): Parcel | null {
  const create = findCreate(endpoint);
  if (!create?.recipient) return null;
  const { recipient, parcel } = create;
  const to = (name: string): string => asText(valueAt(body, [...recipient, name]));
  const goods = create.goods.flatMap((pattern) => valuesAt(body, pattern));
  return {
    name: to('Contact') || to('Company'),
    phone: to('Phone'),
    lines: [
      inOneLine(to('Street1'), to('HouseNumber')),
      to('Street2'),
      inOneLine(to('Postcode'), to('City')),
      inOneLine(to('Province'), to('Country')),
    ].filter((line) => line !== ''),
    goods: goods.flatMap(({ value }) => {
      const name = names.map((one) => asText(valueAt(value, [one]))).find((text) => text !== '') ?? '';
      return name === '' ? [] : [{ quantity: asText(valueAt(value, ['Quantity'])), name }];
    }),
    weight: asText(valueAt(body, [...parcel, 'Weight'])),
  };
}

/** Limits of the printed page for a text and for a barcode. */
const longestText = 400;
const longestCode = 40;
/** Fields that name goods, the one most likely readable for the recipient first. */

export type PackingSlipEntry = Pick<
  EntryDetail,
  'key' | 'endpoint' | 'request' | 'erasedAt' | 'trackingNumber' | 'service'
>;

/**
 * Content list of a parcel, for packing and unpacking, without prices. Null if the entry has no goods or no recipient.
 */
export function packingSlip({
  key,
  endpoint,
  request,
  erasedAt,
  trackingNumber,
  service,
}: PackingSlipEntry): PaperInput | null {
  const parcel = erasedAt === null ? parcelOf(endpoint, request.body) : null;
  const create = findCreate(endpoint);
  const goods = create ? create.goods.flatMap((pattern) => valuesAt(request.body, pattern)) : [];
  if (!parcel || !create || goods.length === 0) return null;
  const words = t().outbox.slip;
  const rows = goods.map(({ value }) => ({
    sku: asText(valueAt(value, ['Sku'])),
    name: names.map((one) => asText(valueAt(value, [one]))).find((text) => text !== '') ?? '',
    quantity: valueAt(value, ['Quantity']),
  }));
  const sum = rows.reduce((all, { quantity }) => all + (typeof quantity === 'number' ? quantity : 0), 0);
  const weight = parcel.weight === '' ? '' : `${parcel.weight} ${desk.settings?.weightUnit ?? ''}`.trim();
  const custom = asText(valueAt(request.body, [...create.parcel, 'Custom']));
  const facts: (readonly [string, string])[] = [
    ...[parcel.name, ...parcel.lines]
      .filter((line) => line !== '')
      .map((line, at): [string, string] => [at === 0 ? words.to : '', line]),
    [words.phone, parcel.phone],
    [words.number, trackingNumber ?? ''],
    [words.service, service],
    [words.weight, weight],
    [words.custom, custom],
  ];
  return {
    title: words.title,
    mark: desk.desk?.mode === 'practice' ? t().handover.sheet.practice : '',
    code: key.length <= longestCode && isCode128(key) && !/[^ -~]/.test(key) ? key : '',
    facts: facts
      .filter(([, text]) => text !== '')
      .map(([name, text]): [string, string] => [name, text.slice(0, longestText)]),
    tables: [
      {
        columns: [
          { head: words.sku, share: 4 },
          { head: words.name, share: 7 },
          { head: words.quantity, share: 1.5, align: 'end' },
          { head: words.packed, share: 1.5, align: 'end' },
        ],
        rows: [
          ...rows.map(({ sku, name, quantity }) => [
            sku,
            name,
            typeof quantity === 'number' ? format.number(quantity) : '',
            '☐',
          ]),
          [words.sum, '', format.number(sum), ''],
        ],
        sum: true,
      },
    ],
    signatures: [words.packedBy],
    foot: `${words.title} ${key}`.slice(0, longestText),
  };
}
