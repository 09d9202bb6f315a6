import type { SimilarEntry, RememberedAddress } from '../../shared/contract/memory-procedures.ts';
import { findCreate } from '../../shared/creates/create-kinds.ts';
import { identityFields } from '../../shared/creates/reusable-body.ts';
import { shipToAddress } from '../../shared/service/shared-objects.ts';
import { valueAt } from '../../shared/service/value-at.ts';
import { compactNumber, foldText, isSelective } from '../outbox/search/fold-text.ts';
import type { Sqlite } from '../storage/database/open-sqlite.ts';
import { opaqueIntParam } from '../storage/database/queries.ts';
import { fingerprintOf, prepareAllPartsQuery, searchPartsOf } from './compare-texts.ts';
import { goodsFingerprint } from './goods-memory.ts';

export type StoredAddress = Record<string, string>;

const rememberedFields = Object.keys(shipToAddress.shape).filter((name) => !identityFields.includes(name));

/** The recipient of an entry, without fields that identify a person beyond an address; null if its kind has none. */
export function recipientOf(endpoint: number, body: unknown): StoredAddress | null {
  const path = findCreate(endpoint)?.recipient;
  const address = path && valueAt(body, path);
  const fields = rememberedFields.flatMap((name) => {
    const value = valueAt(address, [name]);
    return typeof value === 'string' && value.trim() !== '' ? [[name, value] as const] : [];
  });
  const recipient = Object.fromEntries(fields);
  return recipient['Contact'] === undefined ? null : recipient;
}

const joinFields = (address: StoredAddress, ...names: string[]): string =>
  names.map((name) => address[name] ?? '').join(' ');

/** A fingerprint that is equal for the same recipient at the same address, whatever the phone number. */
export const addressFingerprint = (address: StoredAddress): Buffer =>
  fingerprintOf(
    ['Contact', 'Country', 'Postcode', 'City', 'Street1 HouseNumber', 'Street2'].map((names) =>
      joinFields(address, ...names.split(' ')),
    ),
  );

/**
 * A fingerprint that is equal for the same person at probably the same place: it uses the postcode rather than the
 * street, whose spelling varies too much.
 */
export function recipientFingerprint(address: StoredAddress | null): Buffer {
  if (address === null) return fingerprintOf([]);
  const placeText = address['Postcode'] ?? joinFields(address, 'Street1', 'HouseNumber');
  return fingerprintOf([joinFields(address, 'Contact'), joinFields(address, 'Country'), placeText]);
}

/** Stores fingerprints of entries, by which a form warns before the same parcel is entered twice. */
export function similarEntries(db: Sqlite) {
  const saveFingerprints = db.prepare<[number, Buffer, Buffer, number]>(
    `INSERT INTO entry_print (entry, recipient, goods, at) VALUES (?, ?, ?, ?)
     ON CONFLICT (entry) DO UPDATE SET recipient = excluded.recipient, goods = excluded.goods`,
  );
  const similar = db.prepare<[Buffer, Buffer, number, string], SimilarEntry>(
    `SELECT e.id, e.endpoint, e.key, e.state, e.operator, e.recipient, e.captured_at AS capturedAt
     FROM entry_print p JOIN entry e ON e.seq = p.entry
     WHERE p.recipient = ? AND p.goods = ? AND p.at >= ? AND e.state <> 'withdrawn' AND e.replaced_by IS NULL AND e.key <> ?
     ORDER BY p.at DESC LIMIT 20`,
  );
  return {
    learn(entry: number, endpoint: number, body: unknown, at: number): void {
      saveFingerprints.run(
        entry,
        recipientFingerprint(recipientOf(endpoint, body)),
        goodsFingerprint(endpoint, body),
        at,
      );
    },
    /**
     * Entries since a time (ms) with the same recipient and goods, of any kind; none for a body without a recipient.
     * Entries under `key` are left out: a declaration belongs to the order of its PackageId.
     */
    find(endpoint: number, body: unknown, key: string, since: number): SimilarEntry[] {
      const recipient = recipientOf(endpoint, body);
      if (recipient === null) return [];
      return similar.all(recipientFingerprint(recipient), goodsFingerprint(endpoint, body), since, key);
    },
  };
}

