import { focusNext } from '../forms/field-focus.ts';
import { lastName } from '../../shared/path/path.ts';
import { t } from '../texts/say.svelte.ts';
import { announceScan } from './announce-scan.ts';
import { textFieldOf, writeText } from './write-text.ts';

/** Fields that hold a number which is on a label or a box; an order's own key is the form's to fill. */
const numbers =
  /^field-.*(TrackingNumber|CustomContainerNo|StorageNo|RefOutboundOrderNo|RefInboundOrderInfo\.ShipmentId)$/;

/**
 * A scan while the cursor stands in an empty field that awaits just that: a number of a parcel is written there, whatever else it means, and the
 * cursor goes on as Enter would take it. False where the cursor stands elsewhere.
 */
export function writeIntoAwaiting(text: string): boolean {
  const field = textFieldOf(document.activeElement);
  if (!field || field.value !== '' || !numbers.test(field.id)) return false;
  writeText(field, text);
  if (field.form) focusNext(field.form, field);
  announceScan('accepted', () => t().scan.filledIn({ text }));
  return true;
}

/** Goods are scanned: the cursor stands in the SKU of a line, so that what this desk does not know yet is a SKU too. */
export function awaitsGoods(): boolean {
  const { id = '' } = textFieldOf(document.activeElement) ?? {};
  return id.startsWith('field-') && id.includes('[') && lastName(id) === 'Sku';
}
