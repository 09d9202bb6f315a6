import { endpointOf } from '../../shared/service/endpoints.ts';
import type { EndpointNumber, Method } from '../../shared/service/endpoint.ts';
import { writeAddress } from '../../shared/service/request-address.ts';

/** A request ready for the wire: `path` is percent-encoded with its query, `body` is JSON text. */
export interface Sendable {
  method: Method;
  path: string;
  body: string | null;
  /** which cap its answer is read with */
  answers: 'record' | 'list';
}

interface Parts {
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** Writes a checked request of one of the 20 endpoints. */
export function toSendable(number: EndpointNumber, { path = {}, query = {}, body }: Parts): Sendable {
  const { method, replyKind } = endpointOf(number);
  return {
    method,
    path: writeAddress(number, path, query),
    body: body === undefined ? null : JSON.stringify(body),
    answers: replyKind === 'list' || replyKind === 'one-or-many' ? 'list' : 'record',
  };
}
