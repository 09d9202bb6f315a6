import { lacksOf } from '../service/sense.ts';
import { ownLabelsIn } from './own-label.ts';

const labelOrder = 2;

/** Whether the label drawn for a label order would have no address: neither a city nor a street. It may be all right so; a person is told. */
export const lacksAddress = (body: unknown): boolean =>
  ownLabelsIn(body).length === 0 && lacksOf(labelOrder, body).some(({ lack }) => lack === 'address');
