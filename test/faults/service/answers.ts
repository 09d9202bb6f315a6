import type { Habits } from './faults.ts';
import type { Account, Ledger } from './ledger.ts';
import { creates, textAt, type Asked } from './routes.ts';

export interface Answer {
  status: number;
  /** JSON; undefined: no body, where the documentation shows none */
  body?: unknown;
}

export const notFound: Answer = { status: 404, body: { Message: 'id not found' } };
export const keyOfAnother: Answer = { status: 400, body: { Message: 'the key belongs to an order of another kind' } };

/**
 * Processes a create as documented: a repeat changes nothing where that is documented, and otherwise takes effect
 * again, which is the worst a service can do.
 */
export function takeCreate(ledger: Ledger, habits: Habits, account: Account, body: string): void {
  const isRepeat = account.effects.length > 0;
  const again = !creates[account.endpoint]?.tellsRepeats && (account.endpoint !== 7 || habits.declaresTwice);
  if (!isRepeat || again) ledger.takeEffect(account, body);
}

export function answerToCreate(account: Account, isRepeat: boolean, now: number, habits: Habits): Answer {
  const { endpoint, key } = account;
  const status = creates[endpoint]?.tellsRepeats && !isRepeat ? 201 : 200;
  switch (endpoint) {
    case 1:
    case 2:
      return { status, body: recordOf(account, now, habits) };
    case 4:
      return { status, body: { ShipmentId: key, SvcOrderId: `S-${key}` } };
    case 8:
      return { status, body: { CustomerOrderNo: key, SvcOrderId: `S-${key}`, Success: true, Message: '' } };
    default:
      return { status };
  }
}

/** The answer to a status check: 404 if any of the keys is unknown, which is documented for endpoint 11 too. */
export function answerToStatus(
  ledger: Ledger,
  habits: Habits,
  { endpoint, keys, about, kind }: Extract<Asked, { is: 'status' }>,
  now: number,
): Answer {
  const of = Object.entries(creates).find(([, create]) => create.kind === kind)?.[0];
  const found = keys.map((key) => ledger.find(Number(of), key)).filter((one) => one !== undefined);
  const known = found.filter((one) => {
    const [first] = one.effects;
    return about.includes(one.endpoint) && first !== undefined && now - first >= habits.unseenMs;
  });
  if (known.length === 0 || known.length < keys.length) return notFound;
  const records = known.map((one) => recordOf(one, now, habits));
  return { status: 200, body: endpoint === 11 ? records : records[0] };
}

function recordOf({ endpoint, key, body, effects }: Account, now: number, habits: Habits): Record<string, unknown> {
  const sent: unknown = JSON.parse(body);
  const first = effects[0] ?? now;
  const isMade = now - first >= habits.madeAfterMs;
  const created = new Date(Math.round(Date.parse('2026-03-02T08:00:00Z') + first)).toISOString();
  if (endpoint === 4) {
    const handled = isMade ? 'Submitted' : 'Initial';
    return { ShipmentId: key, SvcOrderId: `S-${key}`, Status: 'Open', HandleStatus: handled, CreateTime: created };
  }
  const inside = endpoint === 1 || endpoint === 2 || endpoint === 10 ? ['Package'] : [];
  return {
    PackageId: key,
    SvcPackageId: `S-${key}`,
    ServiceCode: textAt(sent, [...inside, 'ServiceCode']),
    Country: textAt(sent, [...inside, 'ShipToAddress', 'Country']),
    Status: isMade ? 'Created' : 'Creating',
    HandleStatus: 'Submitted',
    RetryCount: 0,
    CreatedTime: created,
    ...(isMade && { TrackingNumber: `T-${key}`, IsFinalTrackingNumber: true }),
  };
}
