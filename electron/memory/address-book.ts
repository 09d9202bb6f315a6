import type { SimilarEntry, RememberedAddress } from '../../shared/contract/memory-procedures.ts';
import { findCreate } from '../../shared/creates/create-kinds.ts';
import { identityFields } from '../../shared/creates/reusable-body.ts';
import { shipToAddress } from '../../shared/service/shared-objects.ts';
import { valueAt } from '../../shared/service/value-at.ts';
import { compactNumber, foldText, isSelective } from '../outbox/search/fold-text.ts';
import type { Sqlite } from '../storage/database/open-sqlite.ts';
import { opaqueIntParam } from '../storage/database/queries.ts';
import { fingerprintOf, prepareAllPartsQuery, partsOf } from './compare-texts.ts';
import { goodsFingerprint } from './goods-memory.ts';

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

/** Fingerprints of entries, used by a form to warn before the same parcel is entered twice. */
export function similarEntries(db: Sqlite) {
  const keep = db.prepare<[number, Buffer, Buffer, number]>(
    `INSERT INTO entry_print (entry, recipient, goods, at) VALUES (?, ?, ?, ?)
     ON CONFLICT (entry) DO UPDATE SET recipient = excluded.recipient, goods = excluded.goods`,
  );
  const alike = db.prepare<[Buffer, Buffer, number, string], SimilarEntry>(
    `SELECT e.id, e.endpoint, e.key, e.state, e.operator, e.recipient, e.captured_at AS capturedAt
     FROM entry_print p JOIN entry e ON e.seq = p.entry
     WHERE p.recipient = ? AND p.goods = ? AND p.at >= ? AND e.state <> 'withdrawn' AND e.replaced_by IS NULL AND e.key <> ?
     ORDER BY p.at DESC LIMIT 20`,
  );
  return {
    learn(entry: number, endpoint: number, body: unknown, at: number): void {
      keep.run(entry, recipientFingerprint(recipientOf(endpoint, body)), goodsFingerprint(endpoint, body), at);
    },
    /**
     * Entries since a time (ms) with the same recipient and goods, of any kind; none for a body without a recipient.
     * Entries under `key` are left out: a declaration belongs to the order of its PackageId.
     */
    find(endpoint: number, body: unknown, key: string, since: number): SimilarEntry[] {
      const recipient = recipientOf(endpoint, body);
      if (recipient === null) return [];
      return alike.all(recipientFingerprint(recipient), goodsFingerprint(endpoint, body), since, key);
    },
  };
}

/** Recipients of this desk's entries. */
export function addressBook(db: Sqlite) {
  const keep = db.prepare<[Buffer, string, string, number, number]>(
    `INSERT INTO remembered_address (print, address, folded, used, used_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (print) DO UPDATE SET address = excluded.address, folded = excluded.folded,
       used = used + excluded.used, used_at = max(used_at, excluded.used_at)`,
  );
  const remove = db.prepare<[number]>('DELETE FROM remembered_address WHERE id = ?');
  return {
    /** `uses` is 0 when an entry already counted is only rewritten. */
    learn: (address: StoredAddress, uses: 0 | 1, at: number): void =>
      void keep.run(addressFingerprint(address), JSON.stringify(address), searchedIn(address), uses, at),
    forget: (id: number): boolean => remove.run(id).changes > 0,
  };
}

// Phone numbers are typed with other spaces and dashes than they were stored with.
const searchedIn = (address: StoredAddress): string =>
  foldText([...Object.values(address), compactNumber(address['Phone'] ?? '')].join('\n'));

interface Captured {
  endpoint: number;
  body: unknown;
}

interface Row {
  id: number;
  address: string;
  used: number;
  used_at: number;
}
const columns = 'id, address, used, used_at';

const asAddress = ({ id, address, used, used_at }: Row): RememberedAddress => ({
  id,
  address: JSON.parse(address) as StoredAddress,
  used,
  usedAt: used_at,
});

/** Falls back to the parts joined into one number, if nothing contains every part and they can form one. */
function orAsNumber<T>(text: string, find: (parts: readonly string[]) => T[]): T[] {
  const parts = partsOf(text);
  const found = find(parts);
  const number = compactNumber(parts.join(''));
  return found.length > 0 || !isSelective(number) ? found : find([number]);
}

/** Finds addresses that contain every part of the text, in any script, or all of it as one number; most used first. */
export function addressFinder(db: Sqlite) {
  const find = prepareAllPartsQuery<Row>(
    db,
    (where) =>
      `SELECT ${columns} FROM remembered_address WHERE ${where} ORDER BY used DESC, used_at DESC LIMIT ${opaqueIntParam()}`,
  );
  return (text: string, limit: number): RememberedAddress[] =>
    orAsNumber(text, (parts) => find(parts, limit)).map(asAddress);
}

/** Recipients scanned per keystroke: a few ms. Of the matches no more are read than shown. */
const maxRead = 5000;

/**
 * Like `addressFinder`, but among the most used addresses and the recipients of the entries found: everyone in the
 * address book is in an entry, so a long book need not be scanned to its end.
 */
export function addressFinderInEntries(db: Sqlite) {
  // Rows are scanned in order of use, so the first matches are the most used ones.
  const inMostUsed = prepareAllPartsQuery<Row>(
    db,
    (where) =>
      `SELECT ${columns} FROM remembered_address WHERE id IN (
         SELECT id FROM (SELECT id, folded FROM remembered_address ORDER BY used DESC, used_at DESC LIMIT ${maxRead})
         WHERE ${where} LIMIT ${opaqueIntParam()}
       ) ORDER BY used DESC, used_at DESC`,
  );
  const ofEntry = prepareAllPartsQuery<Row>(
    db,
    (where) => `SELECT ${columns} FROM remembered_address WHERE ${where} AND print = ?`,
  );
  const fingerprintsOf = (captured: readonly Captured[]): Iterable<Buffer> =>
    new Map(
      captured.flatMap(({ endpoint, body }) => {
        const recipient = recipientOf(endpoint, body);
        if (recipient === null) return [];
        const fingerprint = addressFingerprint(recipient);
        return [[fingerprint.toString('hex'), fingerprint] as const];
      }),
    ).values();

  return (text: string, captured: readonly Captured[], limit: number): RememberedAddress[] => {
    const found = orAsNumber(text, (parts) => {
      const first = inMostUsed(parts, limit);
      if (first.length >= limit) return first;
      return [...first, ...[...fingerprintsOf(captured)].flatMap((fingerprint) => ofEntry(parts, fingerprint))];
    });
    return [...new Map(found.map((row) => [row.id, row])).values()].slice(0, limit).map(asAddress);
  };
}
