import { identityFields } from '../../shared/creates/begin-with.ts';
import { findCreate } from '../../shared/creates/create-kinds.ts';
import { shipToAddress } from '../../shared/service/address.ts';
import { valueAt } from '../../shared/service/value-at.ts';
import { fingerprintOf } from './fingerprint.ts';

export type StoredAddress = Record<string, string>;

const keptFields = Object.keys(shipToAddress.shape).filter((name) => !identityFields.includes(name));

/** The recipient of an entry, without fields that identify a person beyond an address; null if its kind has none. */
export function recipientOf(endpoint: number, body: unknown): StoredAddress | null {
  const place = findCreate(endpoint)?.recipient;
  const address = place && valueAt(body, place);
  const kept = keptFields.flatMap((name) => {
    const value = valueAt(address, [name]);
    return typeof value === 'string' && value.trim() !== '' ? [[name, value] as const] : [];
  });
  const found = Object.fromEntries(kept);
  return found['Contact'] === undefined ? null : found;
}

const of = (address: StoredAddress, ...names: string[]): string => names.map((name) => address[name] ?? '').join(' ');

/** Equal for the same recipient at the same address, whatever the phone number. */
export const addressFingerprint = (address: StoredAddress): Buffer =>
  fingerprintOf(
    ['Contact', 'Country', 'Postcode', 'City', 'Street1 HouseNumber', 'Street2'].map((names) =>
      of(address, ...names.split(' ')),
    ),
  );

/**
 * Equal for the same person at probably the same place: a postcode replaces the street, whose spelling varies too much.
 */
export function recipientFingerprint(address: StoredAddress | null): Buffer {
  if (address === null) return fingerprintOf([]);
  const place = address['Postcode'] ?? of(address, 'Street1', 'HouseNumber');
  return fingerprintOf([of(address, 'Contact'), of(address, 'Country'), place]);
}
