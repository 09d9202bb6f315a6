import { lacksOf } from '../service/lacks-of.ts';
import { ownLabelsIn } from './own-label.ts';

const labelOrder = 2;

/**
 * Whether the drawn label of a label order has no address: neither a city nor a street. It may be intended, so a person
 * is only warned.
 */
export const lacksAddress = (body: unknown): boolean =>
  ownLabelsIn(body).length === 0 && lacksOf(labelOrder, body).some(({ lack }) => lack === 'address');
