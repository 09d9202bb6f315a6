import { findCreate } from '../../../shared/creates/create-kinds.ts';
import { valueAt, valuesAt } from '../../../shared/service/value-at.ts';

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
