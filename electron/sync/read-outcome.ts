import { isSubmitLater } from '../../shared/service/create-facts.ts';
import { valueAt } from '../../shared/service/value-at.ts';
import { notCreatedMessage, ownReasons } from '../../shared/outbox/own-reasons.ts';
import { createOf, type CreateNumber } from '../../shared/creates/create-kinds.ts';
import type { Outcome, Reason } from '../outbox/entry.ts';
import { findMentionedField, stripFieldEcho } from '../service/field-named.ts';
import { plainText } from '../service/plain-text.ts';
import { flagAt, textAt } from './record-field.ts';

/** What a status record shows about an order, by rules that the interface document leaves open. */
export type StatusOutcome =
  | { is: 'made'; outcome: Outcome }
  | { is: 'failed'; outcome: Outcome; reason: Reason }
  | { is: 'creating'; outcome: Outcome };

/** Reads a status record (3, 11, 16, 18, or the answer to 1 and 2) of an order made by `create` with `body`. Pure. */
export function readOutcome(create: CreateNumber, body: unknown, record: unknown): StatusOutcome {
  const outcome = outcomeIn(record);
  const reason = failureIn(create, record);
  if (reason) return { is: 'failed', outcome, reason };
  return { is: isMade(create, body, record) ? 'made' : 'creating', outcome };
}

/** Whether the number may still change: its label is marked, and it is checked until it is final. */
export const isProvisional = (outcome: Outcome): boolean =>
  outcome.TrackingNumber !== null && outcome.IsFinalTrackingNumber === false;

/** The stored fields of a record; a receipt with only the order's id yields only that. */
export function outcomeIn(record: unknown): Outcome {
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
  const creating = textAt(record, 'Status') === 'Creating';
  if (createOf(create).madeBy === 'handling') {
    const handled = textAt(record, 'HandleStatus');
    return handled !== null && handled !== 'Initial' && !creating;
  }
  const number = textAt(record, 'TrackingNumber');
  const imported = textAt(valueAt(body, ['Package']), 'ImportTrackingNumber');
  return number !== null && !(creating && number === imported);
}

function failureIn(create: CreateNumber, record: unknown): Reason | null {
  for (const name of ['CreateFailedReason', 'UnShippedReason']) {
    const said = valueAt(record, [name]);
    const reason = textAt(said, 'ReasonText');
    const extended = textAt(said, 'ExtendMessage');
    // Often it is only the field that the sentence already names.
    const isEcho =
      reason !== null &&
      extended !== null &&
      (reason.includes(extended) || stripFieldEcho(create, `${reason} (${extended})`) === reason);
    const parts = [reason, isEcho ? null : extended];
    const code = textAt(said, 'ReasonCode');
    const words = [...new Set([textAt(record, name), ...parts])].filter((part) => part !== null);
    if (words.length === 0 && code === null) continue;
    const text = stripFieldEcho(create, plainText(words.join(' '))) || notCreatedMessage(code ?? 'failed');
    return { code: code ?? 'failed', text, field: findMentionedField(create, words.join(' ')) };
  }
  if (textAt(record, 'HandleStatus') !== 'Delete') return null;
  return { code: 'Delete', text: ownReasons.Delete, field: null };
}
