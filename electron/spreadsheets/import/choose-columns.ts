import type { CreateNumber } from '../../../shared/creates/create-kinds.ts';
import { readColumnUse, writeColumnUse, type ColumnPart } from '../../../shared/import/column-part.ts';
import type { ImportMapping } from '../../../shared/import/import-steps.ts';
import { foldName } from '../../../shared/countries/country-names.ts';
import { columnPath, readPath } from '../../../shared/path/path.ts';
import type { UnitSettings } from '../../../shared/service/unit-of-field.ts';
import { sameHeading, type SheetFormat } from '../known-formats/known-formats.ts';
import { chooseFamily, type AddressColumn, type AddressDoubt } from './address-family.ts';
import { splitAmount, splitHeading } from './heading-units.ts';
import { readPackedGoods } from './packed-goods.ts';
import { columnNames, leafFields, targetOfTitle, type ColumnNames } from './read-header.ts';
import { isOfAddress, readHeading, type AddressMeaning, type Heading, type Meaning } from './read-heading.ts';
import { isBlank, shownCell, type Cell } from './table.ts';

/** A doubt about columns, and the mapping they get if a person says that they are the recipient's. */
export interface ColumnDoubt extends Pick<AddressDoubt, 'code'> {
  uses: { column: number; use: string }[];
}

export interface ChosenColumns {
  mapping: ImportMapping;
  doubts: ColumnDoubt[];
}

/** A header and the first rows below it. */
export interface SheetStart {
  titles: readonly string[];
  rows: readonly (readonly Cell[])[];
}

/** The mapping of a known format: each field once, in the order of the format. */
export function mapByFormat(titles: readonly string[], { columns }: SheetFormat, create: CreateNumber): ImportMapping {
  const names = columnNames(create);
  const mapping: (string | null)[] = titles.map(() => null);
  const headings = titles.map(sameHeading);
  const used = new Set<string>();
  for (const [heading, given] of Object.entries(columns)) {
    const column = headings.indexOf(sameHeading(heading));
    const use = readColumnUse(given);
    const target = use && names.target(use.path);
    const written = use && target && writeColumnUse({ path: columnPath(target.path), part: use.part });
    if (column < 0 || written == null || mapping[column] !== null || (used.has(written) && use?.part == null)) continue;
    used.add(written);
    mapping[column] = written;
  }
  // `else` without a column to stand in for is that column
  return mapping.map((use) => (use?.endsWith('#else') && !used.has(use.slice(0, -5)) ? use.slice(0, -5) : use));
}

type Column = Heading & { column: number };

/** Field and part of each part of an address, by the name of the field in the contract. */
const addressUses: Readonly<Record<AddressMeaning, readonly [field: string, part: ColumnPart | null]>> = {
  contact: ['Contact', null],
  first: ['Contact', 'first'],
  middle: ['Contact', 'middle'],
  last: ['Contact', 'last'],
  company: ['Company', null],
  address: ['Street1', null],
  street1: ['Street1', null],
  street2: ['Street2', null],
  street3: ['Street2', null],
  street4: ['Street2', null],
  more: ['Street2', null],
  house: ['HouseNumber', null],
  houseMore: ['HouseNumber', 'more'],
  district: ['District', null],
  town: ['District', null],
  city: ['City', null],
  province: ['Province', null],
  postcode: ['Postcode', null],
  cityStateZip: ['City', 'whole'],
  country: ['Country', null],
  phone: ['Phone', null],
  email: ['Email', null],
  taxId: ['TaxId', null],
};
/** Fields of which another column is used where the first is empty. */
const coalesced: ReadonlySet<string> = new Set(['Country', 'Phone', 'Email']);

/** The field of a meaning outside of addresses, in the order of preference. */
const otherUses: Partial<Record<Meaning, readonly string[]>> = {
  key: [],
  sku: ['Sku'],
  quantity: ['Quantity'],
  goodsName: ['DeclareNameEn', 'ProductName'],
  goodsNameEn: ['DeclareNameEn'],
  goodsNameCn: ['DeclareNameCn'],
  price: ['Price'],
  declareValue: ['DeclareValue'],
  hsCode: ['HsCode'],
  weight: ['Weight'],
  length: ['Length'],
  width: ['Width'],
  height: ['Height'],
  service: ['ServiceCode'],
};

/**
 * Chooses a field for each column by what its heading and its cells say: each field once, the recipient's address as
 * one block. A column in the contract's own words is taken first if the file has the key's own name.
 */
