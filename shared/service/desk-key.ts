import { endpointOf, type EndpointNumber } from './endpoints.ts';
import { issueAt } from './issue.ts';
import type { Issue } from './issue.ts';
import { valueAt } from './value-at.ts';

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
