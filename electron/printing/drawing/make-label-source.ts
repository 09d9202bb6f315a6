import type { Bitmap } from '../../../shared/labels/label-layout.ts';
import { readLogo } from '../../../shared/labels/logo.ts';
import { labelSizes } from '../../../shared/printing/label-sizes.ts';
import { valueAt } from '../../../shared/service/value-at.ts';
import type { Settings } from '../../../shared/settings/settings.ts';
import { dotsPerInch } from '../../labels/formats/print-head.ts';
import { thermalForm, type LabelForm } from '../../labels/layout/label-form.ts';
import type { LabelSource, LabelAddress, LabelSku } from '../../labels/layout/label-source.ts';
import type { LabelOrder } from '../../outbox/read-labels.ts';

/** Form of labels unless a printer or sheet has its own; `dpi` is that of the printer, if known. */
export const defaultForm = (settings: Settings, dpi = 203): LabelForm =>
  thermalForm(labelSizes[settings.labelSize], dotsPerInch(dpi));

/** The desk's line on each label; the time is local. */
export function printedLine(desk: string, operator: string, now: number): NonNullable<LabelSource['printed']> {
  const date = new Date(now);
  const twoDigits = (value: number): string => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
  return { desk, operator, printedAt: `${day} ${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}` };
}

/** Cached so that all labels share one bitmap object: drawing and PDF code recognise the logo by it. */
let cachedLogo: { text: string; logo: Bitmap | null } = { text: '', logo: null };

/** The logo of the desk's labels; null: none. */
export function logoOf({ labelLogo: text }: Pick<Settings, 'labelLogo'>): Bitmap | null {
  if (cachedLogo.text !== text) cachedLogo = { text, logo: readLogo(text) };
  return cachedLogo.logo;
}

/** The fields of an address on a label; `Email` is not drawn. */
export const addressFields = [
  'Contact',
  'Phone',
  'Email',
  'Country',
  'Province',
  'City',
  'District',
  'Street1',
  'Street2',
  'HouseNumber',
  'Postcode',
] as const;

/** Content of an order's label, from its request and its number; the sender is the desk's if the order has none. */
export function labelSourceOf(
  order: LabelOrder,
  settings: Settings,
  isPractice: boolean,
  printed?: LabelSource['printed'],
): LabelSource {
  const packageValue = (...path: string[]): unknown => valueAt(order.body, ['Package', ...path]);
  const ServiceCode = textOf(packageValue('ServiceCode'));
  const weight = packageValue('Weight');
  const custom = textOf(packageValue('Custom'));
  const skus = packageValue('Skus');
  const logo = logoOf(settings);
  return {
    PackageId: order.key,
    TrackingNumber: order.TrackingNumber,
    provisional: order.provisional,
    ...(order.TrackingNumber === '' && { lacksNumber: true }),
    practice: isPractice,
    ...(ServiceCode !== undefined && { ServiceCode }),
    ...(order.ShippingProvider !== null && { ShippingProvider: order.ShippingProvider }),
    recipient: addressOf((name) => packageValue('ShipToAddress', name)),
    ...(settings.labelSender && {
      sender:
        packageValue('Sender') === undefined ? senderOf(settings) : addressOf((name) => packageValue('Sender', name)),
    }),
    ...(typeof weight === 'number' && { weight }),
    weightUnit: settings.weightUnit,
    ...(custom !== undefined && { custom, customSize: settings.labelCustom }),
    ...(logo && { logo }),
    ...(printed && { printed }),
    skus: settings.labelContents && Array.isArray(skus) ? skus.map(labelSku) : [],
    // a label order is one package; orders of several boxes have their own kind of label
    box: 1,
    boxes: 1,
  };
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

function addressOf(valueOfField: (name: (typeof addressFields)[number]) => unknown): LabelAddress {
  const filledFields = addressFields.flatMap((name) => {
    const value = textOf(valueOfField(name));
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(filledFields);
}

function senderOf(settings: Settings): LabelAddress {
  return addressOf((name) => (name === 'District' ? undefined : settings[`sender${name}`]));
}

function labelSku(sku: unknown): LabelSku {
  const Quantity = valueAt(sku, ['Quantity']);
  const filledFields = ['Sku', 'DeclareNameEn', 'DeclareNameCn'].flatMap((name) => {
    const value = textOf(valueAt(sku, [name]));
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(filledFields), ...(typeof Quantity === 'number' && { Quantity }) };
}

/** A sample order that previews the label settings. */
export const sampleOrder: LabelOrder = {
  id: '',
  key: 'SAMPLE-7',
  TrackingNumber: 'LX000000007CN',
  provisional: false,
  copy: 1,
  drawnFrom: Buffer.alloc(0),
  ShippingProvider: 'Carrier',
  body: {
    Package: {
      ServiceCode: 'EXPRESS',
      Weight: 480,
      Custom: 'Shelf B4',
      ShipToAddress: {
        Contact: 'Anna Schmidt',
        Phone: '+49 30 0000000',
        Country: 'DE',
        City: 'Berlin',
        Street1: 'Hauptstraße',
        HouseNumber: '12',
        Postcode: '10115',
      },
      Sender: {
        Contact: '仓库 Warehouse 1',
        Phone: '+86 755 00000000',
        Country: 'CN',
        Province: '广东省',
        City: '深圳市',
        Street1: '科技园南路',
        HouseNumber: '18号',
        Postcode: '518057',
      },
      Skus: [
        { Sku: 'MUG-350-BLU', Quantity: 2, DeclareNameEn: 'Ceramic mug' },
        { Sku: 'SCF-WOOL-GRY', Quantity: 1, DeclareNameEn: 'Wool scarf' },
      ],
    },
  },
};
