import { countryOf } from '../../../shared/countries/country-names.ts';
import { readColumnUse, type ColumnPart } from '../../../shared/import/column-part.ts';
import type { ImportMapping } from '../../../shared/import/import-steps.ts';
import { splitAddress } from '../../../shared/paste-address/split-address.ts';
import type { UnitSettings } from '../../../shared/service/unit-of-field.ts';
import { convertUnit, isMeasure, readUnit, splitAmount, splitHeading } from './heading-units.ts';
import { readPackedGoods } from './packed-goods.ts';
import { unitOf, type Column, type ColumnTarget } from './read-header.ts';
import type { QuestionOccurrence, RowQuestions } from './row-questions.ts';
import { isBlank, displayText, type Cell, type Line } from './table.ts';

/** A column composed of columns of the file: the field it fills, and how its cells are computed. */
interface ComposedColumn {
  target: ColumnTarget;
  /** columns of the file; problems name the first */
  sourceColumns: number[];
  composeCell: (cells: readonly Cell[], row: number, questions: RowQuestions) => Cell;
}

/** All columns from which orders are read: those of the file, followed by the composed ones. */
export interface FieldColumns {
  columns: Column[];
  /** a column's index in the file; for a composed column, the index of its first source */
  sourceColumnOf(column: number): number;
  /** the row with its composed cells; several rows if one cell lists several goods */
  expandLine(line: Line, questions: RowQuestions): Line[];
}

type MappedColumn = { column: number; part: ColumnPart | null };

const joinByComma = (texts: readonly string[]): string => [...new Set(texts)].join(', ');
const eastAsianPattern = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\s]+$/u;

/** Joins the parts of a person's name in the order that is usual in its script. */
export function joinName(first: string, middle: string, last: string): string {
  const givenNames = [first, middle].filter((text) => text !== '').join(' ');
  const nameParts = [givenNames, last].filter((text) => text !== '');
  return eastAsianPattern.test(nameParts.join('')) ? nameParts.toReversed().join('') : nameParts.join(' ');
}

/**
 * Makes the columns of the fields: joins the parts of names and the lines of addresses, splits cells with several
 * values, and converts units. A column with the contract's name and unit stays as it is.
 */
