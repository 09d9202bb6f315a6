import { lacksOf } from '../service/sense.ts';
import { valueAt } from '../service/value-at.ts';

const labelOrder = 2;

/** Whether a label order brings its label along, which is printed in the place of the desk's. */
export function bringsLabel(body: unknown): boolean {
  const text = valueAt(body, ['Package', 'ImportLabel']);
  return typeof text === 'string' && text.trim() !== '';
}

/** Whether the label drawn for a label order would have no address: neither a city nor a street. It may be all right so; a person is told. */
export const lacksAddress = (body: unknown): boolean =>
  !bringsLabel(body) && lacksOf(labelOrder, body).some(({ lack }) => lack === 'address');