/** Remembers the recipients of this desk's entries. */
export function addressBook(db: Sqlite) {
  const saveAddress = db.prepare<[Buffer, string, string, number, number]>(
    `INSERT INTO remembered_address (print, address, folded, used, used_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (print) DO UPDATE SET address = excluded.address, folded = excluded.folded,
       used = used + excluded.used, used_at = max(used_at, excluded.used_at)`,
  );
  const remove = db.prepare<[number]>('DELETE FROM remembered_address WHERE id = ?');
  return {
    /** Remembers an address; `uses` is 0 if its entry was counted before and only changed. */
    learn: (address: StoredAddress, uses: 0 | 1, at: number): void =>
      void saveAddress.run(addressFingerprint(address), JSON.stringify(address), searchTextOf(address), uses, at),
    forget: (id: number): boolean => remove.run(id).changes > 0,
  };
}

// contains the phone number without spaces and dashes too, since people type these differently
const searchTextOf = (address: StoredAddress): string =>
  foldText([...Object.values(address), compactNumber(address['Phone'] ?? '')].join('\n'));

interface CapturedBody {
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

const toAddress = ({ id, address, used, used_at }: Row): RememberedAddress => ({
  id,
  address: JSON.parse(address) as StoredAddress,
  used,
  usedAt: used_at,
});

/** Finds by the parts of a text; if nothing is found and they form a number, by the parts joined. */
function findOrAsNumber<T>(text: string, find: (parts: readonly string[]) => T[]): T[] {
  const parts = searchPartsOf(text);
  const found = find(parts);
  const number = compactNumber(parts.join(''));
  return found.length > 0 || !isSelective(number) ? found : find([number]);
}

/** Finds addresses that contain every part of a text, in any script, or the text as one number; most used first. */
export function addressFinder(db: Sqlite) {
  const find = prepareAllPartsQuery<Row>(
    db,
    (where) =>
      `SELECT ${columns} FROM remembered_address WHERE ${where} ORDER BY used DESC, used_at DESC LIMIT ${opaqueIntParam()}`,
  );
  return (text: string, limit: number): RememberedAddress[] =>
    findOrAsNumber(text, (parts) => find(parts, limit)).map(toAddress);
}

/** Maximum number of addresses scanned per keystroke, which takes a few ms. */
const maxScanned = 5000;

/**
 * Like `addressFinder`, but searches only the most used addresses and the recipients of the entries found: each address
 * in the book is in an entry, so a long book need not be scanned to its end.
 */
export function addressFinderInEntries(db: Sqlite) {
  // rows are scanned in order of use, so the first matches are the most used ones
  const findMostUsed = prepareAllPartsQuery<Row>(
    db,
    (where) =>
      `SELECT ${columns} FROM remembered_address WHERE id IN (
         SELECT id FROM (SELECT id, folded FROM remembered_address ORDER BY used DESC, used_at DESC LIMIT ${maxScanned})
         WHERE ${where} LIMIT ${opaqueIntParam()}
       ) ORDER BY used DESC, used_at DESC`,
  );
  const findByFingerprint = prepareAllPartsQuery<Row>(
    db,
    (where) => `SELECT ${columns} FROM remembered_address WHERE ${where} AND print = ?`,
  );
  const fingerprintsOf = (captured: readonly CapturedBody[]): Iterable<Buffer> =>
    new Map(
      captured.flatMap(({ endpoint, body }) => {
        const recipient = recipientOf(endpoint, body);
        if (recipient === null) return [];
        const fingerprint = addressFingerprint(recipient);
        return [[fingerprint.toString('hex'), fingerprint] as const];
      }),
    ).values();

  return (text: string, captured: readonly CapturedBody[], limit: number): RememberedAddress[] => {
    const rows = findOrAsNumber(text, (parts) => {
      const mostUsed = findMostUsed(parts, limit);
      if (mostUsed.length >= limit) return mostUsed;
      return [
        ...mostUsed,
        ...[...fingerprintsOf(captured)].flatMap((fingerprint) => findByFingerprint(parts, fingerprint)),
      ];
    });
    return [...new Map(rows.map((row) => [row.id, row])).values()].slice(0, limit).map(toAddress);
  };
}
