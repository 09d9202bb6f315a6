import { identityFields } from '../../shared/creates/begin-with.ts';
import { findCreate } from '../../shared/creates/create-kinds.ts';
import { shipToAddress } from '../../shared/service/address.ts';
import { valueAt } from '../../shared/service/value-at.ts';
import { fingerprintOf } from './fingerprint.ts';

export type KeptAddress = Record<string, string>;

const keptFields = Object.keys(shipToAddress.shape).filter((name) => !identityFields.includes(name));

/** Where an entry goes to, without what would tell more of a person than an address does; null where its kind has no recipient. */
export function recipientOf(endpoint: number, body: unknown): KeptAddress | null {
  const place = findCreate(endpoint)?.recipient;
  const address = place && valueAt(body, place);
  const kept = keptFields.flatMap((name) => {
    const value = valueAt(address, [name]);
    return typeof value === 'string' && value.trim() !== '' ? [[name, value] as const] : [];
  });
  const found = Object.fromEntries(kept);
  return found['Contact'] === undefined ? null : found;
}

const of = (address: KeptAddress, ...names: string[]): string => names.map((name) => address[name] ?? '').join(' ');

/** One recipient at one address, however often and with whatever telephone. */
export const addressFingerprint = (address: KeptAddress): Buffer =>
  fingerprintOf(
    ['Contact', 'Country', 'Postcode', 'City', 'Street1 HouseNumber', 'Street2'].map((names) =>
      of(address, ...names.split(' ')),
    ),
  );

/** The same person at what is likely the same place: street names are written in too many ways where a postcode tells. */
export function recipientFingerprint(address: KeptAddress | null): Buffer {
  if (address === null) return fingerprintOf([]);
  const place = address['Postcode'] ?? of(address, 'Street1', 'HouseNumber');
  return fingerprintOf([of(address, 'Contact'), of(address, 'Country'), place]);
}
