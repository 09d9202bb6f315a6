import { focusNext } from '../forms/field-focus.ts';
import { lastName } from '../../shared/path/path.ts';
import { t } from '../texts/say.svelte.ts';
import { announceScan } from './announce-scan.ts';
import { textFieldOf, writeText } from './write-text.ts';

/** Fields for a number printed on a label or a box; an order's own key is filled in by the form. */
const numberFields =
  /^field-.*(TrackingNumber|CustomContainerNo|StorageNo|RefOutboundOrderNo|RefInboundOrderInfo\.ShipmentId)$/;

/**
 * Handles a scan while the cursor is in an empty field for a parcel's number: writes it there, whatever else it means,
 * and moves on as Enter does. False if the cursor is elsewhere.
 */
export function writeIntoNumberField(text: string): boolean {
  const field = textFieldOf(document.activeElement);
  if (!field || field.value !== '' || !numberFields.test(field.id)) return false;
  writeText(field, text);
  if (field.form) focusNext(field.form, field);
  announceScan('accepted', () => t().scan.filledIn({ text }));
  return true;
}

/** Whether the cursor is in the SKU of a line, so that an unknown code counts as a SKU. */
export function expectsGoods(): boolean {
  const { id = '' } = textFieldOf(document.activeElement) ?? {};
  return id.startsWith('field-') && id.includes('[') && lastName(id) === 'Sku';
}
