import type { RememberedAddress } from '../../shared/memory-procedures.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import { foldText } from '../search/fold-text.ts';
import { hasAllParts, partsOf } from './find-parts.ts';
import { addressPrint, type KeptAddress } from './recipient.ts';

/** Recipients of this desk's entries. */
export function addressBook(db: Sqlite) {
  const keep = db.prepare<[Buffer, string, string, number, number]>(
    `INSERT INTO remembered_address (print, address, folded, used, used_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (print) DO UPDATE SET address = excluded.address, folded = excluded.folded,
       used = used + excluded.used, used_at = max(used_at, excluded.used_at)`,
  );
  const remove = db.prepare<[number]>('DELETE FROM remembered_address WHERE id = ?');
  return {
    /** `uses` is 0 where an entry that was counted is only written again. */
    learn: (address: KeptAddress, uses: 0 | 1, at: number): void =>
      void keep.run(
        addressPrint(address),
        JSON.stringify(address),
        foldText(Object.values(address).join('\n')),
        uses,
        at,
      ),
    forget: (id: number): boolean => remove.run(id).changes > 0,
  };
}

/** Those with every part of the text anywhere in them, in any script; most used first. */
export function addressFinder(db: Sqlite) {
  const find = hasAllParts<{ id: number; address: string; used: number; used_at: number }>(
    db,
    (where) =>
      `SELECT id, address, used, used_at FROM remembered_address WHERE ${where} ORDER BY used DESC, used_at DESC LIMIT ?`,
  );
  return (text: string, limit: number): RememberedAddress[] =>
    find(partsOf(text), limit).map(({ id, address, used, used_at }) => ({
      id,
      address: JSON.parse(address) as KeptAddress,
      used,
      usedAt: used_at,
    }));
}
