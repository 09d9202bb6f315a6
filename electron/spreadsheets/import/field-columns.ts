import { countryOf } from '../../../shared/countries/country-names.ts';
import { readColumnUse, type ColumnPart } from '../../../shared/import/column-part.ts';
import type { ImportMapping } from '../../../shared/import/import-steps.ts';
import { splitAddress } from '../../../shared/paste-address/split-address.ts';
import type { UnitSettings } from '../../../shared/service/unit-of-field.ts';
import { convertUnit, isMeasure, readUnit, splitAmount, splitHeading } from './heading-units.ts';
import { readPackedGoods } from './packed-goods.ts';
import { unitOf, type Column, type ColumnTarget } from './read-header.ts';
import type { Asked, RowQuestions } from './row-questions.ts';
import { isBlank, shownCell, type Cell, type Line } from './table.ts';

/** A column that is made of others: the field it fills, and how its cells come about. */
interface MadeColumn {
  target: ColumnTarget;
  /** columns of the file, the first of which is named in problems */
  sources: number[];
  cellOf: (cells: readonly Cell[], row: number, asks: RowQuestions) => Cell;
}

/** All columns of a sheet's orders: those of the file, and behind them those that are made of several. */
export interface FieldColumns {
  columns: Column[];
  /** the column of the file that a column is, or is first made of */
  sourceOf(column: number): number;
  /** the rows of the orders of a row, with the made cells: several if it has several goods in one cell */
  linesOf(line: Line, asks: RowQuestions): Line[];
}

type Mapped = { column: number; part: ColumnPart | null };

const joinedByComma = (texts: readonly string[]): string => [...new Set(texts)].join(', ');
const isEastAsian = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\s]+$/u;

/** A person's name of its parts, in the order of its script. */
export function joinName(first: string, middle: string, last: string): string {
  const given = [first, middle].filter((text) => text !== '').join(' ');
  const all = [given, last].filter((text) => text !== '');
  return isEastAsian.test(all.join('')) ? all.toReversed().join('') : all.join(' ');
}

/**
 * Makes the columns of the fields: joins parts of a name, further lines of an address, splits cells with several things,
 * and converts units. A column in the contract's own words and unit is left as it is.
 */
