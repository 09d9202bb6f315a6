import type { CreateNumber } from '../../shared/creates/create-kinds.ts';
import type { Account } from './accounts.ts';
import type { Habits } from './habits.ts';
import { chanceOf } from './seeded.ts';

export interface SimAnswer {
  status: number;
  contentType: string;
  body: string;
  headers?: Record<string, string>;
  /** a refusal expressed only in its text; without the text it would look like the acceptance of other services */
  onlyText?: true;
}

export const json = (status: number, value: unknown): SimAnswer => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify(value),
});
export const text = (status: number, body: string): SimAnswer => ({ status, contentType: 'text/plain', body });
/** The text with which 7 and 15 refuse. */
export const refusedInText = 'Not in this warehouse';
export const notFound = json(404, { Message: 'id not found' });

/** The interface does not document error bodies, so each service has its own. */
export function refusalSaying({ errorShape }: Habits, message: string): SimAnswer {
  if (errorShape === 'text') return text(400, message);
  if (errorShape === 'Errors') return json(400, { Errors: [{ Code: 'E7', Message: message }] });
  return json(400, { [errorShape]: message });
}

/** The answer to a create that has taken effect, now or earlier. */
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

/** The status record of an account at a given time. */
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

/** The status record of a finished parcel. */
export const parcelRecord = (key: string): Record<string, unknown> => ({
  PackageId: key,
  SvcPackageId: `S-${key}`,
  ServiceCode: 'SGP',
  Country: 'ES',
  Status: 'Created',
  HandleStatus: 'Submitted',
  TrackingNumber: `T-${key}`,
});
