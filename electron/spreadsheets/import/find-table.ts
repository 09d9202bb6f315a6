import type { CreateNumber } from '../../../shared/creates/create-kinds.ts';
import { createNumbers } from '../../../shared/creates/create-kinds.ts';
import { columnNames, readTitle } from './read-header.ts';
import { readHeading } from './read-heading.ts';
import { isBlank, displayText, type Cell, type Table } from './table.ts';

/** The position of the table of orders in a sheet. */
export interface TableLocation {
  /** headings of its columns; if the row above groups the columns, the heading of the group comes first */
  titles: string[];
  /** index of the header's last row */
  headerIndex: number;
  /** how many of the headings are understood */
  understoodCount: number;
}

const maxRowsSearched = 40;
const minUnderstood = 2;

const contractTargets: () => readonly ((name: string) => unknown)[] = (() => {
  let cachedTargets: ((name: string) => unknown)[] | undefined;
  return () => (cachedTargets ??= createNumbers.map((create: CreateNumber) => columnNames(create).findTarget));
})();

const isUnderstood = (title: string): boolean =>
  title !== '' &&
  (readHeading(title) !== null ||
    contractTargets().some((target) => target(title) !== null || target(readTitle(title).name) !== null));

const titlesOf = (row: readonly Cell[] | undefined): string[] => (row ?? []).map((cell) => displayText(cell).trim());
const countUnderstood = (titles: readonly string[]): number => titles.filter(isUnderstood).length;

/**
 * Finds the header: the row with the most headings that are understood, the first of equals; if no row has two of them,
 * the first filled row. Titles, notes and blank rows may precede it.
 */
export function findTable(table: Table): TableLocation {
  const firstFilled = Math.max(
    0,
    table.findIndex((row) => row.some((cell) => !isBlank(cell))),
  );
  let headerIndex = firstFilled;
  let understoodCount = countUnderstood(titlesOf(table[firstFilled]));
  for (let index = firstFilled + 1; index < Math.min(table.length, firstFilled + maxRowsSearched); index++) {
    const row = table[index] ?? [];
    // a row with numbers is part of an order; a header has none
    if (row.some((cell) => typeof cell === 'number')) continue;
    const countInRow = countUnderstood(titlesOf(row));
    if (countInRow >= minUnderstood && countInRow > understoodCount)
      [headerIndex, understoodCount] = [index, countInRow];
  }
  const titles = titlesOf(table[headerIndex]);
  const titlesAbove = titlesOf(table[headerIndex - 1]);
  const groupedTitles = headerIndex > 0 ? withGroupTitles(titles, titlesAbove) : titles;
  return { titles: groupedTitles, headerIndex, understoodCount };
}

/** Puts the headings of the row above first, if that row groups the columns: `Recipient` above `Name`, `City`. */
function withGroupTitles(titles: readonly string[], titlesAbove: readonly string[]): string[] {
  const filledTitles = titlesAbove.filter((title) => title !== '');
  if (filledTitles.length < 2 || filledTitles.some((title) => /\d{2}/.test(title))) return [...titles];
  let groupTitle = '';
  const combined = titles.map((title, index) => {
    groupTitle = titlesAbove[index] || groupTitle;
    return title === '' ? (titlesAbove[index] ?? '') : `${groupTitle} ${title}`.trim();
  });
  return countUnderstood(combined) >= countUnderstood(titles) ? combined : [...titles];
}

/** First words of rows with totals. */
const totalsPattern =
  /^(?:grand |sub-?)?(?:total|totals|sum|summe|gesamt|gesamtsumme|insgesamt|zwischensumme|somme|totale|totaal|suma|razem|summa|итого|всего)\b|^(?:合计|总计|小计|總計|合計|小計|합계|총계)/iu;

/** What programs write below a table. */
const footerPattern =
  /\b(?:records?|records?\(s\)|rows?|orders?) (?:downloaded|exported|found|in total)\b|^(?:generated|exported|printed|downloaded|created) (?:on|at|by|from)\b|\bpage \d+ of \d+\b|^end of (?:report|file)\b/iu;

/**
 * Why a row of the table is not part of an order: it has totals, or text that a program writes below the table. Null if
 * it is part of one. `hasOrder`: it fills a field of orders; `isLast`: no order follows it.
 */
export function nonOrderKind(cells: readonly Cell[], hasOrder: boolean, isLast: boolean): 'totals' | 'footer' | null {
  const texts = cells.flatMap((cell) => (isBlank(cell) ? [] : [displayText(cell).trim()]));
  const textCells = texts.filter((text) => !/^[-+\d.,\s$€£¥%]+$/u.test(text));
  if (textCells.length <= 2 && textCells.some((text) => totalsPattern.test(text))) return 'totals';
  if (!isLast) return null;
  return footerPattern.test(texts.join(' ')) || (!hasOrder && texts.some((text) => /\s|[:：]/.test(text)))
    ? 'footer'
    : null;
}

/** Fields that only rows of orders fill. */
const orderFieldPattern = /\.(?:Contact|Street1|City|Postcode|Phone|Sku|Quantity|[A-Za-z]*Name[A-Za-z]*)(?:#\w+)?$/;
export const isOrderField = (use: string): boolean => orderFieldPattern.test(use);
