import type * as z from 'zod';
import { checkPart } from './check-part.ts';
import { endpointOf, isEndpointNumber, type EndpointNumber } from './endpoints.ts';
import type { Method } from './endpoint.ts';
import { issueAt } from './issue.ts';
import type { Issue, RequestPart } from './issue.ts';
import { requestTargetIssues, writeRequestTarget } from './request-address.ts';
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

type PartResult<T> = { value: T } | { issues: Issue[] };

const partNames = ['endpoint', 'path', 'query', 'body'];

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
  const requestParts = request as Record<string, unknown>;
  const issues = Object.keys(requestParts).flatMap((name) => unknownPartIssues(name));
  const number = requestParts['endpoint'];
  if (!isEndpointNumber(number)) {
    return { ok: false, issues: [...issues, issueAt('request', ['endpoint'], 'unknown-endpoint')] };
  }
  const endpoint = endpointOf(number);
  const takeValue = <T>(part: PartResult<T>): T | undefined => {
    if ('value' in part) return part.value;
    issues.push(...part.issues);
    return undefined;
  };
  const path = takeValue(checkValues(endpoint.params, requestParts['path'], 'path'));
  const query = takeValue(checkValues(endpoint.query, requestParts['query'], 'query'));
  const body = takeValue(checkBody(number, requestParts['body']));
  issues.push(...requestTargetIssues('path', path ?? {}), ...requestTargetIssues('query', query ?? {}));
  if (issues.length > 0 || !path || !query) return { ok: false, issues };
  const address = writeRequestTarget(number, path, query);
  return {
    ok: true,
    request: { endpoint: number, method: endpoint.method, path: address, ...(body !== undefined && { body }) },
  };
}

function checkValues(schema: z.ZodObject, values: unknown, place: RequestPart): PartResult<Record<string, unknown>> {
  const part = checkPart(schema, values === undefined ? {} : values, place);
  return 'issues' in part ? part : { value: part.value as Record<string, unknown> };
}

// An empty body counts as none: input lines that list every part carry one.
function checkBody(number: EndpointNumber, body: unknown): PartResult<unknown> {
  const { body: schema } = endpointOf(number);
  if (schema) {
    const checked = checkPart(schema, body, 'body');
    return 'value' in checked ? { value: body } : checked;
  }
  const nothing = body === undefined || body === null || JSON.stringify(body) === '{}';
  return nothing ? { value: undefined } : { issues: [issueAt('body', [], 'no-body')] };
}

function unknownPartIssues(name: string): Issue[] {
  if (partNames.includes(name)) return [];
  const meant = partNames.find((part) => part === name.toLowerCase());
  return [
    meant === undefined
      ? issueAt('request', [name], 'unknown-name')
      : issueAt('request', [name], 'wrong-case', { meant }),
  ];
}
