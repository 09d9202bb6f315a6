import type { CreateNumber } from '../../../shared/creates/create-kinds.ts';
import { createNumbers } from '../../../shared/creates/create-kinds.ts';
import { columnNames, readTitle } from './read-header.ts';
import { readHeading } from './read-heading.ts';
import { isBlank, shownCell, type Cell, type Table } from './table.ts';

/** Where the table of orders stands in a sheet. */
export interface FoundTable {
  /** headings of its columns; of two rows, those of the group stand before those of the column */
  titles: string[];
  /** index of the header's last row */
  header: number;
  /** how many of the headings are understood */
  understood: number;
}

const rowsSearched = 40;
const minUnderstood = 2;

const contractNames: () => readonly ((name: string) => unknown)[] = (() => {
  let made: ((name: string) => unknown)[] | undefined;
  return () => (made ??= createNumbers.map((create: CreateNumber) => columnNames(create).target));
})();

const isUnderstood = (title: string): boolean =>
  title !== '' &&
  (readHeading(title) !== null ||
    contractNames().some((target) => target(title) !== null || target(readTitle(title).name) !== null));

const titlesOf = (row: readonly Cell[] | undefined): string[] => (row ?? []).map((cell) => shownCell(cell).trim());
const count = (titles: readonly string[]): number => titles.filter(isUnderstood).length;

/**
 * Finds the header: the row with the most headings that are understood, the first of equals. Without two such headings
 * it is the first row that is filled. Titles, notes and blank rows stand above it.
 */
export function findTable(table: Table): FoundTable {
  const first = Math.max(
    0,
    table.findIndex((row) => row.some((cell) => !isBlank(cell))),
  );
  let header = first;
  let understood = count(titlesOf(table[first]));
  for (let at = first + 1; at < Math.min(table.length, first + rowsSearched); at++) {
    const row = table[at] ?? [];
    // a row of orders has figures; a header has none
    if (row.some((cell) => typeof cell === 'number')) continue;
    const found = count(titlesOf(row));
    if (found >= minUnderstood && found > understood) [header, understood] = [at, found];
  }
  const titles = titlesOf(table[header]);
  const above = titlesOf(table[header - 1]);
  const grouped = header > 0 ? withGroups(titles, above) : titles;
  return { titles: grouped, header, understood };
}

/** Headings with those of the row above before them, if that row groups the columns: `Recipient` above `Name`, `City`. */
function withGroups(titles: readonly string[], above: readonly string[]): string[] {
  const filled = above.filter((title) => title !== '');
  if (filled.length < 2 || filled.some((title) => /\d{2}/.test(title))) return [...titles];
  let group = '';
  const both = titles.map((title, at) => {
    group = above[at] || group;
    return title === '' ? (above[at] ?? '') : `${group} ${title}`.trim();
  });
  return count(both) >= count(titles) ? both : [...titles];
}

/** Words of rows that sum up those above them. */
const totals =
  /^(?:grand |sub-?)?(?:total|totals|sum|summe|gesamt|gesamtsumme|insgesamt|zwischensumme|somme|totale|totaal|suma|razem|summa|итого|всего)\b|^(?:合计|总计|小计|總計|合計|小計|합계|총계)/iu;

/** What programs write below a table. */
const footers =
  /\b(?:records?|records?\(s\)|rows?|orders?) (?:downloaded|exported|found|in total)\b|^(?:generated|exported|printed|downloaded|created) (?:on|at|by|from)\b|\bpage \d+ of \d+\b|^end of (?:report|file)\b/iu;

/**
 * Whether a row of the table is none of its orders: a sum, or what a program writes below the table, where nothing that
 * makes an order is filled. `isLast`: no order stands below it.
 */
export function isOutside(cells: readonly Cell[], hasOrder: boolean, isLast: boolean): 'totals' | 'footer' | null {
  const texts = cells.flatMap((cell) => (isBlank(cell) ? [] : [shownCell(cell).trim()]));
  const words = texts.filter((text) => !/^[-+\d.,\s$€£¥%]+$/u.test(text));
  if (words.length <= 2 && words.some((text) => totals.test(text))) return 'totals';
  if (!isLast) return null;
  return footers.test(texts.join(' ')) || (!hasOrder && texts.some((text) => /\s|[:：]/.test(text))) ? 'footer' : null;
}

/** What makes a row an order, or a line of one. */
const ofOrder = /\.(?:Contact|Street1|City|Postcode|Phone|Sku|Quantity|[A-Za-z]*Name[A-Za-z]*)(?:#\w+)?$/;
export const makesOrder = (use: string): boolean => ofOrder.test(use);
