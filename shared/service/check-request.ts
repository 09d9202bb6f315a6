import type { Method } from './endpoint.ts';
import { endpointNumbers, endpointOf, type EndpointNumber, isEndpointNumber } from './endpoints.ts';
import { issueAt, type Issue, type IssueCode, type IssueParams, type RequestPart } from './issue.ts';
import { requestTargetIssues, writeRequestTarget } from './request-target.ts';
import { objectAt } from './schema-walk.ts';
import { valueAt } from './value-at.ts';
import type * as z from 'zod';

const expectedWords: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/** Numbers of the endpoints, for messages. */
const numberRange = { min: Math.min(...endpointNumbers), max: Math.max(...endpointNumbers) };

/** The type a schema expects, worded for messages; takes zod's type names. */
export const expectedWord = (type: string): string => expectedWords[type] ?? type;

/** The type of a JSON value, in the same words. */
export function typeWord(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'number') return Number.isFinite(value) ? 'a number' : 'no finite number';
  return expectedWord(typeof value);
}

/** Checks one part of a request against its schema: the parsed part with its defaults, or every breach. */
export function checkPart(
  schema: z.ZodObject,
  value: unknown,
  part: RequestPart,
): { value: unknown } | { issues: Issue[] } {
  const parsed = schema.safeParse(value);
  if (parsed.success) return { value: parsed.data };
  return { issues: parsed.error.issues.flatMap((issue) => issuesOf(issue, schema, value, part)) };
}

function issuesOf(issue: z.core.$ZodIssue, schema: z.ZodObject, partValue: unknown, part: RequestPart): Issue[] {
  const issueHere = (code: IssueCode, params: IssueParams = {}): Issue => issueAt(part, issue.path, code, params);
  switch (issue.code) {
    case 'custom': {
      const { code, ...params } = issue.params as { code: IssueCode } & IssueParams;
      return [issueHere(code, params)];
    }
    case 'unrecognized_keys':
      return issue.keys.map((name) => unknownName(name, issue.path, schema, part));
    case 'too_big':
    case 'too_small':
      return [issueHere('not-safe-integer')];
    default: {
      const found = valueAt(partValue, issue.path);
      if (found === undefined) return [issueHere('missing')];
      const expected = issue.code === 'invalid_type' ? issue.expected : 'value';
      if (expected === 'int' && typeof found === 'number' && Number.isFinite(found)) return [issueHere('not-integer')];
      return [issueHere('wrong-type', { expected: expectedWord(expected), found: typeWord(found) })];
    }
  }
}

function unknownName(name: string, path: readonly PropertyKey[], schema: z.ZodObject, part: RequestPart): Issue {
  const names = Object.keys(objectAt(schema, path)?.shape ?? {});
  const meant = names.find((known) => known.toLowerCase() === name.toLowerCase());
  if (meant === undefined) return issueAt(part, [...path, name], 'unknown-name');
  return issueAt(part, [...path, name], 'wrong-case', { meant });
}

const DESK_PACKAGE_ID = /^[A-Za-z0-9_-]{1,50}$/;

/**
 * Checks the desk's own rules for keys, beyond the interface document, before an entry is captured: no key is empty,
 * and a PackageId has only letters, digits, - and _, because it becomes part of a status address. Reads have no key and
 * no issues.
 */
export function checkKey(number: EndpointNumber, body: unknown): Issue[] {
  const { key } = endpointOf(number);
  if (!key) return [];
  const value = valueAt(body, key.path);
  if (value === undefined) return [issueAt('body', key.path, 'missing')];
  if (typeof value !== 'string') return [];
  if (value.trim() === '') return [issueAt('body', key.path, 'empty')];
  if (key.kind !== 'PackageId' || DESK_PACKAGE_ID.test(value)) return [];
  return [issueAt('body', key.path, 'bad-key')];
}

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
    return { ok: false, issues: [...issues, issueAt('request', ['endpoint'], 'unknown-endpoint', numberRange)] };
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

function checkValues(schema: z.ZodObject, values: unknown, part: RequestPart): PartResult<Record<string, unknown>> {
  const checked = checkPart(schema, values === undefined ? {} : values, part);
  return 'issues' in checked ? checked : { value: checked.value as Record<string, unknown> };
}

// An empty body counts as none: some callers send every part of a request.
function checkBody(number: EndpointNumber, body: unknown): PartResult<unknown> {
  const { body: schema } = endpointOf(number);
  if (schema) {
    const checked = checkPart(schema, body, 'body');
    return 'value' in checked ? { value: body } : checked;
  }
  const isEmptyBody = body === undefined || body === null || JSON.stringify(body) === '{}';
  return isEmptyBody ? { value: undefined } : { issues: [issueAt('body', [], 'no-body')] };
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
