import { checkKey } from '../../shared/service/desk-key.ts';
import { checkRequest } from '../../shared/service/check-request.ts';
import type { EndpointNumber } from '../../shared/service/endpoint.ts';
import { fromJsonPath } from './field-path.ts';
import type { ReadIssue } from './read-field.ts';

/** What the contract, and the desk before it takes an entry, find wrong with a body, by path in the form; the first of each field. */
export function issuesIn(
  endpoint: EndpointNumber,
  body: unknown,
  told: ReadonlyMap<string, ReadIssue>,
  asTyped: (path: string) => string,
): Map<string, ReadIssue> {
  const checked = checkRequest({ endpoint, body });
  const found = checked.ok ? [] : checked.issues.filter((issue) => issue.in === 'body');
  const all = new Map(told);
  for (const issue of [...checkKey(endpoint, body), ...found]) {
    const path = asTyped(fromJsonPath(issue.path));
    if (!all.has(path)) all.set(path, issue);
  }
  return all;
}

/** A part that is missing as a whole is said at the field in it that is missing, where there is one. */
export function withoutParts(issues: ReadonlyMap<string, ReadIssue>): Map<string, ReadIssue> {
  const paths = issues.size > 1 ? [...issues.keys()] : [];
  return new Map([...issues].filter(([path]) => !paths.some((other) => other.startsWith(`${path}.`))));
}
