import { createNumbers, createOf, type CreateNumber } from '../../../shared/creates/create-kinds.ts';
import { notCreatedMessage, ownReasons } from '../../../shared/outbox/whys.ts';
import { isSubmitLater } from '../../../shared/service/create-facts.ts';
import { valueAt } from '../../../shared/service/value-at.ts';
import type { DueCheck, Outcome, Reason } from '../../outbox/entry.ts';
import { plainText } from '../service/read-json.ts';
import { findMentionedField, stripFieldEcho } from '../service/refusal.ts';

/** A non-empty text of a record, or null. A safe integer is read as text; a larger number would lose digits. */
export function textAt(record: unknown, name: string): string | null {
  const value = valueAt(record, [name]);
  if (Number.isSafeInteger(value)) return String(value);
  if (typeof value !== 'string') return null;
  const text = value.trim();
  return text === '' ? null : text;
}

export function flagAt(record: unknown, name: string): boolean | null {
  const value = valueAt(record, [name]);
  return typeof value === 'boolean' ? value : null;
}

/** Whether two names are equal ignoring case; services write ids and codes in their own case. */
export const isSameName = (first: string, second: string): boolean => first.toLowerCase() === second.toLowerCase();

const identifyingFields = [
  'CreatedTime',
  'CreateTime',
  'SvcPackageId',
  'SvcOrderId',
  'RetryCount',
  'CreateFailedReason',
  'UnShippedReason',
];

/**
 * Whether a status record shows the earlier order or one made since. `cannot-tell`: neither record has any of the
 * identifying fields.
 */
export function compareRecords(earlier: unknown, current: unknown): 'same' | 'new' | 'cannot-tell' {
  const earlierValues = identifyingFields.map((name) => valueAt(earlier, [name]) ?? null);
  const currentValues = identifyingFields.map((name) => valueAt(current, [name]) ?? null);
  if (JSON.stringify(earlierValues) !== JSON.stringify(currentValues)) return 'new';
  return earlierValues.every((value) => value === null) ? 'cannot-tell' : 'same';
}

type Order = Pick<DueCheck, 'endpoint' | 'key' | 'request'>;

/** Fields in which records of any kind show the id that their order was made under. */
const keyNames: readonly string[] = [...new Set(createNumbers.map((number) => createOf(number).key.kind))];

interface ShownKey {
  name: string;
  value: string;
}
const readKeys = (record: unknown): ShownKey[] =>
  keyNames.flatMap((name) => {
    const value = textAt(record, name);
    return value === null ? [] : [{ name, value }];
  });

/**
 * Whether an answer shows a key that is not its order's: another value in the field of the order's own key, or in the
 * field of another kind a value that the order itself does not contain.
 */
export function showsOtherKey({ key, request }: Pick<Order, 'key' | 'request'>, answer: unknown): boolean {
  return readKeys(answer).some(({ name, value }) => {
    if (isSameName(value, key.value)) return false;
    // An order may refer to others, for example to the inbound order that its goods come with.
    return name === key.kind || !findTexts(name, request.body).some((text) => isSameName(text, value));
  });
}

/**
 * Whether a status record is about another order: it shows another key, or only keys of other kinds, or only the
 * service's id for another kind. Keys of two kinds may be the same number, so nothing in such a record is used.
 */
export function isRecordOfOtherOrder(order: Pick<Order, 'key' | 'request'>, record: unknown): boolean {
  const shownKeys = readKeys(record);
  if (shownKeys.some(({ name }) => name === order.key.kind)) return showsOtherKey(order, record);
  return shownKeys.length > 0 || hasOnlyOtherServiceId(order.key.kind, record);
}

/** The service has one field for its ids of parcels, and another for those of all other orders. */
function hasOnlyOtherServiceId(kind: string, record: unknown): boolean {
  const parcelId = textAt(record, 'SvcPackageId');
  const orderId = textAt(record, 'SvcOrderId');
  return kind === 'PackageId' ? parcelId === null && orderId !== null : orderId === null && parcelId !== null;
}

/** Texts in fields of this name, at any depth. */
function findTexts(name: string, value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => findTexts(name, one));
  if (typeof value !== 'object' || value === null) return [];
  const text = textAt(value, name);
  return [...(text === null ? [] : [text]), ...Object.values(value).flatMap((one) => findTexts(name, one))];
}