export function makeFieldColumns(
  names: readonly string[],
  mapping: ImportMapping,
  own: readonly Column[],
  targetOf: (path: string) => ColumnTarget | null,
  units: UnitSettings,
  isForeign: boolean,
  samplesOf: (column: number) => readonly string[],
  /** the unit of a column that a known format names */
  formatUnit: (column: number) => string | undefined,
): FieldColumns {
  const columns: Column[] = [...own];
  const made: MadeColumn[] = [];
  /** columns whose cells are converted where they stand */
  const converted = new Map<number, MadeColumn['cellOf']>();
  const byPath = new Map<string, Mapped[]>();
  for (const [column, use] of mapping.entries()) {
    const read = use === null ? null : readColumnUse(use);
    if (read) byPath.set(read.path, [...(byPath.get(read.path) ?? []), { column, part: read.part }]);
  }
  const text = (cells: readonly Cell[], column: number | undefined): string =>
    column === undefined ? '' : shownCell(cells[column]).trim();
  const titleOf = (column: number): string => names[column] || `column ${column + 1}`;
  let items: { columns: number[]; path: string } | null = null;
  let list: { column: number; count: number; sku: number; quantity: number } | null = null;

  /** Adds a column, and returns its index; null if the field is unknown. */
  const add = (path: string, sources: number[], cellOf: MadeColumn['cellOf']): number | null => {
    const target = targetOf(path);
    if (!target) return null;
    made.push({ target, sources, cellOf });
    columns.push({ name: sources.map(titleOf).join(' + '), target });
    for (const source of sources) {
      const column = columns[source];
      if (column) columns[source] = { name: column.name, target: null, ignoredReason: '', isPart: true };
    }
    return columns.length - 1;
  };

  for (const [path, mapped] of byPath) {
    const of = (part: ColumnPart | null): number[] => mapped.flatMap((one) => (one.part === part ? [one.column] : []));
    const [main, ...others] = of(null);
    const all = mapped.map(({ column }) => column);
    const [whole] = of('whole');
    const packed = of('items');
    const [count] = of('count');
    if (packed.length > 0) items = { columns: packed, path };
    else if (whole !== undefined) addWhole(path, whole);
    else if (count !== undefined) addCounted(path, count);
    else if (mapped.some(({ part }) => part === 'first' || part === 'last' || part === 'middle' || part === 'company'))
      add(path, all, (cells) => {
        const one = (part: ColumnPart): string => text(cells, of(part)[0]);
        const name = text(cells, main) || joinName(one('first'), one('middle'), one('last'));
        return joinedByComma([name, one('company')].filter((part) => part !== '')) || null;
      });
    else if (of('more').length > 0 || (others.length > 0 && /\.Street\d$/.test(path)))
      add(path, all, (cells) => {
        const parts = all.map((column) => text(cells, column)).filter((part) => part !== '');
        return (/\.HouseNumber$/.test(path) ? parts.join(' ') : joinedByComma(parts)) || null;
      });
    else if (of('else').length > 0)
      add(
        path,
        all,
        (cells) =>
          [...of(null), ...of('else')].map((column) => cells[column] ?? null).find((cell) => !isBlank(cell)) ?? null,
      );
    else if (main !== undefined) addMeasure(path, main, of('unit')[0]);
  }
  const goods = items && packedTargets(items.path);
  for (const column of items?.columns ?? []) hide(column);

  return {
    columns,
    sourceOf: (column) => (column < names.length ? column : (made[column - names.length]?.sources[0] ?? 0)),
    linesOf(line, asks) {
      const measured: Cell[] = [...line.cells];
      for (const [column, cellOf] of converted) measured[column] = cellOf(line.cells, line.row, asks);
      if (made.length === 0 && !items) return [{ row: line.row, cells: measured }];
      // a cell beyond the header must not look like a made one
      const cells = Array.from({ length: names.length }, (_, at) => measured[at] ?? null);
      const full = [...cells, ...made.map((one) => one.cellOf(cells, line.row, asks))];
      const lists = expanded(full, line, asks);
      return lists.map((some) => ({ row: line.row, cells: some }));
    },
  };

  function hide(column: number): void {
    const old = columns[column];
    if (old) columns[column] = { name: old.name, target: null, ignoredReason: '', isPart: true };
  }

  /** A weight or size: converted if its heading, its cell or the column of its unit names another unit. */
  function addMeasure(path: string, column: number, unitColumn: number | undefined): void {
    const target = targetOf(path);
    if (!target || !['number', 'decimal', 'integer'].includes(target.field.type)) return;
    const expected = unitOf(target.field, units);
    // an amount of money keeps its number: its currency stands beside it, or is asked about
    if (expected === undefined || !isMeasure(expected)) return;
    if (unitColumn !== undefined) hide(unitColumn);
    const named = splitHeading(names[column] ?? '').unit ?? formatUnit(column);
    const isUnclear = named === undefined && unitColumn === undefined && hasUnclearUnit(path, column, expected);
    converted.set(column, (cells, row, asks) => {
      const cell = cells[column] ?? null;
      if (isBlank(cell) || typeof cell === 'object' || typeof cell === 'boolean') return cell;
      const inCell = typeof cell === 'string' ? splitAmount(cell) : null;
      const beside = text(cells, unitColumn);
      const said =
        isUnclear && !inCell ? asks.ask(unclearUnit(row, column, path, samplesOf(column), expected)) : undefined;
      const unit = inCell?.unit ?? said ?? (beside === '' ? named : (readUnit(beside) ?? beside));
      const number = inCell?.number ?? String(cell).trim();
      if (unit === undefined || unit === expected) return inCell ? number : cell;
      const value = convertUnit(number, unit, expected);
      if (value !== null) {
        const message = `${number} ${unit} is sent as ${value} ${expected}.`;
        asks.tell({
          row,
          column,
          path,
          code: 'converted',
          params: { from: `${number} ${unit}`, to: `${value} ${expected}` },
          message,
        });
        return value;
      }
      // what is no plain number is a problem of its cell
      if (convertUnit('1', unit, expected) !== null) return number;
      const answer = asks.ask(unitQuestion(row, column, path, `${number} ${unit}`, expected));
      return answer === 'as-number' ? number : answer === 'empty' ? null : cell;
    });
  }

  /**
   * Whether nobody can tell the unit of a column of another program: weights with decimals where this desk weighs in
   * grams, and sizes beside such weights or beside ounces and pounds.
   */
  function hasUnclearUnit(path: string, column: number, expected: string): boolean {
    if (!isForeign) return false;
    const hasDecimals = (one: number): boolean => samplesOf(one).some((sample) => /^\d*[.,]\d*[1-9]\d*$/.test(sample));
    if (/\.Weight$/.test(path)) return expected === 'g' && hasDecimals(column);
    const [weights] = [...byPath].filter(([other]) => /\.Weight$/.test(other)).map(([, mapped]) => mapped);
    const weight = weights?.find(({ part }) => part === null)?.column;
    if (weight === undefined) return false;
    const unit = splitHeading(names[weight] ?? '').unit;
    return unit === undefined ? units.weightUnit === 'g' && hasDecimals(weight) : unit === 'oz' || unit === 'lb';
  }

  /** An address in one cell. With columns for its other parts, these are taken out of its end; else it is split. */
  function addWhole(path: string, column: number): void {
    const prefix = path.slice(0, path.lastIndexOf('.') + 1);
    const given = (field: string): number | undefined =>
      byPath.get(prefix + field)?.find(({ part }) => part === null)?.column;
    const others = ['Country', 'Postcode', 'Province', 'City', 'Contact'].flatMap((field) => given(field) ?? []);
    const isCity = path.endsWith('.City');
    if (!isCity && given('City') !== undefined) {
      add(path, [column], (cells) => {
        const known = others.map((other) => text(cells, other));
        return streetOf(text(cells, column), known) || null;
      });
      return;
    }
    const fields = isCity
      ? (['City', 'Province', 'Postcode'] as const)
      : (['Street1', 'Street2', 'HouseNumber', 'City', 'Province', 'Postcode', 'Country', 'Contact', 'Phone'] as const);
    for (const field of fields) {
      if (field !== 'Street1' && given(field) !== undefined) continue;
      add(prefix + field, [column], (cells, row, asks) => {
        const written = text(cells, column);
        if (written === '') return null;
        const country = countryOf(text(cells, given('Country')));
        if (isCity)
          return splitTown(written)?.[field as 'City' | 'Province' | 'Postcode'] ?? (field === 'City' ? written : null);
        const { fields: found, rest } = splitAddress(written, country === undefined ? {} : { countryHint: country });
        const isSure = rest.length === 0 && Object.values(found).every(({ sure }) => sure);
        if (field === 'Street1' && !isSure) {
          const answer = asks.ask(splitQuestion(row, column, path, written, found));
          if (answer === 'one-line') return written;
        } else if (!isSure && asks.answerOf(splitQuestion(row, column, path, written, found)) === 'one-line')
          return null;
        const value = found[field]?.value ?? null;
        return field === 'Street2' && rest.length > 0
          ? joinedByComma([...(value === null ? [] : [value]), ...rest])
          : value;
      });
    }
  }

  /** Article numbers of several goods in one cell, beside the number of all pieces. */
  function addCounted(path: string, count: number): void {
    const skuPath = path.replace(/\.Quantity$/, '.Sku');
    const column = byPath.get(skuPath)?.find(({ part }) => part === null)?.column;
    if (column === undefined) return;
    const [sku, quantity] = [add(skuPath, [column], () => null), add(path, [count], () => null)];
    if (sku !== null && quantity !== null) list = { column, count, sku, quantity };
  }

  function packedTargets(path: string): { sku: number | null; quantity: number | null; name: number | null } | null {
    if (!items) return null;
    const sources = items.columns;
    const named = ['DeclareNameEn', 'ProductName']
      .map((field) => path.replace(/Sku$/, field))
      .find((other) => !byPath.has(other) && targetOf(other) !== null);
    return {
      sku: add(path, sources, () => null),
      quantity: add(path.replace(/\.Sku$/, '.Quantity'), sources, () => null),
      name: named === undefined ? null : add(named, sources, () => null),
    };
  }

  /** The rows of goods that stand in one cell: the first has the other cells of the order. */
  function expanded(cells: readonly Cell[], line: Line, asks: RowQuestions): Cell[][] {
    const rowsOf = (some: readonly (readonly [column: number | null, cell: Cell][])[]): Cell[][] =>
      some.length === 0
        ? [[...cells]]
        : some.map((goodsCells, at) => {
            const row: Cell[] = at === 0 ? [...cells] : cells.map(() => null);
            for (const [column, cell] of goodsCells) if (column !== null) row[column] = cell;
            return row;
          });
    if (items && goods) {
      const read = items.columns.flatMap((column) => {
        const written = text(cells, column);
        const found = written === '' ? [] : readPackedGoods(written);
        if (!found) asks.ask(goodsQuestion(line.row, column, items?.path ?? '$', written));
        return found ?? [];
      });
      return rowsOf(
        read.map(({ sku = null, quantity = null, name = null }) => [
          [goods.sku, sku],
          [goods.quantity, quantity],
          [goods.name, name],
        ]),
      );
    }
    if (!list) return [[...cells]];
    const { column, count, sku, quantity } = list;
    const skus = text(cells, column)
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '');
    const pieces = Number(text(cells, count) || 'none');
    const each = skus.length === 1 ? pieces : pieces === skus.length ? 1 : null;
    if (skus.length > 0 && (each === null || !Number.isInteger(pieces)))
      asks.ask(goodsQuestion(line.row, column, skuOf(count), `${text(cells, column)}: ${text(cells, count)}`));
    return rowsOf(
      skus.map((one) => [
        [sku, one],
        [quantity, Number.isInteger(pieces) ? each : null],
      ]),
    );
  }

  /** The field of a column, for a question about it. */
  function skuOf(column: number): string {
    return readColumnUse(mapping[column] ?? '')?.path ?? '$';
  }
}

