import { createNumbers } from '../../shared/creates/create-kinds.ts';
import { endpointOf } from '../../shared/service/endpoints.ts';
import { readAddress } from '../../shared/service/request-address.ts';
import type { HttpAnswer, Exchange } from '../service/exchange.ts';
import { noAnswer } from '../service/no-answer.ts';
import type { SerializedRequest } from '../service/request.ts';

type Named = Record<string, unknown>;

/**
 * The service of a rehearsal: a few lines in memory and no network. It takes every create, knows of none before, and has made each
 * when it is asked.
 */
export function pretendedService() {
  const records = new Map<string, Named>();

  function record(body: Named): Named {
    const order = { ...body, ...(body['Package'] as Named | undefined) };
    const key = ['PackageId', 'ShipmentId', 'CustomerOrderNo', 'Sku'].map((name) => order[name]).find(isText) ?? '';
    const address = order['ShipToAddress'] as Named | undefined;
    const made = {
      PackageId: order['PackageId'],
      ShipmentId: order['ShipmentId'],
      CustomerOrderNo: order['CustomerOrderNo'],
      ServiceCode: order['ServiceCode'],
      Country: address?.['Country'],
      SvcPackageId: `R-${key}`,
      SvcOrderId: `R-${key}`,
      Success: true,
      Status: 'Created',
      HandleStatus: 'Submitted',
      TrackingNumber: `R-${key}`,
      IsFinalTrackingNumber: true,
    };
    records.set(key, made);
    return made;
  }

  return {
    call({ method, path, body }: SerializedRequest): Promise<Exchange> {
      const address = readAddress(method, path);
      if (!address) return Promise.resolve(noAnswer('never', 'not-http'));
      const json = body === null ? {} : (JSON.parse(body) as Named | Named[]);
      const given = Array.isArray(json) ? (json[0] ?? {}) : json;
      const { endpoint } = address;
      if (createNumbers.some((create) => create === endpoint)) {
        const made = record(given);
        return Promise.resolve(answered(201, endpointOf(endpoint).replyKind === 'none' ? null : made));
      }
      if (endpoint === 11) {
        const found = (given['Ids'] as string[]).map((id) => records.get(id));
        return Promise.resolve(found.every(Boolean) ? answered(200, found) : answered(404, null));
      }
      const found = Object.values(address.path ?? {})
        .map((id) => records.get(String(id)))
        .find(Boolean);
      return Promise.resolve(found ? answered(200, found) : answered(404, null));
    },
  };
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const answered = (status: number, body: unknown): HttpAnswer => ({
  kind: 'answer',
  status,
  contentType: 'application/json',
  retryAfterMs: null,
  location: null,
  body: body === null ? '' : JSON.stringify(body),
  bodyState: 'complete',
});