export function chooseColumns(
  { titles, rows }: SheetStart,
  create: CreateNumber,
  units: UnitSettings,
  keyPath: string,
): ChosenColumns {
  const names = columnNames(create);
  const mapping: (string | null)[] = titles.map(() => null);
  const used = new Set<string>();
  const doubts: ColumnDoubt[] = [];
  const texts = (column: number): string[] => rows.map((cells) => shownCell(cells[column]).trim());
  const put = (column: number, use: string): void => {
    // further lines and stand-ins are of any number of columns
    if (mapping[column] !== null || (used.has(use) && !/#(?:more|else)$/.test(use))) return;
    used.add(use);
    mapping[column] = use;
  };

  const own = titles.map((title) => ownUse(title, names, units));
  const isOwn = own.includes(keyPath);
  if (isOwn) for (const [column, use] of own.entries()) if (use !== null) put(column, use);

  const read = titles.flatMap((title, column): Column[] => {
    const found = mapping[column] === null ? readHeading(title) : null;
    return found ? [{ ...found, column }] : [];
  });
  const best = (meaning: Meaning, columns: readonly Column[] = read): Column[] =>
    columns.filter((one) => one.meaning === meaning).sort((a, b) => a.rank - b.rank || a.column - b.column);

  placeAddress();
  placeGoods();
  placeParcel();
  placeKey();
  if (!isOwn)
    for (const [column, use] of own.entries())
      if (use !== null && !/\.Location$/.test(use) && readHeading(titles[column] ?? '') === null) put(column, use);
  return { mapping, doubts };

  function placeAddress(): void {
    const fieldPath = addressPaths(create);
    if (!fieldPath('Contact') && !fieldPath('Street1')) return;
    const known = own.flatMap((use, column): AddressColumn[] => {
      const meaning = isOwn && mapping[column] !== null ? meaningOfOwn(use, fieldPath) : null;
      return meaning ? [{ column, party: 'ship', meaning, rank: -1 }] : [];
    });
    const columns = [
      ...known,
      ...read.flatMap((one): AddressColumn[] => (isOfAddress(one.meaning) ? [{ ...one, meaning: one.meaning }] : [])),
    ];
    const family = chooseFamily(columns, isRepeatedIn);
    const uses = usesOf(family.columns);
    for (const { column, use } of uses) put(column, use);
    for (const { code, columns: asked } of family.doubts) {
      const added = usesOf([...family.columns, ...columns.filter(({ column }) => asked.includes(column))]);
      const missing = added.filter(({ column, use }) => asked.includes(column) && !used.has(use));
      if (missing.length > 0) doubts.push({ code, uses: missing });
    }

    /** Whether a column's cells stand in those of a whole address, such as the name before it. */
    function isRepeatedIn(column: AddressColumn, others: readonly AddressColumn[]): boolean {
      const cells = texts(column.column).map(foldName);
      const places = columns
        .filter(({ meaning }) => meaning === 'city' || meaning === 'postcode')
        .map((one) => texts(one.column).map(foldName));
      return others.some(({ meaning, column: other }) => {
        if (meaning !== 'address') return false;
        const whole = texts(other).map(foldName);
        if (
          !places.some((place) =>
            place.every((text, at) => (whole[at] ?? '').includes(text) && (text !== '' || whole[at] === '')),
          )
        )
          return false;
        const filled = cells.flatMap((cell, at) => (cell === '' ? [] : [[cell, whole[at] ?? ''] as const]));
        return filled.length > 0 && filled.every(([cell, address]) => cell.length > 3 && address.includes(cell));
      });
    }

    function usesOf(some: readonly AddressColumn[]): { column: number; use: string }[] {
      const found: { column: number; use: string }[] = [];
      const taken = new Set<string>();
      const add = ({ column }: Column, field: string, part: ColumnPart | null): boolean => {
        const path = fieldPath(field);
        const use = path === undefined ? undefined : writeColumnUse({ path, part });
        if (use === undefined || taken.has(use)) return false;
        // `more` and `else` are of any number of columns, in their order
        if (part !== 'more' && part !== 'else') taken.add(use);
        found.push({ column, use });
        return true;
      };
      const sorted = [...some].sort((a, b) => a.rank - b.rank || a.column - b.column);
      const names = nameColumns(sorted);
      for (const [one, part] of names) add(one, 'Contact', part);
      const street = streetColumn(sorted);
      if (street) add(street.column, 'Street1', street.isWhole ? 'whole' : null);
      for (const meaning of ['street2', 'street3', 'street4', 'more', 'district', 'town'] as const)
        for (const one of best(meaning, sorted) as AddressColumn[]) {
          if (meaning === 'town' && !sorted.some((other) => other.meaning === 'city')) add(one, 'City', null);
          else if ((meaning !== 'district' && meaning !== 'town') || !add(one, 'District', null))
            if (!add(one, 'Street2', null)) add(one, 'Street2', 'more');
        }
      for (const one of sorted) {
        const [field, part] = addressUses[one.meaning];
        if (field === 'Contact' || field === 'Street1' || field === 'Street2' || field === 'District') continue;
        if (field === 'Company') {
          if (!add(one, 'Company', null)) add(one, 'Contact', 'company');
        } else if (!add(one, field, part) && coalesced.has(field) && part === null) add(one, field, 'else');
      }
      return found;
    }

    /**
     * The columns of the name: one with the whole name, or its parts. `Name` beside `First name` is the last name,
     * unless it has the first name in it.
     */
    function nameColumns(sorted: readonly AddressColumn[]): [AddressColumn, ColumnPart | null][] {
      const [contact] = sorted.filter(({ meaning }) => meaning === 'contact');
      const [first] = sorted.filter(({ meaning }) => meaning === 'first');
      const [last] = sorted.filter(({ meaning }) => meaning === 'last');
      const [middle] = sorted.filter(({ meaning }) => meaning === 'middle');
      const parts: [AddressColumn, ColumnPart | null][] = [];
      if (first) parts.push([first, 'first']);
      if (middle) parts.push([middle, 'middle']);
      if (last) parts.push([last, 'last']);
      if (!contact) return parts;
      const only = first && last ? null : (first ?? last);
      if (!only || contact.rank >= 3) return first && last && contact.rank >= 3 ? parts : [[contact, null]];
      const inside = texts(only.column).map(foldName);
      const whole = texts(contact.column).map(foldName);
      const isWhole = inside.every((text, at) => text === '' || (whole[at] ?? '').includes(text));
      if (isWhole && rows.length > 0) return [[contact, null]];
      return [...parts, [contact, only === first ? 'last' : 'first']];
    }

    /** The column of the street, and whether it has the whole address: city and postcode stand in its cells too. */
    function streetColumn(sorted: readonly AddressColumn[]): { column: AddressColumn; isWhole: boolean } | undefined {
      const streets = sorted.filter(({ meaning }) => meaning === 'street1' || meaning === 'address');
      const lines = streets.filter(({ meaning, rank }) => meaning === 'street1' && rank < 1);
      const cities = sorted
        .filter(({ meaning }) => meaning === 'city' || meaning === 'postcode')
        .map(({ column }) => texts(column).map(foldName));
      const isWhole = ({ column }: AddressColumn): boolean => {
        const cells = texts(column).map(foldName);
        return (
          cells.some((cell) => cell !== '') &&
          (cities.length === 0
            ? cells.every((cell, at) => cell === '' || /[,，\n]|\d.*\d{4}/.test(texts(column)[at] ?? ''))
            : cities.every((city) => city.every((text, at) => text === '' || (cells[at] ?? '').includes(text))))
        );
      };
      const [line] = lines;
      if (line) return { column: line, isWhole: false };
      const plain = streets.filter((one) => !isWhole(one));
      const ranked = [...plain].sort((a, b) => Number(a.meaning === 'address') - Number(b.meaning === 'address'));
      const [found] = ranked;
      if (found) return { column: found, isWhole: false };
      const [whole] = streets;
      return whole && { column: whole, isWhole: true };
    }
  }

  function placeGoods(): void {
    const goods = (field: string): string | undefined => {
      const target = names.target(field);
      return target ? columnPath(target.path) : undefined;
    };
    const [sku, ...others] = best('sku');
    // `Item` alone is the article's code if nothing else is
    const isLoose = (one: Column | undefined): boolean => one !== undefined && one.rank >= 4;
    const loose = others.filter(isLoose);
    if (sku) {
      const path = goods('Sku');
      if (path !== undefined) put(sku.column, path);
    }
    for (const meaning of [
      'quantity',
      'goodsNameEn',
      'goodsNameCn',
      'goodsName',
      'price',
      'declareValue',
      'hsCode',
    ] as const)
      for (const one of best(meaning).slice(0, 1))
        for (const field of meaning === 'price' && hasCurrency(one.column) ? [] : (otherUses[meaning] ?? [])) {
          const path = goods(field);
          if (path !== undefined && mapping[one.column] === null) put(one.column, path);
        }
    for (const one of loose)
      for (const field of otherUses.goodsName ?? []) {
        const path = goods(field);
        if (best('goodsName').length === 0 && path !== undefined && mapping[one.column] === null) put(one.column, path);
      }
    const skuPath = goods('Sku');
    if (skuPath === undefined || used.has(skuPath)) {
      const count = sku && best('quantity').length === 0 ? best('itemCount')[0] : undefined;
      const quantity = goods('Quantity');
      if (count && quantity !== undefined) put(count.column, writeColumnUse({ path: quantity, part: 'count' }));
      return;
    }
    // goods in one cell are known by what the cells say, whatever their heading
    for (const [column] of titles.entries()) {
      if (mapping[column] !== null) continue;
      const filled = texts(column).filter((text) => text !== '');
      if (filled.length > 0 && filled.every((text) => readPackedGoods(text) !== null)) {
        const use = writeColumnUse({ path: skuPath, part: 'items' });
        mapping[column] = use;
      }
    }
  }

  /** Whether a price names its currency, which its field cannot hold: nobody needs a shop's price on a label. */
  function hasCurrency(column: number): boolean {
    const { unit } = splitHeading(titles[column] ?? '');
    return unit !== undefined || texts(column).some((text) => splitAmount(text) !== null);
  }

  function placeParcel(): void {
    for (const meaning of ['service', 'weight', 'length', 'width', 'height'] as const) {
      const [field = ''] = otherUses[meaning] ?? [];
      const target = names.target(field);
      const [filled] = [
        ...best(meaning).filter(({ column }) => rows.length === 0 || texts(column).some((text) => text !== '')),
        ...best(meaning),
      ];
      if (!target || !filled) continue;
      put(filled.column, columnPath(target.path));
      const [unit] = meaning === 'weight' ? best('weightUnit') : [];
      if (unit) put(unit.column, writeColumnUse({ path: columnPath(target.path), part: 'unit' }));
    }
  }

  /**
   * The key's column: the best name whose cells are numbers of orders. A column `Name` that is no recipient's holds
   * the order's number in some shops.
   */
  function placeKey(): void {
    if (used.has(keyPath)) return;
    const looksLikeNumber = (column: number): boolean => {
      const filled = texts(column).filter((text) => text !== '');
      return filled.length > 0 && filled.every((text) => /\d/.test(text) && text.length <= 50 && !/\s\S+\s/.test(text));
    };
    const loose = titles.flatMap((title, column): Column[] =>
      mapping[column] === null && /^name$/i.test(title.trim()) && looksLikeNumber(column)
        ? [{ column, party: 'plain', meaning: 'key', rank: 5 }]
        : [],
    );
    const candidates = best('key', [...read, ...loose]).filter(({ column }) => mapping[column] === null);
    const isRight = ({ column }: Column): boolean => {
      const filled = texts(column).filter((text) => text !== '');
      return rows.length === 0 || (filled.length > 0 && !isBlank(rows[0]?.[column]) && standTogether(texts(column)));
    };
    const [key] = [...candidates.filter(isRight), ...candidates];
    if (key) put(key.column, keyPath);
  }
}

/** Whether rows with one key follow each other: then the key is the order's. */
function standTogether(keys: readonly string[]): boolean {
  const seen = new Set<string>();
  let last = '';
  for (const key of keys) {
    if (key === '' || key === last) continue;
    if (seen.has(key)) return false;
    seen.add(key);
    last = key;
  }
  return true;
}

/** The field of a heading in the contract's own words, as in mappings; null if it is none. */
function ownUse(title: string, names: ColumnNames, units: UnitSettings): string | null {
  const found = targetOfTitle(title, names, units);
  return 'target' in found && found.target ? columnPath(found.target.path) : null;
}

/** Finds the paths of the recipient's fields by their names. */
function addressPaths(create: CreateNumber): (field: string) => string | undefined {
  const leaves = leafFields(create);
  const street = leaves.find(({ path }) => /(?:^|\.)ShipToAddress\.Street1$/.test(path));
  const prefix = street?.path.replace(/Street1$/, '');
  const known = new Map(
    leaves.flatMap(({ path }) =>
      prefix !== undefined && path.startsWith(prefix)
        ? [[path.slice(prefix.length), columnPath(readPath(path))] as const]
        : [],
    ),
  );
  return (field) => known.get(field);
}

function meaningOfOwn(use: string | null, fieldPath: (field: string) => string | undefined): AddressMeaning | null {
  for (const meaning of [
    'contact',
    'company',
    'street1',
    'street2',
    'house',
    'district',
    'city',
    'province',
    'postcode',
    'country',
    'phone',
    'email',
  ] as const)
    if (use !== null && fieldPath(addressUses[meaning][0]) === use) return meaning;
  return null;
}
