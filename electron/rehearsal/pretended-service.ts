import { findCreate } from '../../shared/creates/create-kinds.ts';
import type { CreateRecord } from '../../shared/creates/create-record.ts';
import { endpointOf } from '../../shared/service/endpoints.ts';
import { parseRequestTarget } from '../../shared/service/request-address.ts';
import { valueAt } from '../../shared/service/value-at.ts';
import type { HttpAnswer, Exchange } from '../service/exchange.ts';
import { noAnswer } from '../service/no-answer.ts';
import type { SerializedRequest } from '../service/request.ts';

type JsonObject = Record<string, unknown>;

/**
 * Simulated service for a backup test, in memory and without network. It accepts every create, knows no order in
 * advance, and reports each accepted order as created.
 */
export function createSimulatedService() {
  const records = new Map<string, JsonObject>();

  function record({ key: { kind, path }, parcel, recipient }: CreateRecord, body: JsonObject): JsonObject {
    const key = String(valueAt(body, path));
    const order = valueAt(body, parcel);
    const made = {
      [kind]: key,
      ServiceCode: valueAt(order, ['ServiceCode']),
      Country: recipient && valueAt(body, [...recipient, 'Country']),
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
      const address = parseRequestTarget(method, path);
      if (!address) return Promise.resolve(noAnswer('never', 'not-http'));
      const json = body === null ? {} : (JSON.parse(body) as JsonObject | JsonObject[]);
      const given = Array.isArray(json) ? (json[0] ?? {}) : json;
      const { endpoint } = address;
      const create = findCreate(endpoint);
      if (create) {
        const made = record(create, given);
        return Promise.resolve(toAnswer(201, endpointOf(endpoint).replyKind === 'none' ? null : made));
      }
      if (endpoint === 11) {
        const found = (given['Ids'] as string[]).map((id) => records.get(id));
        return Promise.resolve(found.every(Boolean) ? toAnswer(200, found) : toAnswer(404, null));
      }
      const found = Object.values(address.path ?? {})
        .map((id) => records.get(String(id)))
        .find(Boolean);
      return Promise.resolve(found ? toAnswer(200, found) : toAnswer(404, null));
    },
  };
}

const toAnswer = (status: number, body: unknown): HttpAnswer => ({
  kind: 'answer',
  status,
  contentType: 'application/json',
  retryAfterMs: null,
  location: null,
  body: body === null ? '' : JSON.stringify(body),
  bodyState: 'complete',
});
