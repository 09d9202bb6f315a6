import { logoOf } from './logo-of.ts';
import { valueAt } from '../../../shared/service/value-at.ts';
import type { Settings } from '../../../shared/settings/settings.ts';
import type { LabelAddress, LabelSku, LabelSource } from '../../labels/label-source.ts';
import type { LabelOrder } from '../../outbox/read-labels.ts';

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