export function makeFieldColumns(
  names: readonly string[],
  mapping: ImportMapping,
  headerColumns: readonly Column[],
  targetOf: (path: string) => ColumnTarget | null,
  units: UnitSettings,
  isForeign: boolean,
  samplesOf: (column: number) => readonly string[],
  /** the unit that a known format names for a column */
  formatUnit: (column: number) => string | undefined,
): FieldColumns {
  const columns: Column[] = [...headerColumns];
  const composedColumns: ComposedColumn[] = [];
  /** converters of cells that stay in their column */
  const cellConverters = new Map<number, ComposedColumn['composeCell']>();
  const mappedByPath = new Map<string, MappedColumn[]>();
  for (const [column, use] of mapping.entries()) {
    const columnUse = use === null ? null : readColumnUse(use);
    if (columnUse)
      mappedByPath.set(columnUse.path, [...(mappedByPath.get(columnUse.path) ?? []), { column, part: columnUse.part }]);
  }
  const cellText = (cells: readonly Cell[], column: number | undefined): string =>
    column === undefined ? '' : displayText(cells[column]).trim();
  const titleOf = (column: number): string => names[column] || `column ${column + 1}`;
  let packedGoods: { columns: number[]; path: string } | null = null;
  let countedGoods: { column: number; countColumn: number; skuColumn: number; quantityColumn: number } | null = null;

  /** Adds a composed column and hides its sources. Returns its index; null if the field is unknown. */
  const addColumn = (
    path: string,
    sourceColumns: number[],
    composeCell: ComposedColumn['composeCell'],
  ): number | null => {
    const target = targetOf(path);
    if (!target) return null;
    composedColumns.push({ target, sourceColumns, composeCell });
    columns.push({ name: sourceColumns.map(titleOf).join(' + '), target });
    for (const source of sourceColumns) {
      const column = columns[source];
      if (column) columns[source] = { name: column.name, target: null, ignoredReason: '', isPart: true };
    }
    return columns.length - 1;
  };

  for (const [path, mappedColumns] of mappedByPath) {
    const columnsOfPart = (part: ColumnPart | null): number[] =>
      mappedColumns.flatMap((one) => (one.part === part ? [one.column] : []));
    const [mainColumn, ...otherMainColumns] = columnsOfPart(null);
    const allColumns = mappedColumns.map(({ column }) => column);
    const [wholeColumn] = columnsOfPart('whole');
    const packedColumns = columnsOfPart('items');
    const [countColumn] = columnsOfPart('count');
    if (packedColumns.length > 0) packedGoods = { columns: packedColumns, path };
    else if (wholeColumn !== undefined) addWhole(path, wholeColumn);
    else if (countColumn !== undefined) addCounted(path, countColumn);
    else if (
      mappedColumns.some(({ part }) => part === 'first' || part === 'last' || part === 'middle' || part === 'company')
    )
      addColumn(path, allColumns, (cells) => {
        const textOfPart = (part: ColumnPart): string => cellText(cells, columnsOfPart(part)[0]);
        const name =
          cellText(cells, mainColumn) || joinName(textOfPart('first'), textOfPart('middle'), textOfPart('last'));
        return joinByComma([name, textOfPart('company')].filter((part) => part !== '')) || null;
      });
    else if (columnsOfPart('more').length > 0 || (otherMainColumns.length > 0 && /\.Street\d$/.test(path)))
      addColumn(path, allColumns, (cells) => {
        const parts = allColumns.map((column) => cellText(cells, column)).filter((part) => part !== '');
        return (/\.HouseNumber$/.test(path) ? parts.join(' ') : joinByComma(parts)) || null;
      });
    else if (columnsOfPart('else').length > 0)
      addColumn(
        path,
        allColumns,
        (cells) =>
          [...columnsOfPart(null), ...columnsOfPart('else')]
            .map((column) => cells[column] ?? null)
            .find((cell) => !isBlank(cell)) ?? null,
      );
    else if (mainColumn !== undefined) addMeasure(path, mainColumn, columnsOfPart('unit')[0]);
  }
  const goodsTargets = packedGoods && addGoodsColumns(packedGoods.path);
  for (const column of packedGoods?.columns ?? []) hideColumn(column);

  return {
    columns,
    sourceColumnOf: (column) =>
      column < names.length ? column : (composedColumns[column - names.length]?.sourceColumns[0] ?? 0),
    expandLine(line, questions) {
      const convertedCells: Cell[] = [...line.cells];
      for (const [column, composeCell] of cellConverters)
        convertedCells[column] = composeCell(line.cells, line.row, questions);
      if (composedColumns.length === 0 && !packedGoods) return [{ row: line.row, cells: convertedCells }];
      // cut at the header: a cell beyond it must not be taken for a composed one
      const cells = Array.from({ length: names.length }, (_, index) => convertedCells[index] ?? null);
      const allCells = [...cells, ...composedColumns.map((one) => one.composeCell(cells, line.row, questions))];
      const expandedRows = expandGoods(allCells, line, questions);
      return expandedRows.map((rowCells) => ({ row: line.row, cells: rowCells }));
    },
  };

  function hideColumn(column: number): void {
    const old = columns[column];
    if (old) columns[column] = { name: old.name, target: null, ignoredReason: '', isPart: true };
  }

  /** Converts a weight or size if its heading, its cell or the column of its unit names another unit. */
  function addMeasure(path: string, column: number, unitColumn: number | undefined): void {
    const target = targetOf(path);
    if (!target || !['number', 'decimal', 'integer'].includes(target.field.type)) return;
    const expected = unitOf(target.field, units);
    // an amount of money keeps its number: its currency is in another column, or is asked about
    if (expected === undefined || !isMeasure(expected)) return;
    if (unitColumn !== undefined) hideColumn(unitColumn);
    const headingUnit = splitHeading(names[column] ?? '').unit ?? formatUnit(column);
    const isUnclear = headingUnit === undefined && unitColumn === undefined && hasUnclearUnit(path, column, expected);
    cellConverters.set(column, (cells, row, questions) => {
      const cell = cells[column] ?? null;
      if (isBlank(cell) || typeof cell === 'object' || typeof cell === 'boolean') return cell;
      const amountInCell = typeof cell === 'string' ? splitAmount(cell) : null;
      const unitText = cellText(cells, unitColumn);
      const answeredUnit =
        isUnclear && !amountInCell
          ? questions.ask(unclearUnitQuestion(row, column, path, samplesOf(column), expected))
          : undefined;
      const unit =
        amountInCell?.unit ?? answeredUnit ?? (unitText === '' ? headingUnit : (readUnit(unitText) ?? unitText));
      const number = amountInCell?.number ?? String(cell).trim();
      if (unit === undefined || unit === expected) return amountInCell ? number : cell;
      const value = convertUnit(number, unit, expected);
      if (value !== null) {
        const message = `${number} ${unit} is sent as ${value} ${expected}.`;
        questions.addNote({
          row,
          column,
          path,
          code: 'converted',
          params: { from: `${number} ${unit}`, to: `${value} ${expected}` },
          message,
        });
        return value;
      }
      // the units can be converted, so the text is no plain number: a problem of the cell
      if (convertUnit('1', unit, expected) !== null) return number;
      const answer = questions.ask(unitQuestion(row, column, path, `${number} ${unit}`, expected));
      return answer === 'as-number' ? number : answer === 'empty' ? null : cell;
    });
  }

  /**
   * Whether the unit of another program's column is unclear: that of weights with decimals, if this desk weighs in
   * grams, and that of sizes beside such weights or beside ounces and pounds.
   */
  function hasUnclearUnit(path: string, column: number, expected: string): boolean {
    if (!isForeign) return false;
    const hasDecimals = (columnIndex: number): boolean =>
      samplesOf(columnIndex).some((sample) => /^\d*[.,]\d*[1-9]\d*$/.test(sample));
    if (/\.Weight$/.test(path)) return expected === 'g' && hasDecimals(column);
    const [weightColumns] = [...mappedByPath]
      .filter(([other]) => /\.Weight$/.test(other))
      .map(([, mappedColumns]) => mappedColumns);
    const weightColumn = weightColumns?.find(({ part }) => part === null)?.column;
    if (weightColumn === undefined) return false;
    const unit = splitHeading(names[weightColumn] ?? '').unit;
    return unit === undefined ? units.weightUnit === 'g' && hasDecimals(weightColumn) : unit === 'oz' || unit === 'lb';
  }

  /** Adds columns for an address in one cell: its street, if the city has a column of its own; else all its parts. */
  function addWhole(path: string, column: number): void {
    const prefix = path.slice(0, path.lastIndexOf('.') + 1);
    const columnOfField = (field: string): number | undefined =>
      mappedByPath.get(prefix + field)?.find(({ part }) => part === null)?.column;
    const otherColumns = ['Country', 'Postcode', 'Province', 'City', 'Contact'].flatMap(
      (field) => columnOfField(field) ?? [],
    );
    const isCity = path.endsWith('.City');
    if (!isCity && columnOfField('City') !== undefined) {
      addColumn(path, [column], (cells) => {
        const otherTexts = otherColumns.map((other) => cellText(cells, other));
        return streetOf(cellText(cells, column), otherTexts) || null;
      });
      return;
    }
    const fields = isCity
      ? (['City', 'Province', 'Postcode'] as const)
      : (['Street1', 'Street2', 'HouseNumber', 'City', 'Province', 'Postcode', 'Country', 'Contact', 'Phone'] as const);
    for (const field of fields) {
      if (field !== 'Street1' && columnOfField(field) !== undefined) continue;
      addColumn(prefix + field, [column], (cells, row, questions) => {
        const addressText = cellText(cells, column);
        if (addressText === '') return null;
        const country = countryOf(cellText(cells, columnOfField('Country')));
        if (isCity)
          return (
            splitTown(addressText)?.[field as 'City' | 'Province' | 'Postcode'] ??
            (field === 'City' ? addressText : null)
          );
        const { fields: addressFields, rest: unplaced } = splitAddress(
          addressText,
          country === undefined ? {} : { countryHint: country },
        );
        const isSure = unplaced.length === 0 && Object.values(addressFields).every(({ sure }) => sure);
        if (field === 'Street1' && !isSure) {
          const answer = questions.ask(splitQuestion(row, column, path, addressText, addressFields));
          if (answer === 'one-line') return addressText;
        } else if (
          !isSure &&
          questions.answerOf(splitQuestion(row, column, path, addressText, addressFields)) === 'one-line'
        )
          return null;
        const value = addressFields[field]?.value ?? null;
        return field === 'Street2' && unplaced.length > 0
          ? joinByComma([...(value === null ? [] : [value]), ...unplaced])
          : value;
      });
    }
  }

  /** Adds columns for several SKUs in one cell, beside a column with the number of all pieces. */
  function addCounted(path: string, countColumn: number): void {
    const skuPath = path.replace(/\.Quantity$/, '.Sku');
    const column = mappedByPath.get(skuPath)?.find(({ part }) => part === null)?.column;
    if (column === undefined) return;
    const [skuColumn, quantityColumn] = [
      addColumn(skuPath, [column], () => null),
      addColumn(path, [countColumn], () => null),
    ];
    if (skuColumn !== null && quantityColumn !== null)
      countedGoods = { column, countColumn, skuColumn, quantityColumn };
  }

  function addGoodsColumns(path: string): { sku: number | null; quantity: number | null; name: number | null } | null {
    if (!packedGoods) return null;
    const sourceColumns = packedGoods.columns;
    const nameField = ['DeclareNameEn', 'ProductName']
      .map((field) => path.replace(/Sku$/, field))
      .find((other) => !mappedByPath.has(other) && targetOf(other) !== null);
    return {
      sku: addColumn(path, sourceColumns, () => null),
      quantity: addColumn(path.replace(/\.Sku$/, '.Quantity'), sourceColumns, () => null),
      name: nameField === undefined ? null : addColumn(nameField, sourceColumns, () => null),
    };
  }

  /** Makes one row of each kind of goods in a cell; the first row has the other cells of the order. */
  function expandGoods(cells: readonly Cell[], line: Line, questions: RowQuestions): Cell[][] {
    const rowsOfGoods = (goodsRows: readonly (readonly [column: number | null, cell: Cell][])[]): Cell[][] =>
      goodsRows.length === 0
        ? [[...cells]]
        : goodsRows.map((goodsCells, index) => {
            const row: Cell[] = index === 0 ? [...cells] : cells.map(() => null);
            for (const [column, cell] of goodsCells) if (column !== null) row[column] = cell;
            return row;
          });
    if (packedGoods && goodsTargets) {
      const goodsList = packedGoods.columns.flatMap((column) => {
        const packedText = cellText(cells, column);
        const cellGoods = packedText === '' ? [] : readPackedGoods(packedText);
        if (!cellGoods) questions.ask(goodsQuestion(line.row, column, packedGoods?.path ?? '$', packedText));
        return cellGoods ?? [];
      });
      return rowsOfGoods(
        goodsList.map(({ sku = null, quantity = null, name = null }) => [
          [goodsTargets.sku, sku],
          [goodsTargets.quantity, quantity],
          [goodsTargets.name, name],
        ]),
      );
    }
    if (!countedGoods) return [[...cells]];
    const { column, countColumn, skuColumn, quantityColumn } = countedGoods;
    const skus = cellText(cells, column)
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '');
    const pieceCount = Number(cellText(cells, countColumn) || 'none');
    const quantityEach = skus.length === 1 ? pieceCount : pieceCount === skus.length ? 1 : null;
    if (skus.length > 0 && (quantityEach === null || !Number.isInteger(pieceCount)))
      questions.ask(
        goodsQuestion(
          line.row,
          column,
          fieldPathOf(countColumn),
          `${cellText(cells, column)}: ${cellText(cells, countColumn)}`,
        ),
      );
    return rowsOfGoods(
      skus.map((one) => [
        [skuColumn, one],
        [quantityColumn, Number.isInteger(pieceCount) ? quantityEach : null],
      ]),
    );
  }

  /** The path of the field that a column is mapped to. */
  function fieldPathOf(column: number): string {
    return readColumnUse(mapping[column] ?? '')?.path ?? '$';
  }
}

