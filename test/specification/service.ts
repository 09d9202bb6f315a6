import { type Exchange, noAnswer } from '../../electron/delivery/service/exchange.ts';
import type { SerializedRequest } from '../../electron/delivery/service/request.ts';
import { endpointOf, type EndpointNumber } from '../../shared/service/endpoints.ts';
import { parseRequestTarget } from '../../shared/service/request-target.ts';
import { valueAt } from '../../shared/service/value-at.ts';
import { httpAnswer } from '../support/exchanges.ts';

export type Kind = 'ask' | 'repeat' | 'again';
export const createOf = { ask: 2, repeat: 6, again: 7 } as const;
export const statusOf = { ask: 16, repeat: 18 } as const;

const record = (PackageId: string, more: object) => ({
  PackageId,
  ServiceCode: 'SGP',
  Country: 'ES',
  SvcPackageId: `S-${PackageId}`,
  CreatedTime: '2026-03-02T08:00:00Z',
  ...more,
});

/** Translates an answer of the specification into an HTTP exchange. */
export function exchangeOf(said: string, kind: Kind, key: string): Exchange {
  switch (said) {
    case 'taken':
      if (kind === 'ask') return httpAnswer(200, record(key, { Status: 'Creating' }));
      return httpAnswer(kind === 'repeat' ? 201 : 200);
    case 'same':
      return httpAnswer(200);
    case 'refused':
      return httpAnswer(400, { Message: 'not so' });
    case 'busy':
      return httpAnswer(429);
    case 'failed':
      return httpAnswer(500);
    case 'never':
      return noAnswer('never', 'refused');
    case 'broken':
      return noAnswer('maybe', 'broken');
    case 'absent':
      return httpAnswer(404, { Message: 'packageId not found' });
    case 'creating':
      return httpAnswer(200, record(key, { Status: 'Creating' }));
    case 'made':
      return httpAnswer(200, record(key, { Status: 'Created', TrackingNumber: `T-${key}` }));
    default:
      throw new Error(`the service has no word ${said}`);
  }
}

/** The endpoint and key of a request. */
export function readAsked({ method, path, body }: SerializedRequest): { endpoint: EndpointNumber; key: string } {
  const address = parseRequestTarget(method, path);
  if (!address) throw new Error(`no endpoint has ${method} ${path}`);
  const { key } = endpointOf(address.endpoint);
  const found: unknown = key
    ? valueAt(JSON.parse(body ?? 'null') as unknown, key.path)
    : Object.values(address.path)[0];
  return { endpoint: address.endpoint, key: String(found) };
}
