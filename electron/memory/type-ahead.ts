import { type ListItem, type ListName, listNames, type ListCount } from '../../shared/contract/memory-procedures.ts';
import { countryCodes, countryName, countryOf } from '../../shared/countries/country-names.ts';
import { valueAt } from '../../shared/service/value-at.ts';
import { foldText } from '../outbox/search/fold-text.ts';
import type { Sqlite } from '../storage/database/open-sqlite.ts';
import { opaqueIntParam } from '../storage/database/queries.ts';
import { prepareAllPartsQuery, searchPartsOf } from './compare-texts.ts';
import { goodsIn } from './goods-memory.ts';
import { listedSkus } from './listed-skus.ts';

/** How a text matches a country, best first: exactly, as prefix of its code or of a name, as part of a name. */
const exactMatch = 0;
const codePrefix = 1;
const namePrefix = 2;
const nameContains = 3;

/**
 * Finds countries by code and by name in the user's language, English and Chinese; best match first, then most used
 * (`uses`, by code). The first has `meant` if the text can mean no other: "Guinea" does not mean Equatorial Guinea, but
 * "United" could mean several.
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
  const matches = countryCodes
    .map((code) => ({ code, names: [countryName(code, language), countryName(code, 'en'), countryName(code, 'zh')] }))
    .filter(({ code, names }) => {
      const searchText = foldText([code, ...names].join('\n'));
      return code === exact || parts.every((part) => searchText.includes(part));
    })
    .map(({ code, names: [name = code, ...otherNames] }) => ({
      item: { code, name, used: uses.get(code) ?? 0 },
      rank: rankOf(code, [name, ...otherNames]),
    }))
    .sort((a, b) => a.rank - b.rank || b.item.used - a.item.used || a.item.name.localeCompare(b.item.name, language));

  function rankOf(code: string, names: readonly string[]): number {
    if (code === exact) return exactMatch;
    if (foldText(code).startsWith(folded)) return codePrefix;
    return names.some((name) => foldText(name).startsWith(folded)) ? namePrefix : nameContains;
  }

  const prefixMatches = matches.filter(({ rank }) => rank < nameContains);
  const isUnambiguous = folded !== '' && (exact !== undefined || prefixMatches.length === 1 || matches.length === 1);
  return matches.map(({ item }, index) => (index === 0 && isUnambiguous ? { ...item, meant: true } : item));
}

const codePaths: readonly (readonly [ListName, readonly string[]])[] = [
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

/** The codes in a create, each with its list, and its name if the create states one. */
export function codesIn(endpoint: number, body: unknown): { list: ListName; code: string; name: string }[] {
  const codes = codePaths.flatMap(([list, path]) => {
    const code = valueAt(body, path);
    return typeof code === 'string' && code.trim() !== '' ? [{ list, code, name: '' }] : [];
  });
  const skus = goodsIn(endpoint, body).flatMap(({ Sku, ProductName, DeclareNameEn }) =>
    typeof Sku === 'string'
      ? [{ list: 'skus' as const, code: Sku, name: String(ProductName ?? DeclareNameEn ?? '') }]
      : [],
  );
  return [...codes, ...skus];
}

interface Row {
  code: string;
  name: string;
  used: number;
}

/** Learns the codes offered while typing, from entries that use them; `import-list.ts` imports others. */
export function typeAhead(db: Sqlite) {
  const saveItem = db.prepare<[ListName, string, string, string, number, number, number | null]>(
    `INSERT INTO list_item (list, code, name, folded, imported, used, used_at) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (list, code) DO UPDATE SET
       name = CASE WHEN excluded.name = '' THEN name ELSE excluded.name END,
       folded = CASE WHEN excluded.name = '' THEN folded ELSE excluded.folded END,
       imported = max(imported, excluded.imported), used = used + excluded.used,
       used_at = coalesce(max(used_at, excluded.used_at), used_at, excluded.used_at)`,
  );
  const foldItem = (code: string, name: string): string => foldText(`${code}\n${name}`);

  return {
    learn: (list: ListName, code: string, name: string, at: number): void =>
      void saveItem.run(list, code, name, foldItem(code, name), 0, 1, at),
  };
}

/** Counts the codes of each list that can be imported. */
export function listCounter(db: Sqlite) {
  const count = db.prepare<[], ListCount>(
    'SELECT list, sum(imported) AS imported, sum(1 - imported) AS learned FROM list_item GROUP BY list',
  );
  return (): ListCount[] => {
    const countByList = new Map(count.all().map((row) => [row.list, row]));
    return listNames
      .filter((list) => list !== 'countries')
      .map((list) => countByList.get(list) ?? { list, imported: 0, learned: 0 });
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
  const codesFrom = db.prepare<[string, string, string, number], Row>(
    `SELECT code, name, used FROM list_item WHERE list = ? AND code >= ? AND code < ? ORDER BY code LIMIT ${opaqueIntParam()}`,
  );

  return (list: ListName, text: string, limit: number, language: string): ListItem[] => {
    const typed = text.trim();
    const parts = searchPartsOf(typed);
    if (list === 'countries') {
      const uses = new Map(find([], list, countryCodes.length).map(({ code, used }) => [code, used]));
      return findCountries(typed, parts, uses, language).slice(0, limit);
    }
    // found separately: codes that begin with the text may be seldom used, and the limit would drop them
    const prefixMatches = [typed, typed.toUpperCase(), typed.toLowerCase()].flatMap((start) =>
      start === '' ? [] : codesFrom.all(list, start, `${start}\u{10ffff}`, limit),
    );
    const findContaining = (max: number) => (list === 'skus' ? skus(parts, max) : find(parts, list, max));
    const rows = [...new Map([...prefixMatches, ...findContaining(limit)].map((row) => [row.code, row])).values()];
    const folded = foldText(typed);
    const rank = ({ code }: Row): number => (foldText(code) === folded ? 0 : foldText(code).startsWith(folded) ? 1 : 2);
    return rows
      .map((row) => ({ row, rank: rank(row) }))
      .sort((a, b) => a.rank - b.rank || b.row.used - a.row.used)
      .slice(0, limit)
      .map(({ row }) => row);
  };
}
