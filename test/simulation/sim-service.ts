import { endpointOf } from '../../shared/service/endpoints.ts';
import { readAddress } from '../../shared/service/request-address.ts';
import { valueAt } from '../../shared/service/value-at.ts';
import type { CreateNumber } from '../../electron/outbox/entry.ts';
import type { Seeded } from './seeded.ts';
import type { World } from './world.ts';

export interface SimAnswer {
  status: number;
  contentType: string;
  body: string;
  headers?: Record<string, string>;
}

/** What became of one key at the service: how often it took effect, and with what. */
export interface Account {
  endpoint: CreateNumber;
  key: string;
  /** bodies as they took effect, one for each time */
  effects: string[];
  at: number;
  madeAt: number;
  /** why the service could not make it, once `madeAt` has come */
  failed: string | null;
  unseenUntil: number;
}

/** What the interface leaves open, as one service decides it for a story. */
export interface Habits {
  /** endpoint 7: a repeat is done again, or is taken as the one before */
  declaresTwice: boolean;
  /** share of orders refused at once, and of orders that fail later */
  refuses: number;
  fails: number;
  /** longest time until an order is made, and until its status is known (ms) */
  slowestMs: number;
  unseenMs: number;
  /** what 6, 7, 9, 10 and 15 answer */
  says: 'nothing' | 'json' | 'text';
}

const json = (status: number, value: unknown): SimAnswer => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify(value),
});
const notFound = json(404, { Message: 'id not found' });

/** Orders with boxes and FBA orders are asked for at 18, the other parcels at 16. */
const knownAt: Readonly<Record<number, readonly number[]>> = { 16: [1, 2], 18: [6, 9], 11: [10], 3: [4] };

/** Creates whose failure the interface has a word for. */
const canFail: readonly CreateNumber[] = [1, 2, 6, 9, 10];

/** The service behind the network: what it did is in its ledger, whatever the desk was told of it. */
export function createSimService(world: World, random: Seeded, habits: Habits) {
  const ledger = new Map<string, Account>();
  const groupOf = (endpoint: number): string => {
    const { key } = endpointOf(endpoint as CreateNumber);
    return endpoint === 7 ? 'declaration' : (key?.kind ?? '');
  };
  const accountOf = (endpoint: number, key: string): Account | undefined => ledger.get(`${groupOf(endpoint)} ${key}`);

  function create(endpoint: CreateNumber, key: string, body: string): SimAnswer {
    const before = accountOf(endpoint, key);
    if (!before && random.chance(habits.refuses)) return json(400, { Message: `Postcode of ${key} is not valid` });
    if (!before) {
      const now = world.elapsed();
      const madeAt = now + random.between(0, habits.slowestMs);
      const failed =
        canFail.includes(endpoint) && random.chance(habits.fails) ? 'No such service to this country' : null;
      const unseenUntil = now + random.between(0, habits.unseenMs);
      ledger.set(`${groupOf(endpoint)} ${key}`, {
        endpoint,
        key,
        effects: [body],
        at: now,
        madeAt,
        failed,
        unseenUntil,
      });
      world.say(`service: ${endpoint} ${key} takes effect`);
    } else if (endpoint === 1 || endpoint === 2 || (endpoint === 7 && habits.declaresTwice)) {
      before.effects.push(body);
      world.say(`service: ${endpoint} ${key} takes effect again`);
    }
    return taken(endpoint, key, before === undefined);
  }

  function taken(endpoint: CreateNumber, key: string, fresh: boolean): SimAnswer {
    const status = endpoint === 1 || endpoint === 2 || endpoint === 7 ? 200 : fresh ? 201 : 200;
    if (endpoint === 1 || endpoint === 2) return json(status, recordOf(accountOf(endpoint, key) as Account));
    if (endpoint === 4) return json(status, { ShipmentId: key, SvcOrderId: `S-${key}` });
    if (endpoint === 8) return json(status, { CustomerOrderNo: key, SvcOrderId: `S-${key}`, Success: true });
    if (habits.says === 'json') return json(status, {});
    return { status, contentType: 'text/plain', body: habits.says === 'text' ? 'OK' : '' };
  }

  function recordOf(account: Account): Record<string, unknown> {
    const { endpoint, key, at, madeAt, failed } = account;
    const made = world.elapsed() >= madeAt;
    const record = {
      ServiceCode: 'SGP',
      Country: 'ES',
      SvcPackageId: `S-${key}`,
      RetryCount: 0,
      CreatedTime: new Date(Date.parse('2026-03-02T08:00:00Z') + at).toISOString(),
      Status: made ? 'Created' : 'Creating',
    };
    if (endpoint === 4)
      return { ShipmentId: key, SvcOrderId: `S-${key}`, Status: 'Open', HandleStatus: made ? 'Submitted' : 'Initial' };
    const outcome = !made
      ? {}
      : failed === null
        ? { TrackingNumber: `T-${key}`, IsFinalTrackingNumber: true }
        : { [endpoint === 10 ? 'UnShippedReason' : 'CreateFailedReason']: { ReasonCode: 'E1', ReasonText: failed } };
    return { PackageId: key, HandleStatus: 'Submitted', ...record, ...outcome };
  }

  function look(status: number, key: string): Account | undefined {
    const found = (knownAt[status] ?? []).map((endpoint) => accountOf(endpoint, key)).find((one) => one !== undefined);
    const isOfThis = found && (knownAt[status] ?? []).includes(found.endpoint);
    return isOfThis && world.elapsed() >= found.unseenUntil ? found : undefined;
  }

  return {
    ledger,
    accountOf,
    /** One request that arrived, as the service does and answers it. */
    handle(method: string, path: string, body: string | null): SimAnswer {
      const address = readAddress(method, path);
      if (!address) return json(404, { Message: 'no such path' });
      const { endpoint, path: inPath } = address;
      const sent: unknown = body === null ? undefined : JSON.parse(body);
      const { creates, key } = endpointOf(endpoint);
      if (creates && key) return create(endpoint as CreateNumber, String(valueAt(sent, key.path)), body ?? '');
      if (endpoint === 11) {
        const found = (valueAt(sent, ['Ids']) as string[]).map((id) => look(11, id));
        return found.every((one) => one !== undefined) ? json(200, found.map(recordOf)) : notFound;
      }
      const found = look(endpoint, Object.values(inPath)[0] ?? '');
      return found ? json(200, recordOf(found)) : notFound;
    },
  };
}
export type SimService = ReturnType<typeof createSimService>;
