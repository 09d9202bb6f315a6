import type { CreateNumber } from '../../../shared/creates/create-kinds.ts';
import { readColumnUse, writeColumnUse, type ColumnPart } from '../../../shared/import/column-part.ts';
import type { ImportMapping } from '../../../shared/import/import-steps.ts';
import { foldName } from '../../../shared/countries/country-names.ts';
import { columnPath, readPath } from '../../../shared/path/path.ts';
import type { UnitSettings } from '../../../shared/service/unit-of-field.ts';
import { normalizeHeading, type SheetFormat } from '../known-formats/known-formats.ts';
import { chooseRecipientColumns, type AddressColumn, type AddressDoubt } from './recipient-columns.ts';
import { splitAmount, splitHeading } from './heading-units.ts';
import { readPackedGoods } from './packed-goods.ts';
import { columnNames, leafFields, targetOfTitle, type ColumnNames } from './read-header.ts';
import { isAddressMeaning, readHeading, type AddressMeaning, type Heading, type Meaning } from './read-heading.ts';
import { isBlank, displayText, type Cell } from './table.ts';

/** A doubt about columns, and the mapping they get if a person says that they are the recipient's. */
export interface ColumnDoubt extends Pick<AddressDoubt, 'code'> {
  uses: { column: number; use: string }[];
}

export interface ColumnChoice {
  mapping: ImportMapping;
  doubts: ColumnDoubt[];
}

/** A header and the first rows below it. */
export interface SheetSample {
  titles: readonly string[];
  rows: readonly (readonly Cell[])[];
}

/** The mapping of a known format: each field once, in the order of the format. */
export function mapByFormat(titles: readonly string[], { columns }: SheetFormat, create: CreateNumber): ImportMapping {
  const names = columnNames(create);
  const mapping: (string | null)[] = titles.map(() => null);
  const headings = titles.map(normalizeHeading);
  const assignedUses = new Set<string>();
  for (const [heading, formatUse] of Object.entries(columns)) {
    const column = headings.indexOf(normalizeHeading(heading));
    const use = readColumnUse(formatUse);
    const target = use && names.findTarget(use.path);
    const mappedUse = use && target && writeColumnUse({ path: columnPath(target.path), part: use.part });
    if (
      column < 0 ||
      mappedUse == null ||
      mapping[column] !== null ||
      (assignedUses.has(mappedUse) && use?.part == null)
    )
      continue;
    assignedUses.add(mappedUse);
    mapping[column] = mappedUse;
  }
  // `#else` fills in where another column of the field is empty; without that column, it fills the field
  return mapping.map((use) => (use?.endsWith('#else') && !assignedUses.has(use.slice(0, -5)) ? use.slice(0, -5) : use));
}

type HeadingColumn = Heading & { column: number };

/** The contract field, and the part of it, that each meaning of an address column fills. */
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
/** Fields for which a second column is used where the first one is empty. */
const coalescedFields: ReadonlySet<string> = new Set(['Country', 'Phone', 'Email']);

