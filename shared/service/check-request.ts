import type * as z from 'zod';
import { checkPart } from './check-part.ts';
import { endpointOf, isEndpointNumber, type EndpointNumber } from './endpoints.ts';
import type { Method } from './endpoint.ts';
import { issueAt } from './issue.ts';
import type { Issue, Place } from './issue.ts';
import { addressIssues, writeAddress } from './request-address.ts';
import { typeWord } from './type-word.ts';

/**
 * A request as it is sent: `path` is the percent-encoded request target with its query. The body is sent unchanged:
 * defaults of the document are what the service assumes for omitted fields, so they need not be filled in.
 */
export interface SendableRequest {
  endpoint: EndpointNumber;
  method: Method;
  path: string;
  body?: unknown;
}

export type CheckedRequest = { ok: true; request: SendableRequest } | { ok: false; issues: Issue[] };

type Kept<T> = { value: T } | { issues: Issue[] };

const parts = ['endpoint', 'path', 'query', 'body'];

/**
 * Checks a request `{endpoint, path, query, body}` against the interface document, exactly: every name in its spelling,
 * every type without conversion, every limit. A missing path or query counts as `{}`. Never throws on JSON values.
 */
export function checkRequest(request: unknown): CheckedRequest {
  if (typeof request !== 'object' || request === null || Array.isArray(request)) {
    return {
      ok: false,
      issues: [issueAt('request', [], 'wrong-type', { expected: 'an object', found: typeWord(request) })],
    };
  }
  const given = request as Record<string, unknown>;
  const issues = Object.keys(given).flatMap((name) => strayPart(name));
  const number = given['endpoint'];
  if (!isEndpointNumber(number)) {
    return { ok: false, issues: [...issues, issueAt('request', ['endpoint'], 'unknown-endpoint')] };
  }
  const endpoint = endpointOf(number);
  const keep = <T>(part: Kept<T>): T | undefined => {
    if ('value' in part) return part.value;
    issues.push(...part.issues);
    return undefined;
  };
  const path = keep(checkValues(endpoint.params, given['path'], 'path'));
  const query = keep(checkValues(endpoint.query, given['query'], 'query'));
  const body = keep(checkBody(number, given['body']));
  issues.push(...addressIssues('path', path ?? {}), ...addressIssues('query', query ?? {}));
  if (issues.length > 0 || !path || !query) return { ok: false, issues };
  const address = writeAddress(number, path, query);
  return {
    ok: true,
    request: { endpoint: number, method: endpoint.method, path: address, ...(body !== undefined && { body }) },
  };
}

function checkValues(schema: z.ZodObject, values: unknown, place: Place): Kept<Record<string, unknown>> {
  const part = checkPart(schema, values === undefined ? {} : values, place);
  return 'issues' in part ? part : { value: part.value as Record<string, unknown> };
}

// An empty body counts as none: input lines that list every part carry one.
function checkBody(number: EndpointNumber, body: unknown): Kept<unknown> {
  const { body: schema } = endpointOf(number);
  if (schema) {
    const checked = checkPart(schema, body, 'body');
    return 'value' in checked ? { value: body } : checked;
  }
  const nothing = body === undefined || body === null || JSON.stringify(body) === '{}';
  return nothing ? { value: undefined } : { issues: [issueAt('body', [], 'no-body')] };
}

function strayPart(name: string): Issue[] {
  if (parts.includes(name)) return [];
  const meant = parts.find((part) => part === name.toLowerCase());
  return [
    meant === undefined
      ? issueAt('request', [name], 'unknown-name')
      : issueAt('request', [name], 'wrong-case', { meant }),
  ];
}
