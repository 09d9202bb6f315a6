import type { Method } from './endpoint.ts';
import { endpointNumbers, endpointOf, type EndpointNumber } from './endpoints.ts';
import { ruleOf } from './field.ts';
import { issueAt, type Issue, type RequestPart } from './issue.ts';
import { unwrapSchema, fieldsOf } from './schema-walk.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * Values that would change where a request goes: an empty path parameter, `.` and `..`, which every URL parser resolves
 * even when percent-encoded, and lone surrogates, which cannot be encoded.
 */
export function requestTargetIssues(part: RequestPart, values: Values): Issue[] {
  return Object.entries(values).flatMap(([name, value]) => {
    if (typeof value !== 'string') return [];
    if (part === 'path' && value === '') return [issueAt(part, [name], 'empty')];
    const changesPath = part === 'path' && (value === '.' || value === '..');
    return changesPath || !value.isWellFormed() ? [issueAt(part, [name], 'not-in-address')] : [];
  });
}

/** The percent-encoded request target of an endpoint with its query, `/v1/…?…`, from checked values. */
export function writeRequestTarget(number: EndpointNumber, path: Values, query: Values): string {
  const target = endpointOf(number).path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(path[name])),
  );
  const queryPairs = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeQueryValue(String(value))}`);
  return queryPairs.length === 0 ? target : `${target}?${queryPairs.join('&')}`;
}

// Commas are not encoded: the document shows Skus of endpoint 19 as a comma-separated list, and a comma is legal in a
// query.
const encodeQueryValue = (value: string): string => encodeURIComponent(value).replaceAll('%2C', ',');

/**
 * A parsed request target: the endpoint, its path parameters and its query, with numbers where the contract has
 * numbers.
 */
export interface ParsedRequestTarget {
  endpoint: EndpointNumber;
  path: Record<string, string>;
  query: Record<string, unknown>;
}

/** Parses a request target written by `writeRequestTarget`; null if no endpoint has this method and path. */
export function parseRequestTarget(method: string, target: string): ParsedRequestTarget | null {
  const [pathname = '', search = ''] = target.split(/\?(.*)/s);
  for (const route of routes) {
    const match = route.method === method ? route.pattern.exec(pathname) : null;
    if (!match) continue;
    const path = decodeAll(match.groups ?? {});
    return path && { endpoint: route.endpoint, path, query: readQuery(route.endpoint, search) };
  }
  return null;
}

const routes: { endpoint: EndpointNumber; method: Method; pattern: RegExp }[] = endpointNumbers
  .map((endpoint) => ({ endpoint, method: endpointOf(endpoint).method, path: endpointOf(endpoint).path }))
  .map(({ path, ...route }) => ({ ...route, pattern: new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`) }))
  // Fixed paths first: /v1/directExpressOrders/declare must not be read as a path with a parameter.
  .sort((a, b) => Number(a.pattern.source.includes('(?<')) - Number(b.pattern.source.includes('(?<')));

function decodeAll(groups: Readonly<Record<string, string>>): Record<string, string> | null {
  try {
    return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]));
  } catch {
    return null;
  }
}

function readQuery(endpoint: EndpointNumber, search: string): Record<string, unknown> {
  const fields = fieldsOf(endpointOf(endpoint).query);
  const entries = [...new URLSearchParams(search)].map(([name, value]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const isNumber = field !== undefined && ruleOf(unwrapSchema(field))?.type === 'integer' && /^-?\d+$/.test(value);
    return [name, isNumber ? Number(value) : value] as const;
  });
  return Object.fromEntries(entries);
}