/** The fields that other meanings can fill, in order of preference. */
const fieldsOfMeaning: Partial<Record<Meaning, readonly string[]>> = {
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
 * Chooses a field for each column by its heading and cells: each field once, and the recipient's address as a whole.
 * Columns with the contract's names are mapped first if the key's is one of them, else last.
 */
export function chooseColumns(
  { titles, rows }: SheetSample,
  create: CreateNumber,
  units: UnitSettings,
  keyPath: string,
): ColumnChoice {
  const names = columnNames(create);
  const mapping: (string | null)[] = titles.map(() => null);
  const assignedUses = new Set<string>();
  const doubts: ColumnDoubt[] = [];
  const columnTexts = (column: number): string[] => rows.map((cells) => displayText(cells[column]).trim());
  const assign = (column: number, use: string): void => {
    // `#more` and `#else` can be given to any number of columns
    if (mapping[column] !== null || (assignedUses.has(use) && !/#(?:more|else)$/.test(use))) return;
    assignedUses.add(use);
    mapping[column] = use;
  };

  const contractUses = titles.map((title) => contractUseOf(title, names, units));
  const usesContractNames = contractUses.includes(keyPath);
  if (usesContractNames) for (const [column, use] of contractUses.entries()) if (use !== null) assign(column, use);

  const headingColumns = titles.flatMap((title, column): HeadingColumn[] => {
    const heading = mapping[column] === null ? readHeading(title) : null;
    return heading ? [{ ...heading, column }] : [];
  });
  const bestColumns = (meaning: Meaning, columns: readonly HeadingColumn[] = headingColumns): HeadingColumn[] =>
    columns.filter((one) => one.meaning === meaning).sort((a, b) => a.rank - b.rank || a.column - b.column);

  mapAddress();
  mapGoods();
  mapParcel();
  mapKey();
  if (!usesContractNames)
    for (const [column, use] of contractUses.entries())
      if (use !== null && !/\.Location$/.test(use) && readHeading(titles[column] ?? '') === null) assign(column, use);
  return { mapping, doubts };

  function mapAddress(): void {
    const fieldPath = addressPathFinder(create);
    if (!fieldPath('Contact') && !fieldPath('Street1')) return;
    const contractColumns = contractUses.flatMap((use, column): AddressColumn[] => {
      const meaning = usesContractNames && mapping[column] !== null ? meaningOfContractUse(use, fieldPath) : null;
      return meaning ? [{ column, party: 'ship', meaning, rank: -1 }] : [];
    });
    const columns = [
      ...contractColumns,
      ...headingColumns.flatMap((one): AddressColumn[] =>
        isAddressMeaning(one.meaning) ? [{ ...one, meaning: one.meaning }] : [],
      ),
    ];
    const recipient = chooseRecipientColumns(columns, isRepeatedIn);
    const uses = usesOf(recipient.columns);
    for (const { column, use } of uses) assign(column, use);
    for (const { code, columns: doubtColumns } of recipient.doubts) {
      const completedUses = usesOf([
        ...recipient.columns,
        ...columns.filter(({ column }) => doubtColumns.includes(column)),
      ]);
      const missingUses = completedUses.filter(
        ({ column, use }) => doubtColumns.includes(column) && !assignedUses.has(use),
      );
      if (missingUses.length > 0) doubts.push({ code, uses: missingUses });
    }

    /** Whether a column with whole addresses repeats the cells of a column, such as the name. */
    function isRepeatedIn(column: AddressColumn, otherColumns: readonly AddressColumn[]): boolean {
      const cells = columnTexts(column.column).map(foldName);
      const placeTexts = columns
        .filter(({ meaning }) => meaning === 'city' || meaning === 'postcode')
        .map((one) => columnTexts(one.column).map(foldName));
      return otherColumns.some(({ meaning, column: otherColumn }) => {
        if (meaning !== 'address') return false;
        const wholeTexts = columnTexts(otherColumn).map(foldName);
        if (
          !placeTexts.some((columnPlaces) =>
            columnPlaces.every(
              (text, at) => (wholeTexts[at] ?? '').includes(text) && (text !== '' || wholeTexts[at] === ''),
            ),
          )
        )
          return false;
        const filledPairs = cells.flatMap((cell, at) => (cell === '' ? [] : [[cell, wholeTexts[at] ?? ''] as const]));
        return (
          filledPairs.length > 0 && filledPairs.every(([cell, address]) => cell.length > 3 && address.includes(cell))
        );
      });
    }

    function usesOf(addressColumns: readonly AddressColumn[]): { column: number; use: string }[] {
      const chosenUses: { column: number; use: string }[] = [];
      const takenUses = new Set<string>();
      const addUse = ({ column }: HeadingColumn, field: string, part: ColumnPart | null): boolean => {
        const path = fieldPath(field);
        const use = path === undefined ? undefined : writeColumnUse({ path, part });
        if (use === undefined || takenUses.has(use)) return false;
        // `more` and `else` can have any number of columns, in their order
        if (part !== 'more' && part !== 'else') takenUses.add(use);
        chosenUses.push({ column, use });
        return true;
      };
      const sorted = [...addressColumns].sort((a, b) => a.rank - b.rank || a.column - b.column);
      const namePartColumns = nameColumns(sorted);
      for (const [addressColumn, part] of namePartColumns) addUse(addressColumn, 'Contact', part);
      const streetChoice = streetColumn(sorted);
      if (streetChoice) addUse(streetChoice.column, 'Street1', streetChoice.isWhole ? 'whole' : null);
      for (const meaning of ['street2', 'street3', 'street4', 'more', 'district', 'town'] as const)
        for (const addressColumn of bestColumns(meaning, sorted) as AddressColumn[]) {
          if (meaning === 'town' && !sorted.some((other) => other.meaning === 'city'))
            addUse(addressColumn, 'City', null);
          else if ((meaning !== 'district' && meaning !== 'town') || !addUse(addressColumn, 'District', null))
            if (!addUse(addressColumn, 'Street2', null)) addUse(addressColumn, 'Street2', 'more');
        }
      for (const addressColumn of sorted) {
        const [field, part] = addressUses[addressColumn.meaning];
        if (field === 'Contact' || field === 'Street1' || field === 'Street2' || field === 'District') continue;
        if (field === 'Company') {
          if (!addUse(addressColumn, 'Company', null)) addUse(addressColumn, 'Contact', 'company');
        } else if (!addUse(addressColumn, field, part) && coalescedFields.has(field) && part === null)
          addUse(addressColumn, field, 'else');
      }
      return chosenUses;
    }

    /**
     * The columns of the name: one with the whole name, or its parts. `Name` beside `First name` is the last name,
     * unless its cells contain the first name.
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
      const onlyPart = first && last ? null : (first ?? last);
      if (!onlyPart || contact.rank >= 3) return first && last && contact.rank >= 3 ? parts : [[contact, null]];
      const partTexts = columnTexts(onlyPart.column).map(foldName);
      const contactTexts = columnTexts(contact.column).map(foldName);
      const isWholeName = partTexts.every((text, at) => text === '' || (contactTexts[at] ?? '').includes(text));
      if (isWholeName && rows.length > 0) return [[contact, null]];
      return [...parts, [contact, onlyPart === first ? 'last' : 'first']];
    }

    /** The column of the street, and whether it has the whole address: its cells have city and postcode too. */
    function streetColumn(sorted: readonly AddressColumn[]): { column: AddressColumn; isWhole: boolean } | undefined {
      const streets = sorted.filter(({ meaning }) => meaning === 'street1' || meaning === 'address');
      const lineColumns = streets.filter(({ meaning, rank }) => meaning === 'street1' && rank < 1);
      const placeTexts = sorted
        .filter(({ meaning }) => meaning === 'city' || meaning === 'postcode')
        .map(({ column }) => columnTexts(column).map(foldName));
      const isWhole = ({ column }: AddressColumn): boolean => {
        const cells = columnTexts(column).map(foldName);
        return (
          cells.some((cell) => cell !== '') &&
          (placeTexts.length === 0
            ? cells.every((cell, at) => cell === '' || /[,，\n]|\d.*\d{4}/.test(columnTexts(column)[at] ?? ''))
            : placeTexts.every((city) => city.every((text, at) => text === '' || (cells[at] ?? '').includes(text))))
        );
      };
      const [firstLine] = lineColumns;
      if (firstLine) return { column: firstLine, isWhole: false };
      const partialStreets = streets.filter((one) => !isWhole(one));
      const ranked = [...partialStreets].sort(
        (a, b) => Number(a.meaning === 'address') - Number(b.meaning === 'address'),
      );
      const [bestStreet] = ranked;
      if (bestStreet) return { column: bestStreet, isWhole: false };
      const [wholeAddress] = streets;
      return wholeAddress && { column: wholeAddress, isWhole: true };
    }
  }

  function mapGoods(): void {
    const goodsPath = (field: string): string | undefined => {
      const target = names.findTarget(field);
      return target ? columnPath(target.path) : undefined;
    };
    const [skuColumn, ...otherSkuColumns] = bestColumns('sku');
    // `Item` alone is the SKU only if no other column is
    const isLoose = (one: HeadingColumn | undefined): boolean => one !== undefined && one.rank >= 4;
    const looseColumns = otherSkuColumns.filter(isLoose);
    if (skuColumn) {
      const path = goodsPath('Sku');
      if (path !== undefined) assign(skuColumn.column, path);
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
      for (const goodsColumn of bestColumns(meaning).slice(0, 1))
        for (const field of meaning === 'price' && hasCurrency(goodsColumn.column)
          ? []
          : (fieldsOfMeaning[meaning] ?? [])) {
          const path = goodsPath(field);
          if (path !== undefined && mapping[goodsColumn.column] === null) assign(goodsColumn.column, path);
        }
    for (const looseColumn of looseColumns)
      for (const field of fieldsOfMeaning.goodsName ?? []) {
        const path = goodsPath(field);
        if (bestColumns('goodsName').length === 0 && path !== undefined && mapping[looseColumn.column] === null)
          assign(looseColumn.column, path);
      }
    const skuPath = goodsPath('Sku');
    if (skuPath === undefined || assignedUses.has(skuPath)) {
      const countColumn = skuColumn && bestColumns('quantity').length === 0 ? bestColumns('itemCount')[0] : undefined;
      const quantityPath = goodsPath('Quantity');
      if (countColumn && quantityPath !== undefined)
        assign(countColumn.column, writeColumnUse({ path: quantityPath, part: 'count' }));
      return;
    }
    // several goods in one cell are recognised by the cells, whatever the heading
    for (const [column] of titles.entries()) {
      if (mapping[column] !== null) continue;
      const filledTexts = columnTexts(column).filter((text) => text !== '');
      if (filledTexts.length > 0 && filledTexts.every((text) => readPackedGoods(text) !== null)) {
        const use = writeColumnUse({ path: skuPath, part: 'items' });
        mapping[column] = use;
      }
    }
  }

  /** Whether a price has a currency: it is not mapped, as its field has none and labels need no price of a shop. */
  function hasCurrency(column: number): boolean {
    const { unit } = splitHeading(titles[column] ?? '');
    return unit !== undefined || columnTexts(column).some((text) => splitAmount(text) !== null);
  }

  function mapParcel(): void {
    for (const meaning of ['service', 'weight', 'length', 'width', 'height'] as const) {
      const [field = ''] = fieldsOfMeaning[meaning] ?? [];
      const target = names.findTarget(field);
      const [bestFilled] = [
        ...bestColumns(meaning).filter(
          ({ column }) => rows.length === 0 || columnTexts(column).some((text) => text !== ''),
        ),
        ...bestColumns(meaning),
      ];
      if (!target || !bestFilled) continue;
      assign(bestFilled.column, columnPath(target.path));
      const [unitColumn] = meaning === 'weight' ? bestColumns('weightUnit') : [];
      if (unitColumn) assign(unitColumn.column, writeColumnUse({ path: columnPath(target.path), part: 'unit' }));
    }
  }

  /**
   * Maps the column of the key: the best heading whose cells look like numbers of orders. In some shops, a column
   * `Name` that is not the recipient's has the order number.
   */
  function mapKey(): void {
    if (assignedUses.has(keyPath)) return;
    const looksLikeOrderNumber = (column: number): boolean => {
      const filledTexts = columnTexts(column).filter((text) => text !== '');
      return (
        filledTexts.length > 0 &&
        filledTexts.every((text) => /\d/.test(text) && text.length <= 50 && !/\s\S+\s/.test(text))
      );
    };
    const looseKeyColumns = titles.flatMap((title, column): HeadingColumn[] =>
      mapping[column] === null && /^name$/i.test(title.trim()) && looksLikeOrderNumber(column)
        ? [{ column, party: 'plain', meaning: 'key', rank: 5 }]
        : [],
    );
    const candidates = bestColumns('key', [...headingColumns, ...looseKeyColumns]).filter(
      ({ column }) => mapping[column] === null,
    );
    const isPlausibleKey = ({ column }: HeadingColumn): boolean => {
      const filledTexts = columnTexts(column).filter((text) => text !== '');
      return (
        rows.length === 0 ||
        (filledTexts.length > 0 && !isBlank(rows[0]?.[column]) && areKeysAdjacent(columnTexts(column)))
      );
    };
    const [bestKey] = [...candidates.filter(isPlausibleKey), ...candidates];
    if (bestKey) assign(bestKey.column, keyPath);
  }
}

/** Whether all rows with the same key are adjacent: then it identifies orders. */
function areKeysAdjacent(keys: readonly string[]): boolean {
  const finishedKeys = new Set<string>();
  let previousKey = '';
  for (const key of keys) {
    if (key === '' || key === previousKey) continue;
    if (finishedKeys.has(key)) return false;
    finishedKeys.add(key);
    previousKey = key;
  }
  return true;
}

/** The field whose contract name a heading is, as in mappings; null if it is no such name. */
function contractUseOf(title: string, names: ColumnNames, units: UnitSettings): string | null {
  const titleTarget = targetOfTitle(title, names, units);
  return 'target' in titleTarget && titleTarget.target ? columnPath(titleTarget.target.path) : null;
}

/** Returns the function that finds the path of a recipient's field by its name. */
function addressPathFinder(create: CreateNumber): (field: string) => string | undefined {
  const leaves = leafFields(create);
  const streetField = leaves.find(({ path }) => /(?:^|\.)ShipToAddress\.Street1$/.test(path));
  const prefix = streetField?.path.replace(/Street1$/, '');
  const pathByField = new Map(
    leaves.flatMap(({ path }) =>
      prefix !== undefined && path.startsWith(prefix)
        ? [[path.slice(prefix.length), columnPath(readPath(path))] as const]
        : [],
    ),
  );
  return (field) => pathByField.get(field);
}

function meaningOfContractUse(
  use: string | null,
  fieldPath: (field: string) => string | undefined,
): AddressMeaning | null {
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