/**
 * Whether a record is about another order, or shows another ServiceCode or Country than was sent: then it is someone
 * else's order under the same key.
 */
export function contradictsOrder(order: Order, record: unknown): boolean {
  if (isRecordOfOtherOrder(order, record)) return true;
  const { endpoint, request } = order;
  const { fieldsInRecord: recordSays, parcel, recipient } = createOf(endpoint);
  const expected = {
    ServiceCode: textAt(valueAt(request.body, parcel), 'ServiceCode'),
    Country: recipient && textAt(valueAt(request.body, recipient), 'Country'),
  };
  return (['ServiceCode', 'Country'] as const).some((name) => {
    const value = expected[name];
    const recorded = textAt(record, name);
    if (value === null) return false;
    // If records are not documented to repeat the field, its absence says nothing.
    return recorded === null ? recordSays.includes(name) : !isSameName(recorded, value);
  });
}

/** What a status record shows about an order, by rules that the interface document leaves open. */
export type StatusOutcome =
  | { kind: 'made'; outcome: Outcome }
  | { kind: 'failed'; outcome: Outcome; reason: Reason }
  | { kind: 'creating'; outcome: Outcome };

/** Reads a status record (3, 11, 16, 18, or the answer to 1 and 2) of an order made by `create` with `body`. Pure. */
export function readOutcome(create: CreateNumber, body: unknown, record: unknown): StatusOutcome {
  const outcome = parseOutcome(record);
  const reason = findFailure(create, record);
  if (reason) return { kind: 'failed', outcome, reason };
  return { kind: isMade(create, body, record) ? 'made' : 'creating', outcome };
}

/** Whether the number may still change: its label is marked, and it is checked until it is final. */
export const isProvisional = (outcome: Outcome): boolean =>
  outcome.TrackingNumber !== null && outcome.IsFinalTrackingNumber === false;

/** The stored fields of a record; a receipt with only the order's id yields only that. */
export function parseOutcome(record: unknown): Outcome {
  return {
    TrackingNumber: textAt(record, 'TrackingNumber'),
    IsFinalTrackingNumber: flagAt(record, 'IsFinalTrackingNumber'),
    ShippingProvider: textAt(record, 'ShippingProvider'),
    SvcId: textAt(record, 'SvcPackageId') ?? textAt(record, 'SvcOrderId'),
    record,
  };
}

function isMade(create: CreateNumber, body: unknown, record: unknown): boolean {
  // Nothing submits such an order later, so its existence is all that can be known.
  if (isSubmitLater(body)) return true;
  const isCreating = textAt(record, 'Status') === 'Creating';
  if (createOf(create).creationProof === 'handling') {
    const handleStatus = textAt(record, 'HandleStatus');
    return handleStatus !== null && handleStatus !== 'Initial' && !isCreating;
  }
  const trackingNumber = textAt(record, 'TrackingNumber');
  const importedNumber = textAt(valueAt(body, ['Package']), 'ImportTrackingNumber');
  return trackingNumber !== null && !(isCreating && trackingNumber === importedNumber);
}

function findFailure(create: CreateNumber, record: unknown): Reason | null {
  for (const name of ['CreateFailedReason', 'UnShippedReason']) {
    const failure = valueAt(record, [name]);
    const reason = textAt(failure, 'ReasonText');
    const extended = textAt(failure, 'ExtendMessage');
    // Often it is only the field that the sentence already names.
    const isEcho =
      reason !== null &&
      extended !== null &&
      (reason.includes(extended) || stripFieldEcho(create, `${reason} (${extended})`) === reason);
    const parts = [reason, isEcho ? null : extended];
    const code = textAt(failure, 'ReasonCode');
    const texts = [...new Set([textAt(record, name), ...parts])].filter((part) => part !== null);
    if (texts.length === 0 && code === null) continue;
    const text = stripFieldEcho(create, plainText(texts.join(' '))) || notCreatedMessage(code ?? 'failed');
    return { code: code ?? 'failed', text, field: findMentionedField(create, texts.join(' ')) };
  }
  if (textAt(record, 'HandleStatus') !== 'Delete') return null;
  return { code: 'Delete', text: ownReasons.Delete, field: null };
}
