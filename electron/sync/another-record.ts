import { createNumbers, createOf } from '../../shared/creates/create-kinds.ts';
import { valueAt } from '../../shared/service/value-at.ts';
import type { DueCheck } from '../outbox/entry.ts';
import { isSameName, textAt } from './record-field.ts';

type Order = Pick<DueCheck, 'endpoint' | 'key' | 'request'>;

/** Fields in which records of any kind show the id that their order was made under. */
const keyNames: readonly string[] = [...new Set(createNumbers.map((number) => createOf(number).key.kind))];

interface Shown {
  name: string;
  value: string;
}
const keysIn = (record: unknown): Shown[] =>
  keyNames.flatMap((name) => {
    const value = textAt(record, name);
    return value === null ? [] : [{ name, value }];
  });

/**
 * Whether an answer shows a key that is not its order's: another value in the field of the order's own key, or in the
 * field of another kind a value that the order itself does not contain.
 */
export function showsOtherKey({ key, request }: Pick<Order, 'key' | 'request'>, answer: unknown): boolean {
  return keysIn(answer).some(({ name, value }) => {
    if (isSameName(value, key.value)) return false;
    // An order may refer to others, for example to the inbound order that its goods come with.
    return name === key.kind || !textsNamed(name, request.body).some((text) => isSameName(text, value));
  });
}

/**
 * Whether a status record is about another order: it shows another key, or only keys of other kinds, or only the
 * service's id for another kind. Keys of two kinds may be the same number, so nothing in such a record is used.
 */
export function isRecordOfOtherOrder(order: Pick<Order, 'key' | 'request'>, record: unknown): boolean {
  const shown = keysIn(record);
  if (shown.some(({ name }) => name === order.key.kind)) return showsOtherKey(order, record);
  return shown.length > 0 || hasOnlyOtherServiceId(order.key.kind, record);
}

/** The service has one field for its ids of parcels, and another for those of all other orders. */
function hasOnlyOtherServiceId(kind: string, record: unknown): boolean {
  const ofParcel = textAt(record, 'SvcPackageId');
  const ofOrder = textAt(record, 'SvcOrderId');
  return kind === 'PackageId' ? ofParcel === null && ofOrder !== null : ofOrder === null && ofParcel !== null;
}

/** Texts in fields of this name, at any depth. */
function textsNamed(name: string, value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => textsNamed(name, one));
  if (typeof value !== 'object' || value === null) return [];
  const own = textAt(value, name);
  return [...(own === null ? [] : [own]), ...Object.values(value).flatMap((one) => textsNamed(name, one))];
}

/**
 * Whether a record is about another order, or shows another ServiceCode or Country than was sent: then it is someone
 * else's order under the same key.
 */
export function contradictsOrder(order: Order, record: unknown): boolean {
  if (isRecordOfOtherOrder(order, record)) return true;
  const { endpoint, request } = order;
  const { recordSays, parcel, recipient } = createOf(endpoint);
  const sent = {
    ServiceCode: textAt(valueAt(request.body, parcel), 'ServiceCode'),
    Country: recipient && textAt(valueAt(request.body, recipient), 'Country'),
  };
  return (['ServiceCode', 'Country'] as const).some((name) => {
    const value = sent[name];
    const shown = textAt(record, name);
    if (value === null) return false;
    // If records are not documented to repeat the field, its absence says nothing.
    return shown === null ? recordSays.includes(name) : !isSameName(shown, value);
  });
}
