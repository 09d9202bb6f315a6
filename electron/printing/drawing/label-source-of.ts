import type { Bitmap } from '../../../shared/labels/label-layout.ts';
import { readLogo } from '../../../shared/labels/logo.ts';
import { labelSizes } from '../../../shared/printing/label-sizes.ts';
import { valueAt } from '../../../shared/service/value-at.ts';
import type { Settings } from '../../../shared/settings/settings.ts';
import { perInch } from '../../labels/formats/print-head.ts';
import { thermalForm, type LabelForm } from '../../labels/layout/label-form.ts';
import type { LabelSource, LabelAddress, LabelSku } from '../../labels/layout/label-source.ts';
import type { LabelOrder } from '../../outbox/read-labels.ts';

/** Form of labels unless a printer or sheet has its own; `dpi` is that of the printer, if known. */
export const defaultForm = (settings: Settings, dpi = 203): LabelForm =>
  thermalForm(labelSizes[settings.labelSize], perInch(dpi));

/** The desk's line on each label; the time is local. */
export function printedLine(desk: string, operator: string, now: number): NonNullable<LabelSource['printed']> {
  const at = new Date(now);
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return { desk, operator, at: `${day} ${two(at.getHours())}:${two(at.getMinutes())}` };
}

/** Cached so that all labels share one bitmap object, by which drawing and PDF code recognise it. */
let last: { text: string; logo: Bitmap | null } = { text: '', logo: null };

/** The logo of the desk's labels; null: none. */
export function logoOf({ labelLogo: text }: Pick<Settings, 'labelLogo'>): Bitmap | null {
  if (last.text !== text) last = { text, logo: readLogo(text) };
  return last.logo;
}

/** The fields of an address on a label; `Email` is not drawn. */
export const addressNames = [
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

/** Content of an order's label: its request, its number, and the desk's sender if the order has none. */
export function labelSourceOf(
  order: LabelOrder,
  settings: Settings,
  practice: boolean,
  printed?: LabelSource['printed'],
): LabelSource {
  const at = (...path: string[]): unknown => valueAt(order.body, ['Package', ...path]);
  const ServiceCode = text(at('ServiceCode'));
  const weight = at('Weight');
  const custom = text(at('Custom'));
  const skus = at('Skus');
  const logo = logoOf(settings);
  return {
    PackageId: order.key,
    TrackingNumber: order.TrackingNumber,
    provisional: order.provisional,
    ...(order.TrackingNumber === '' && { lacksNumber: true }),
    practice,
    ...(ServiceCode !== undefined && { ServiceCode }),
    ...(order.ShippingProvider !== null && { ShippingProvider: order.ShippingProvider }),
    recipient: address((name) => at('ShipToAddress', name)),
    ...(settings.labelSender && {
      sender: at('Sender') === undefined ? senderOf(settings) : address((name) => at('Sender', name)),
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

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

function address(part: (name: (typeof addressNames)[number]) => unknown): LabelAddress {
  const filled = addressNames.flatMap((name) => {
    const value = text(part(name));
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(filled);
}

function senderOf(settings: Settings): LabelAddress {
  return address((name) => (name === 'District' ? undefined : settings[`sender${name}`]));
}

function labelSku(sku: unknown): LabelSku {
  const Quantity = valueAt(sku, ['Quantity']);
  const names = ['Sku', 'DeclareNameEn', 'DeclareNameCn'].flatMap((name) => {
    const value = text(valueAt(sku, [name]));
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(names), ...(typeof Quantity === 'number' && { Quantity }) };
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
