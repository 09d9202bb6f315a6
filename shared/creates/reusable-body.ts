import { endpointOf, isEndpointNumber } from '../service/endpoints.ts';

/** Fields that belong to one parcel only: numbers, a carrier's own label, the order of a sales platform. */
const oneParcelFields: ReadonlySet<string> = new Set([
  'TrackingNumber',
  'ImportTrackingNumber',
  'ImportLabel',
  'ImportLabel2',
  'PlatformOrderNo',
  'PlatformPaymentNo',
  'PlatformTransactionId',
]);
/** Personal data beyond an address: never stored on the desk outside the orders themselves. */
export const identityFields: readonly string[] = ['IDNumber', 'BankCardLast4digits', 'RecipientBirthday'];
const neverStored: ReadonlySet<string> = new Set([...oneParcelFields, ...identityFields]);

/**
 * The part of a create's body that another entry may start with: without its key and without fields of one parcel only.
 */
export const bodyForNextEntry = (endpoint: number, body: unknown): unknown =>
  removeNames(removeKey(endpoint, body), oneParcelFields);

/** The part that may be stored as a template: also without identity data, as in the address book. */
export const bodyForTemplate = (endpoint: number, body: unknown): unknown =>
  removeNames(removeKey(endpoint, body), neverStored);

function removeKey(endpoint: number, body: unknown): unknown {
  const path = isEndpointNumber(endpoint) ? endpointOf(endpoint).key?.path : undefined;
  return path ? removePath(body, path) : body;
}

function removePath(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined || typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return value;
  const { [name]: inner, ...others } = value as Record<string, unknown>;
  return rest.length > 0 ? { ...others, [name]: removePath(inner, rest) } : others;
}

function removeNames(value: unknown, names: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => removeNames(item, names));
  if (typeof value !== 'object' || value === null) return value;
  const others = Object.entries(value).filter(([name]) => !names.has(name));
  return Object.fromEntries(others.map(([name, item]) => [name, removeNames(item, names)]));
}
