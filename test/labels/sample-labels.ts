import type { LabelAddress, LabelSource } from '../../electron/labels/layout/label-source.ts';
import { readFileSync } from 'node:fs';
import Papa from 'papaparse';

type Row = Record<string, string>;

const SENDER: LabelAddress = {
  Contact: 'Parcel Desk 仓库',
  Phone: '+86 755 8200 0000',
  Country: 'CN',
  Province: '广东省',
  City: '深圳市',
  District: '南山区',
  Street1: '科技园南路',
  HouseNumber: '18号',
  Postcode: '518057',
};

function rowsOf(file: string): Row[] {
  const text = readFileSync(new URL(`../samples/${file}`, import.meta.url), 'utf8').replace(/^\ufeff/, '');
  return Papa.parse<Row>(text, { header: true, skipEmptyLines: true }).data;
}

// Each form of tracking number that carriers use: letters at both ends, digits only, long, mixed case with dashes.
function trackingNumber(index: number): string {
  const serial = String(100_000_007 + index * 7_919_003);
  return [`LX${serial.slice(-9)}CN`, `3390${serial}`.padEnd(20, '0'), `1Z${serial}AB-x/${index}`, `JD01${serial}4600`][
    index % 4
  ] as string;
}

/** The 204 sample orders as labels, with invented numbers, marks and boxes. */
export const SAMPLE_LABELS: readonly LabelSource[] = ['label-orders.csv', 'scripts.csv']
  .flatMap(rowsOf)
  .map((row, index) => ({
    PackageId: row.PackageId as string,
    TrackingNumber: trackingNumber(index),
    provisional: index % 5 === 0,
    practice: index % 2 === 0,
    ServiceCode: row.ServiceCode as string,
    ...(index % 3 === 0 ? {} : { ShippingProvider: 'China Post', sender: SENDER }),
    recipient: row,
    weight: Number(row.Weight),
    weightUnit: 'g',
    custom: row.Custom as string,
    skus: [
      {
        Sku: row.Sku as string,
        Quantity: Number(row.Quantity),
        DeclareNameEn: row.DeclareNameEn as string,
        DeclareNameCn: row.DeclareNameCn as string,
      },
    ],
    box: 1 + (index % 3),
    boxes: 3,
  }));

/** A minimal label, with the given changes. */
export function labelWith(changes: Partial<LabelSource> = {}): LabelSource {
  return {
    PackageId: 'PD-00001',
    TrackingNumber: 'LX100200300CN',
    provisional: false,
    practice: false,
    recipient: {
      Contact: 'Ann Lee',
      Country: 'DE',
      City: 'Berlin',
      Street1: 'Hauptstraße',
      HouseNumber: '12',
      Postcode: '10115',
    },
    weightUnit: 'g',
    skus: [],
    box: 1,
    boxes: 1,
    ...changes,
  };
}
