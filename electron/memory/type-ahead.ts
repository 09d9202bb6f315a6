import { type ListItem, type ListName, listNames, type ListCount } from '../../shared/contract/memory-procedures.ts';
import { countryCodes, countryName, countryOf } from '../../shared/countries/country-names.ts';
import { valueAt } from '../../shared/service/value-at.ts';
import { foldText } from '../outbox/search/fold-text.ts';
import type { Sqlite } from '../storage/database/open-sqlite.ts';
import { opaqueIntParam } from '../storage/database/queries.ts';
import { prepareAllPartsQuery, partsOf } from './compare-texts.ts';
import { goodsIn } from './goods-memory.ts';
import { listedSkus } from './listed-skus.ts';

/**
 * How well a text matches a country: names exactly this one, prefix of its code, prefix of one of its names, contained
 * in a name.
 */
const exactMatch = 0;
const codePrefix = 1;
const namePrefix = 2;
const nameContains = 3;

/**
 * Finds countries by code and by name in the user's language, English and Chinese; best match first, then most used
 * (`uses`, by code). The first is `meant` if the text can mean no other: Guinea is not Equatorial Guinea, and United is
 * no country.
 */
export function findCountries(
  text: string,
  parts: readonly string[],
  uses: ReadonlyMap<string, number>,
  language: string,
): ListItem[] {
  const typed = text.trim();
  const folded = foldText(typed);
  const exact = countryOf(typed.length === 2 ? typed.toUpperCase() : typed);
  const fitting = countryCodes
    .map((code) => ({ code, names: [countryName(code, language), countryName(code, 'en'), countryName(code, 'zh')] }))
    .filter(({ code, names }) => {
      const all = foldText([code, ...names].join('\n'));
      return code === exact || parts.every((part) => all.includes(part));
    })
    .map(({ code, names: [name = code, ...others] }) => ({
      item: { code, name, used: uses.get(code) ?? 0 },
      rank: rankOf(code, [name, ...others]),
    }))
    .sort((a, b) => a.rank - b.rank || b.item.used - a.item.used || a.item.name.localeCompare(b.item.name, language));

  function rankOf(code: string, names: readonly string[]): number {
    if (code === exact) return exactMatch;
    if (foldText(code).startsWith(folded)) return codePrefix;
    return names.some((name) => foldText(name).startsWith(folded)) ? namePrefix : nameContains;
  }

  const begun = fitting.filter(({ rank }) => rank < nameContains);
  const isMeant = folded !== '' && (exact !== undefined || begun.length === 1 || fitting.length === 1);
  return fitting.map(({ item }, at) => (at === 0 && isMeant ? { ...item, meant: true } : item));
}

const places: readonly (readonly [ListName, readonly string[]])[] = [
  ['services', ['ServiceCode']],
  ['services', ['Package', 'ServiceCode']],
  ['warehouses', ['WarehouseId']],
  ['warehouses', ['WareHouseCode']],
  ['warehouses', ['WarehouseCode']],
  ['locations', ['Location']],
  ['shippingTypes', ['ShippingType']],
  ['countries', ['ShipToAddress', 'Country']],
  ['countries', ['Package', 'ShipToAddress', 'Country']],
];

/** Codes a create uses, each with its list and the name the create gives it, if any. */
export function listedIn(endpoint: number, body: unknown): { list: ListName; code: string; name: string }[] {
  const named = places.flatMap(([list, place]) => {
    const code = valueAt(body, place);
    return typeof code === 'string' && code.trim() !== '' ? [{ list, code, name: '' }] : [];
  });
  const skus = goodsIn(endpoint, body).flatMap(({ Sku, ProductName, DeclareNameEn }) =>
    typeof Sku === 'string'
      ? [{ list: 'skus' as const, code: Sku, name: String(ProductName ?? DeclareNameEn ?? '') }]
      : [],
  );
  return [...named, ...skus];
}

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
