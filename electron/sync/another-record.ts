import { createOf } from '../../shared/creates/create-kinds.ts';
import { valueAt } from '../../shared/service/value-at.ts';
import type { DueRead } from '../outbox/entry.ts';
import { sameName, textAt } from './record-field.ts';

/** With another ServiceCode or Country than was sent, it is somebody else's order under the same key. */
export function isOfAnother(
  { endpoint, key, request }: Pick<DueRead, 'endpoint' | 'key' | 'request'>,
  record: unknown,
): boolean {
  const id = textAt(record, key.kind);
  if (id !== null && !sameName(id, key.value)) return true;
  const { recordSays, parcel, recipient } = createOf(endpoint);
  const sent = {
    ServiceCode: textAt(valueAt(request.body, parcel), 'ServiceCode'),
    Country: recipient && textAt(valueAt(request.body, recipient), 'Country'),
  };
  return (['ServiceCode', 'Country'] as const).some((name) => {
    const value = sent[name];
    const shown = textAt(record, name);
    if (value === null) return false;
    // where a record is not documented to repeat it, one that lacks it says nothing
    return shown === null ? recordSays.includes(name) : !sameName(shown, value);
  });
}
