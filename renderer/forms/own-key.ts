import { borrowsKey } from '../../shared/creates/create-kinds.ts';
import { checkPackageId } from '../../shared/creates/package-id.ts';
import { endpointOf, type EndpointNumber } from '../../shared/service/endpoints.ts';
import type { ReadIssue } from './read-field.ts';

/** Kinds of key that this desk may make: not a SKU, which is a name of goods. */
const kinds: readonly string[] = ['PackageId', 'ShipmentId', 'CustomerOrderNo'];

/** Whether a key of this create may be a number made by a desk. */
export const mayBeOurs = (endpoint: EndpointNumber): boolean => kinds.includes(endpointOf(endpoint).key?.kind ?? '');

/** Whether a new entry of this create gets a number of its own: a declaration is of a parcel that has one. */
export const getsOwnKey = (endpoint: EndpointNumber): boolean => !borrowsKey(endpoint) && mayBeOurs(endpoint);

const seen = new Map<string, readonly string[]>();

/** What was meant by a number that is one slip away from numbers of a desk; empty where it is good, or none of a desk. */
export function meantBy(text: string): readonly string[] {
  const known = seen.get(text);
  if (known) return known;
  const read = checkPackageId(text);
  const meant = read.found === 'mistyped' ? read.meant : [];
  seen.clear();
  seen.set(text, meant);
  return meant;
}

/** A key that is one slip away from a number of a desk, unless it is `wanted` as it is. */
export function slipIn(endpoint: EndpointNumber, key: string, wanted: string): ReadIssue | undefined {
  if (!mayBeOurs(endpoint) || key === wanted) return undefined;
  const [meant] = meantBy(key);
  return meant === undefined
    ? undefined
    : { code: 'mistyped-number', params: { meant }, message: `Mistyped: ${meant} was meant.` };
}
