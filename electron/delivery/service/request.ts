import type { SendableRequest } from '../../../shared/service/check-request.ts';
import type { Method } from '../../../shared/service/endpoint.ts';
import { endpointOf, type EndpointNumber } from '../../../shared/service/endpoints.ts';
import { writeRequestTarget } from '../../../shared/service/request-target.ts';

/** A serialized request: `path` is percent-encoded and includes the query, `body` is JSON text. */
export interface SerializedRequest {
  method: Method;
  path: string;
  body: string | null;
  /** selects the size limit for reading its answer */
  answerSize: 'record' | 'list';
}

interface RequestParts {
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** Serializes a request to one of the 20 endpoints from parts already checked when they were captured. */
export function serializeRequest(
  endpoint: EndpointNumber,
  { path = {}, query = {}, body }: RequestParts,
): SerializedRequest {
  const { method } = endpointOf(endpoint);
  return serializeChecked({ endpoint, method, path: writeRequestTarget(endpoint, path, query), body });
}

/** The same for a result of `checkRequest`. */
export function serializeChecked({ endpoint, method, path, body }: SendableRequest): SerializedRequest {
  const { replyKind } = endpointOf(endpoint);
  return {
    method,
    path,
    body: body === undefined ? null : JSON.stringify(body),
    answerSize: replyKind === 'list' || replyKind === 'one-or-many' ? 'list' : 'record',
  };
}
