import type { CreateNumber } from '../../shared/creates/create-kinds.ts';
import type { Habits } from './habits.ts';
import { chanceOf } from './seeded.ts';
import type { Account } from './accounts.ts';

export interface SimAnswer {
  status: number;
  contentType: string;
  body: string;
  headers?: Record<string, string>;
  /** a refusal that nothing but its text tells: where that is lost, what is left is how others say that they took it */
  onlyText?: true;
}

export const json = (status: number, value: unknown): SimAnswer => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify(value),
});
export const text = (status: number, body: string): SimAnswer => ({ status, contentType: 'text/plain', body });
/** The line of text in which 7 and 15 say no. */
export const refusedInText = 'Not in this warehouse';
export const notFound = json(404, { Message: 'id not found' });

/** The body of an error is not shown in the interface, so each service has its own. */
export function refusalSaying({ errorShape }: Habits, message: string): SimAnswer {
  if (errorShape === 'text') return text(400, message);
  if (errorShape === 'Errors') return json(400, { Errors: [{ Code: 'E7', Message: message }] });
  return json(400, { [errorShape]: message });
}

/** What a create answers that took effect, now or before. */
export function takenWith(
  endpoint: CreateNumber,
  account: Account,
  how: 'created' | 'not-changed',
  habits: Habits,
  now: number,
): SimAnswer {
  const { key } = account;
  if (endpoint === 1 || endpoint === 2)
    return json(200, habits.echoRecord ? recordOf(account, habits, now) : { PackageId: key, SvcPackageId: `S-${key}` });
  const status = endpoint === 7 || how === 'not-changed' ? 200 : 201;
  if (endpoint === 4) return json(status, { ShipmentId: key, SvcOrderId: `S-${key}` });
  if (endpoint === 8) return json(status, receiptOf(key, habits));
  switch (habits.says) {
    case 'nothing':
      return text(status, '');
    case 'json':
      return json(status, {});
    case 'text':
      return text(status, 'OK');
    case 'json-text':
      return json(status, 'Taken');
    case 'new-text':
      return text(status, ['OK', `Taken ${key}`, 'Accepted'][chanceOf(7, key).below(3)] ?? 'OK');
  }
}

function receiptOf(key: string, { receipt }: Habits): unknown {
  const whole = { CustomerOrderNo: key, SvcOrderId: `S-${key}`, Success: true, Message: '' };
  switch (receipt) {
    case 'both':
      return whole;
    case 'id':
      return { CustomerOrderNo: key, SvcOrderId: `S-${key}` };
    case 'success':
      return { CustomerOrderNo: key, Success: true };
    case 'list':
      return [whole];
    case 'silent':
      return { CustomerOrderNo: key, Message: 'in work' };
  }
}

/** What a status says of an account now. */
export function recordOf(account: Account, _habits: Habits, now: number): Record<string, unknown> {
  const { endpoint, key, at, madeAt, finalAt, healsAt } = account;
  const made = now >= madeAt;
  const failed = now >= healsAt ? null : account.failed;
  if (endpoint === 4)
    return { ShipmentId: key, SvcOrderId: `S-${key}`, Status: 'Open', HandleStatus: made ? 'Submitted' : 'Initial' };
  const record = {
    ServiceCode: account.foreign ? 'OTHER' : 'SGP',
    Country: 'ES',
    SvcPackageId: `S-${key}`,
    RetryCount: account.failed !== null && now >= healsAt ? 1 : 0,
    CreatedTime: new Date(Date.parse('2026-03-02T08:00:00Z') + at).toISOString(),
    Status: made ? 'Created' : 'Creating',
  };
  const outcome = !made
    ? {}
    : failed === null
      ? { TrackingNumber: now >= finalAt ? `T-${key}` : `TMP-${key}`, IsFinalTrackingNumber: now >= finalAt }
      : { [endpoint === 10 ? 'UnShippedReason' : 'CreateFailedReason']: { ReasonCode: 'E1', ReasonText: failed } };
  return { PackageId: key, HandleStatus: 'Submitted', ...record, ...outcome };
}

/** What a status says of a parcel that is made, whoever asks. */
export const parcelRecord = (key: string): Record<string, unknown> => ({
  PackageId: key,
  SvcPackageId: `S-${key}`,
  ServiceCode: 'SGP',
  Country: 'ES',
  Status: 'Created',
  HandleStatus: 'Submitted',
  TrackingNumber: `T-${key}`,
});