const unitQuestion = (
  row: number,
  column: number,
  path: string,
  found: string,
  expected: string,
): QuestionOccurrence => ({
  code: 'unit',
  row,
  column,
  path,
  found,
  choices: ['as-number', 'empty'],
  params: { expected },
  message: `${found} is no weight or size that can be converted to ${expected}.`,
});

const unclearUnitQuestion = (
  row: number,
  column: number,
  path: string,
  samples: readonly string[],
  expected: string,
): QuestionOccurrence => ({
  code: 'unit',
  row,
  column,
  path,
  found: samples.slice(0, 3).join(', '),
  choices: /\.Weight$/.test(path) ? ['g', 'kg', 'oz', 'lb'] : ['cm', 'mm', 'in', 'm'],
  params: { expected },
  message: 'The file does not say in which unit these numbers are.',
});

const goodsQuestion = (row: number, column: number, path: string, found: string): QuestionOccurrence => ({
  code: 'which-goods',
  row,
  column,
  path: path === '$' ? null : path,
  found: found.slice(0, 200),
  choices: ['without-quantity'],
  params: {},
  message: 'The cell has several goods, and does not say how many of each.',
});

function splitQuestion(
  row: number,
  column: number,
  path: string,
  found: string,
  fields: ReturnType<typeof splitAddress>['fields'],
): QuestionOccurrence {
  const partTexts = Object.entries(fields).map(([name, { value }]) => `${name}: ${value}`);
  return {
    code: 'address-parts',
    row,
    column,
    path,
    found: found.slice(0, 300),
    choices: ['as-read', 'one-line'],
    params: { read: partTexts.join('; ') },
    message: `The address stands in one cell. It reads as ${partTexts.join('; ')}.`,
  };
}

