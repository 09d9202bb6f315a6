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

/** Fields that name goods, the one most likely readable for the recipient first. */
const goodsNameFields = [
  'DeclareNameEn',
  'DeclareNameEN',
  'DeclareName',
  'ProductName',
  'DeclareNameCn',
  'DeclareNameCN',
  'Sku',
];

const toText = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';

const joinNonEmpty = (...texts: string[]): string => texts.filter((text) => text !== '').join(' ');

/** Reads an entry's body as a parcel; null if it has no recipient, such as a SKU. */
export function parcelOf(endpoint: number, body: unknown): Parcel | null {
  const create = findCreate(endpoint);
  if (!create?.recipient) return null;
  const { recipient, parcel } = create;
  const recipientText = (name: string): string => toText(valueAt(body, [...recipient, name]));
  const goods = create.goods.flatMap((pattern) => valuesAt(body, pattern));
  return {
    name: recipientText('Contact') || recipientText('Company'),
    phone: recipientText('Phone'),
    lines: [
      joinNonEmpty(recipientText('Street1'), recipientText('HouseNumber')),
      recipientText('Street2'),
      joinNonEmpty(recipientText('Postcode'), recipientText('City')),
      joinNonEmpty(recipientText('Province'), recipientText('Country')),
    ].filter((line) => line !== ''),
    goods: goods.flatMap(({ value }) => {
      const name = goodsNameFields.map((field) => toText(valueAt(value, [field]))).find((text) => text !== '') ?? '';
      return name === '' ? [] : [{ quantity: toText(valueAt(value, ['Quantity'])), name }];
    }),
    weight: toText(valueAt(body, [...parcel, 'Weight'])),
  };
}

/** Limits of the printed page for a text and for a barcode. */
const maxTextLength = 400;
const maxCodeLength = 40;
/** The part of an entry that a packing slip shows. */
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
  const texts = t().outbox.slip;
  const rows = goods.map(({ value }) => ({
    sku: toText(valueAt(value, ['Sku'])),
    name: goodsNameFields.map((field) => toText(valueAt(value, [field]))).find((text) => text !== '') ?? '',
    quantity: valueAt(value, ['Quantity']),
  }));
  const totalQuantity = rows.reduce((total, { quantity }) => total + (typeof quantity === 'number' ? quantity : 0), 0);
  const weight = parcel.weight === '' ? '' : `${parcel.weight} ${desk.settings?.weightUnit ?? ''}`.trim();
  const custom = toText(valueAt(request.body, [...create.parcel, 'Custom']));
  const facts: (readonly [string, string])[] = [
    ...[parcel.name, ...parcel.lines]
      .filter((line) => line !== '')
      .map((line, index): [string, string] => [index === 0 ? texts.to : '', line]),
    [texts.phone, parcel.phone],
    [texts.number, trackingNumber ?? ''],
    [texts.service, service],
    [texts.weight, weight],
    [texts.custom, custom],
  ];
  return {
    title: texts.title,
    mark: desk.state?.mode === 'practice' ? t().handover.sheet.practice : '',
    code: key.length <= maxCodeLength && isCode128(key) && !/[^ -~]/.test(key) ? key : '',
    facts: facts
      .filter(([, text]) => text !== '')
      .map(([name, text]): [string, string] => [name, text.slice(0, maxTextLength)]),
    tables: [
      {
        columns: [
          { head: texts.sku, share: 4 },
          { head: texts.name, share: 7 },
          { head: texts.quantity, share: 1.5, align: 'end' },
          { head: texts.packed, share: 1.5, align: 'end' },
        ],
        rows: [
          ...rows.map(({ sku, name, quantity }) => [
            sku,
            name,
            typeof quantity === 'number' ? format.number(quantity) : '',
            '☐',
          ]),
          [texts.sum, '', format.number(totalQuantity), ''],
        ],
        sum: true,
      },
    ],
    signatures: [texts.packedBy],
    foot: `${texts.title} ${key}`.slice(0, maxTextLength),
  };
}
