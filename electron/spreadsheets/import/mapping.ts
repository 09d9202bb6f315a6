import type { CreateNumber } from '../../../shared/creates/create-kinds.ts';
import { readColumnUse } from '../../../shared/import/column-part.ts';
import type { ImportMapping } from '../../../shared/import/import-steps.ts';
import {
  anyLine,
  columnPath,
  contractPath,
  isInList,
  isWithin,
  readColumnPath,
  readPath,
  relativeTo,
  withLine,
  writePath,
  lineAround,
} from '../../../shared/path/path.ts';
import { keyPathOf } from '../../../shared/service/create-facts.ts';
import { describeFields } from '../../../shared/service/describe-fields.ts';
import { endpointOf } from '../../../shared/service/endpoints.ts';
import type { UnitSettings } from '../../../shared/service/unit-of-field.ts';
import { chooseColumns } from './choose-columns.ts';
import { isMeasure, splitHeading } from './heading-units.ts';
import {
  leafFields,
  maxLines,
  type ColumnTarget,
  type Column,
  type ColumnNote,
  importKind,
  importKindNames,
  type ImportKind,
} from './read-header.ts';
import { readHeading } from './read-heading.ts';
import { badFile } from './table.ts';
import { hash } from 'node:crypto';
import { z } from 'zod';

/** Goods lines offered as targets, unless the header has more. */
const minOfferedLines = 3;

/** Guesses a field for each column by its heading alone. */
export const guessMapping = (titles: readonly string[], create: CreateNumber, units: UnitSettings): ImportMapping =>
  chooseColumns({ titles, rows: [] }, create, units, keyColumnOf(create)).mapping;

/** Path prefix of the recipient's address, as in mappings. */
const recipientPathOf = (create: CreateNumber): string | undefined => {
  const street = leafFields(create).find(({ path }) => /(?:^|\.)ShipToAddress\.Street1$/.test(path));
  return street && columnPath(readPath(street.path)).replace(/Street1$/, '');
};

/** Whether a heading is of the buyer's address, and the field of the recipient's. */
function isPayers(title: string, use: string, create: CreateNumber): boolean {
  const prefix = recipientPathOf(create);
  const heading = prefix !== undefined && use.startsWith(prefix) ? readHeading(title) : null;
  return heading?.party === 'buyer' && heading.meaning !== 'email';
}

/** Remembered mappings to drop: of the buyer's columns, if the guess has a column of the recipient for the field. */
export const droppedMappings =
  (
    titles: readonly string[],
    create: CreateNumber,
    guessed: ImportMapping,
  ): ((column: number, use: string) => boolean) =>
  (column, use) =>
    isPayers(titles[column] ?? '', use, create) && guessed.some((one, at) => one === use && at !== column);

/**
 * Fields a column can map to, in the document's order: those of lists by rows, and those of simple lists also by line
 * number.
 */
export function mappableFields(create: CreateNumber, mapping: ImportMapping): { path: string; required: boolean }[] {
  const must = new Map(describeFields(create).map(({ path, required }) => [path, required]));
  const key = keyPathOf(create);
  const named = mapping.flatMap((path) => (path === null ? [] : (readColumnPath(path) ?? [])));
  const most = Math.max(0, ...named.filter((step) => typeof step === 'number'));
  const lines = Math.min(maxLines, Math.max(minOfferedLines, most + 2));
  const lists = describeFields(create).flatMap(({ path, type }) => (type === 'list' ? [path] : []));
  const holdsLists = (path: string): boolean => {
    const line = lineAround(path);
    return lists.some((other) => relativeTo(line, other) !== undefined);
  };
  const filled = new Set(mapping.flatMap((path) => (path === null ? [] : [contractPathOf(path)])));
  return describeFields(create).flatMap(({ path, type }) => {
    const way = readPath(path);
    const byRow = { path: columnPath(type === 'list' ? [...way, anyLine] : way), required: false };
    // the column of an object only marks it as empty: offered only if a file has it
    if (type === 'object') return filled.has(path) ? [byRow] : [];
    if (!isInList(path)) return [{ ...byRow, required: type !== 'list' && isRequired(path, key, must) }];
    if (type === 'list' || way.filter((step) => step === anyLine).length > 1 || holdsLists(path)) return [byRow];
    const numbered = Array.from({ length: lines }, (_, at) => ({
      path: columnPath(withLine(way, at)),
      required: false,
    }));
    return [...numbered, byRow];
  });
}

const contractPathOf = (path: string): string => contractPath(readColumnPath(path) ?? []);

/** Whether a field is in every request: it and all its parents are required. Parents of the key always are. */
export function isRequired(path: string, key: string, must: ReadonlyMap<string, boolean>): boolean {
  const way = readPath(path);
  return way
    .map((_, at) => writePath(way.slice(0, at + 1)))
    .every((part) => must.get(part) === true || isWithin(key, part));
}

/**
 * Applies a person's mapping to the columns of a header. An unmapped column causes a warning where it is filled; so
 * does a column whose heading names the buyer, however it was mapped; a column in a currency that its field cannot name
 * is asked about. Throws ProblemError `bad-file` if two columns fill one field that takes only one, no column has the
 * key, or a path is no field.
 */