/** The street of a whole address: the address without the parts that have columns of their own. */
export function streetOf(address: string, knownParts: readonly string[]): string {
  const parts = address.split(/\s*[,，\n]\s*/u).filter((part) => part !== '');
  const knownTexts = new Set(knownParts.filter((text) => text !== '').map((text) => text.toLowerCase()));
  const isKnown = (part: string): boolean =>
    knownTexts.has(part.toLowerCase()) ||
    (countryOf(part) !== undefined && [...knownTexts].some((text) => countryOf(text) === countryOf(part)));
  while (parts.length > 1 && isKnown(parts.at(-1) ?? '')) parts.pop();
  while (parts.length > 1 && isKnown(parts[0] ?? '')) parts.shift();
  return parts.join(', ');
}

/** City, state and postcode of one cell: `Portland, OR 97201`, `10115 Berlin`, `1017 AB Amsterdam`. */
export function splitTown(text: string): { City: string; Province?: string; Postcode?: string } | null {
  const [, city, state, zip] = /^(.+?),?\s+([A-Z]{2}),?\s+(\d{5}(?:-\d{4})?|[A-Z]\d[A-Z] ?\d[A-Z]\d)$/.exec(text) ?? [];
  if (city !== undefined && state !== undefined && zip !== undefined)
    return { City: city, Province: state, Postcode: zip };
  const [, code, town] = /^((?:[A-Z]{1,2}-)?\d{4,5}(?: ?[A-Z]{2}(?=\s))?)\s+(\p{L}.*)$/u.exec(text) ?? [];
  return code !== undefined && town !== undefined ? { City: town, Postcode: code } : null;
}