const unitQuestion = (row: number, column: number, path: string, found: string, expected: string): Asked => ({
  code: 'unit',
  row,
  column,
  path,
  found,
  choices: ['as-number', 'empty'],
  params: { expected },
  message: `${found} is no weight or size that can be converted to ${expected}.`,
});

const unclearUnit = (
  row: number,
  column: number,
  path: string,
  samples: readonly string[],
  expected: string,
): Asked => ({
  code: 'unit',
  row,
  column,
  path,
  found: samples.slice(0, 3).join(', '),
  choices: /\.Weight$/.test(path) ? ['g', 'kg', 'oz', 'lb'] : ['cm', 'mm', 'in', 'm'],
  params: { expected },
  message: 'The file does not say in which unit these numbers are.',
});

const goodsQuestion = (row: number, column: number, path: string, found: string): Asked => ({
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
): Asked {
  const read = Object.entries(fields).map(([name, { value }]) => `${name}: ${value}`);
  return {
    code: 'address-parts',
    row,
    column,
    path,
    found: found.slice(0, 300),
    choices: ['as-read', 'one-line'],
    params: { read: read.join('; ') },
    message: `The address stands in one cell. It reads as ${read.join('; ')}.`,
  };
}

/** The street of a whole address: without the parts that have columns of their own. */
export function streetOf(whole: string, known: readonly string[]): string {
  const parts = whole.split(/\s*[,，\n]\s*/u).filter((part) => part !== '');
  const folded = new Set(known.filter((text) => text !== '').map((text) => text.toLowerCase()));
  const isKnown = (part: string): boolean =>
    folded.has(part.toLowerCase()) ||
    (countryOf(part) !== undefined && [...folded].some((text) => countryOf(text) === countryOf(part)));
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
