import { countryCodes } from '../../shared/countries/country-codes.ts';
import { listNames, type ListCount, type ListItem, type ListName } from '../../shared/contract/memory-procedures.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import { foldText } from '../search/fold-text.ts';
import { findCountries } from './country-finder.ts';
import { prepareAllPartsQuery, partsOf } from './find-parts.ts';
import { listedSkus } from './listed-skus.ts';
import { opaqueIntParam } from '../database/given.ts';

interface Row {
  code: string;
  name: string;
  used: number;
}

/** Codes offered while typing, learned as they are used; imported ones come from `import-list.ts`. */
export function typeAhead(db: Sqlite) {
  const keep = db.prepare<[ListName, string, string, string, number, number, number | null]>(
    `INSERT INTO list_item (list, code, name, folded, imported, used, used_at) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (list, code) DO UPDATE SET
       name = CASE WHEN excluded.name = '' THEN name ELSE excluded.name END,
       folded = CASE WHEN excluded.name = '' THEN folded ELSE excluded.folded END,
       imported = max(imported, excluded.imported), used = used + excluded.used,
       used_at = coalesce(max(used_at, excluded.used_at), used_at, excluded.used_at)`,
  );
  const folded = (code: string, name: string): string => foldText(`${code}\n${name}`);

  return {
    learn: (list: ListName, code: string, name: string, at: number): void =>
      void keep.run(list, code, name, folded(code, name), 0, 1, at),
  };
}

/** Number of codes in each list that can be imported. */
export function listCounter(db: Sqlite) {
  const count = db.prepare<[], ListCount>(
    'SELECT list, sum(imported) AS imported, sum(1 - imported) AS learned FROM list_item GROUP BY list',
  );
  return (): ListCount[] => {
    const counted = new Map(count.all().map((row) => [row.list, row]));
    return listNames
      .filter((list) => list !== 'countries')
      .map((list) => counted.get(list) ?? { list, imported: 0, learned: 0 });
  };
}

/**
 * Finds codes: the exact code first, then codes beginning with the text, then lines containing every part; most used
 * first in each group.
 */
export function listFinder(db: Sqlite) {
  const find = prepareAllPartsQuery<Row>(
    db,
    (where) =>
      `SELECT code, name, used FROM list_item WHERE ${where} AND list = ? ORDER BY used DESC, used_at DESC, code LIMIT ${opaqueIntParam()}`,
  );
  const skus = listedSkus(db);
  const beginning = db.prepare<[string, string, string, number], Row>(
    `SELECT code, name, used FROM list_item WHERE list = ? AND code >= ? AND code < ? ORDER BY code LIMIT ${opaqueIntParam()}`,
  );

  return (list: ListName, text: string, limit: number, language: string): ListItem[] => {
    const typed = text.trim();
    const parts = partsOf(typed);
    if (list === 'countries') {
      const uses = new Map(find([], list, countryCodes.length).map(({ code, used }) => [code, used]));
      return findCountries(typed, parts, uses, language).slice(0, limit);
    }
    // Codes that begin with the text may be little used and would otherwise be cut off.
    const begun = [typed, typed.toUpperCase(), typed.toLowerCase()].flatMap((start) =>
      start === '' ? [] : beginning.all(list, start, `${start}\u{10ffff}`, limit),
    );
    const within = (most: number) => (list === 'skus' ? skus(parts, most) : find(parts, list, most));
    const rows = [...new Map([...begun, ...within(limit)].map((row) => [row.code, row])).values()];
    const folded = foldText(typed);
    const rank = ({ code }: Row): number => (foldText(code) === folded ? 0 : foldText(code).startsWith(folded) ? 1 : 2);
    return rows
      .map((row) => ({ row, rank: rank(row) }))
      .sort((a, b) => a.rank - b.rank || b.row.used - a.row.used)
      .slice(0, limit)
      .map(({ row }) => row);
  };
}