export function mapColumns(names: readonly string[], mapping: ImportMapping, create: CreateNumber): Column[] {
  const at = targetsByPath(create);
  const first = new Map<string, string>();
  const columns = names.map((given, index): Column => {
    const name = given || `column ${index + 1}`;
    const path = mapping[index] ?? null;
    if (path === null) {
      const ignored = `Column ${name} goes to no field, so its cells are not sent.`;
      return { name, target: null, ignoredReason: ignored };
    }
    const use = readColumnUse(path);
    const target = use && at(use.path);
    if (!use || !target) throw badFile('header', `${path} is no field that a column can fill.`);
    if (use.part !== null) return { name, target: null, ignoredReason: '', isPart: true };
    const other = first.get(path);
    if (other !== undefined)
      throw badFile('header', `Columns ${other} and ${name} fill the same field. Take one of them out.`);
    first.set(path, name);
    const note = isPayers(given, path, create) ? payerNote(name, target) : undefined;
    const { unit } = splitHeading(given);
    const isMoney = unit !== undefined && !isMeasure(unit) && ['number', 'decimal'].includes(target.field.type);
    return { name, target, ...(note && { note }), ...(isMoney && { currency: unit }) };
  });
  if (!first.has(keyColumnOf(create)))
    throw badFile('missing-column', `No column is mapped to ${endpointOf(create).key?.kind}: every order needs one.`);
  return columns;
}

const payerNote = (name: string, { path }: ColumnTarget): ColumnNote => ({
  path: columnPath(path),
  code: 'payer-column',
  params: { column: name },
  message: `${name} seems to be of whoever pays, and fills the recipient's address.`,
});

/** Path of a create's key, as in mappings. */
export const keyColumnOf = (create: CreateNumber): string => columnPath(readPath(keyPathOf(create)));

/** Finds the target of a path in a mapping; null if it is no field. */
export function targetsByPath(create: CreateNumber): (path: string) => ColumnTarget | null {
  const fields = new Map(describeFields(create).map((field) => [field.path, field]));
  return (path) => {
    const way = readColumnPath(path);
    if (!way || way.some((step) => typeof step === 'number' && step >= maxLines)) return null;
    const numbers = way.filter((step) => typeof step === 'number').length;
    // either all lists by number, or all by rows
    if (numbers > 0 && way.includes(anyLine)) return null;
    const field = fields.get(contractPath(way.at(-1) === anyLine ? way.slice(0, -1) : way));
    if (!field || (field.type === 'list') !== (way.at(-1) === anyLine)) return null;
    return { path: way, field };
  };
}

/** A file or sheet named after a kind counts as two columns. */
const nameBonus = 2;
/**
 * Bonus for the kind imported most: a single column that only another kind has, such as District, does not outweigh it.
 */
const likeliestBonus = 1.5;
/** Penalty for a missing key column: the header may have its own name for the key, so other columns still count. */
const missingKeyPenalty = 2;

/** Guesses the kind of order from a header: the one that most columns fit, including its key. */
export function guessKind(titles: readonly string[], names: readonly string[], units: UnitSettings): ImportKind {
  const scoreOf = (kind: ImportKind, at: number): number =>
    fitOf(titles, kind, units) + (isNamedAfter(kind, names) ? nameBonus : 0) + (at === 0 ? likeliestBonus : 0);
  const fits = importKindNames.map((kind, at) => ({ kind, fit: scoreOf(kind, at) }));
  return fits.reduce((best, other) => (other.fit > best.fit ? other : best)).kind;
}

function fitOf(titles: readonly string[], kind: ImportKind, units: UnitSettings): number {
  const { endpoint } = importKind(kind);
  const meant = guessMapping(titles, endpoint, units);
  const fitting = meant.filter((use) => use !== null).length;
  const hasKey = meant.includes(keyColumnOf(endpoint));
  return hasKey ? fitting : fitting - missingKeyPenalty;
}

const isNamedAfter = (kind: ImportKind, names: readonly string[]): boolean =>
  names.some((name) => name.toLowerCase().replaceAll(/[ _]/g, '-').startsWith(kind));

const headings = z.record(z.string(), z.string());
/** Headings kept per kind; the least recently used are dropped. */
const maxHeadings = 500;

const hashPattern = /^[0-9a-f]{64}$/;
const keyOf = (heading: string): string => hash('sha256', heading.trim().toLowerCase());

/**
 * Remembered mappings by hash of the heading: the first row of a sheet without headings is an order, including its
 * recipient. Older versions stored the headings themselves.
 */
function parseMemory(before: unknown): Map<string, string> {
  const entries = Object.entries(headings.safeParse(before).data ?? {});
  return new Map(entries.map(([heading, path]) => [hashPattern.test(heading) ? heading : keyOf(heading), path]));
}

/** Records the last target of each heading, independent of other columns; `before` is untrusted. */
export function rememberHeadings(
  before: unknown,
  columns: readonly string[],
  mapping: ImportMapping,
): Record<string, string> {
  const known = parseMemory(before);
  for (const [at, column] of columns.entries()) {
    const path = mapping[at];
    known.delete(keyOf(column));
    if (column.trim() !== '' && path !== null && path !== undefined) known.set(keyOf(column), path);
  }
  return Object.fromEntries([...known].slice(-maxHeadings));
}

/**
 * Overrides a guessed mapping with what a person once chose for each heading; a guess gives up its field to these,
 * except for those that `mustLeave` it in this file.
 */
export function applyRemembered(
  before: unknown,
  columns: readonly string[],
  guessed: ImportMapping,
  isField: (path: string) => boolean,
  mustLeave: (column: number, path: string) => boolean,
): ImportMapping {
  const known = parseMemory(before);
  const taken = new Set<string>();
  const own = columns.map((column, at) => {
    const path = known.get(keyOf(column));
    if (path === undefined || taken.has(path) || !isField(path) || mustLeave(at, path)) return null;
    taken.add(path);
    return path;
  });
  return own.map((path, at) => {
    const guess = guessed[at] ?? null;
    return path ?? (guess !== null && taken.has(guess) ? null : guess);
  });
}
