import { checkKey } from '../../shared/service/desk-key.ts';
import { checkRequest } from '../../shared/service/check-request.ts';
import type { FieldDescription } from '../../shared/service/describe-fields.ts';
import type { EndpointNumber } from '../../shared/service/endpoints.ts';
import { fieldPathOf, parentOf, templateOf } from '../../shared/path/path.ts';
import type { ReadIssue } from './read-field.ts';

/**
 * Problems that the contract, and the desk's own checks before it accepts an entry, find in a body: the first for each
 * form path.
 */
export function findIssues(
  endpoint: EndpointNumber,
  body: unknown,
  told: ReadonlyMap<string, ReadIssue>,
  asTyped: (path: string) => string,
): Map<string, ReadIssue> {
  const checked = checkRequest({ endpoint, body });
  const found = checked.ok ? [] : checked.issues.filter((issue) => issue.in === 'body');
  const all = new Map(told);
  for (const issue of [...checkKey(endpoint, body), ...found]) {
    const path = asTyped(fieldPathOf(issue.path));
    if (!all.has(path)) all.set(path, issue);
  }
  return all;
}

/**
 * Reports a missing object at its required fields, or else at its contact or first field: an object has no control of
 * its own.
 */
export function moveObjectIssues(
  issues: ReadonlyMap<string, ReadIssue>,
  fields: ReadonlyMap<string, FieldDescription>,
): Map<string, ReadIssue> {
  const found = new Map<string, ReadIssue>();
  for (const [path, issue] of issues) {
    const isPart = fields.get(templateOf(path))?.type === 'object';
    if (!isPart) found.set(path, issue);
    else for (const inner of fieldsForObject(path, fields)) if (!issues.has(inner)) found.set(inner, issue);
  }
  return found;
}

function fieldsForObject(part: string, fields: ReadonlyMap<string, FieldDescription>): string[] {
  const within = [...fields.values()].filter(
    ({ path, type }) => parentOf(path) === templateOf(part) && type !== 'object' && type !== 'list',
  );
  const needed = within.filter(({ required }) => required);
  const chosen =
    needed.length > 0
      ? needed
      : within.filter(
          ({ name }, at) => name === 'Contact' || (at === 0 && !within.some((one) => one.name === 'Contact')),
        );
  return chosen.map(({ name }) => `${part}.${name}`);
}
