import { missingPartsOf } from '../service/missing-parts.ts';
import { ownLabelsIn } from './own-label.ts';

const labelOrder = 2;

/**
 * Whether the drawn label of a label order has no address: neither a city nor a street. It may be intended, so a person
 * is only warned.
 */
export const lacksAddress = (body: unknown): boolean =>
  ownLabelsIn(body).length === 0 && missingPartsOf(labelOrder, body).some(({ part: lack }) => lack === 'address');
