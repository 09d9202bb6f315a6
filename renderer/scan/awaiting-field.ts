import type { ScanMeaning } from '../../shared/memory-procedures.ts';
import { lastName } from '../forms/field-path.ts';
import { scanTakers } from '../state/scan-takers.ts';
import { t } from '../texts/say.svelte.ts';
import { tellScan } from './tell-scan.ts';
import { textFieldOf, writeText } from './write-text.ts';

/** Fields that hold a number which is on a label or a box; an order's own key is the form's to fill. */
const numbers = /(TrackingNumber|CustomContainerNo|StorageNo|RefOutboundOrderNo|RefInboundOrderInfo\.ShipmentId)$/;

/**
 * A scan while the cursor stands in an empty field that awaits just that: a number of a parcel is written there, whatever else it means, and
 * goods nobody knows yet go into the line of the SKU field. False where the cursor stands elsewhere.
 */
export function writeIntoAwaiting(meaning: ScanMeaning, text: string): boolean {
  const field = textFieldOf(document.activeElement);
  if (!field?.id.startsWith('field-') || field.value !== '') return false;
  const name = lastName(field.id);
  if (name === 'Sku' && meaning.is === 'unknown') return scanTakers.takeSku(text);
  if (!numbers.test(field.id)) return false;
  writeText(field, text);
  tellScan('accepted', t().scan.filledIn({ text }));
  return true;
}
