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
  enclosingLine,
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
const recipientPrefixOf = (create: CreateNumber): string | undefined => {
  const streetField = leafFields(create).find(({ path }) => /(?:^|\.)ShipToAddress\.Street1$/.test(path));
  return streetField && columnPath(readPath(streetField.path)).replace(/Street1$/, '');
};

/** Whether a heading names the buyer's address, and the column is mapped to the recipient's; e-mail is excepted. */
function isBuyerColumn(title: string, use: string, create: CreateNumber): boolean {
  const prefix = recipientPrefixOf(create);
  const heading = prefix !== undefined && use.startsWith(prefix) ? readHeading(title) : null;
  return heading?.party === 'buyer' && heading.meaning !== 'email';
}

/** Returns the test for remembered mappings to drop: the buyer's columns, if the guess has another for the field. */
export const buyerMappingFilter =
  (
    titles: readonly string[],
    create: CreateNumber,
    guessed: ImportMapping,
  ): ((column: number, use: string) => boolean) =>
  (column, use) =>
    isBuyerColumn(titles[column] ?? '', use, create) && guessed.some((one, at) => one === use && at !== column);

/**
 * Fields a column can map to, in the document's order: those of lists by rows, and those of simple lists also by line
 * number.
 */
export function mappableFields(create: CreateNumber, mapping: ImportMapping): { path: string; required: boolean }[] {
  const requiredByPath = new Map(describeFields(create).map(({ path, required }) => [path, required]));
  const key = keyPathOf(create);
  const mappedSteps = mapping.flatMap((path) => (path === null ? [] : (readColumnPath(path) ?? [])));
  const maxLineIndex = Math.max(0, ...mappedSteps.filter((step) => typeof step === 'number'));
  const lineCount = Math.min(maxLines, Math.max(minOfferedLines, maxLineIndex + 2));
  const listPaths = describeFields(create).flatMap(({ path, type }) => (type === 'list' ? [path] : []));
  const lineHasLists = (path: string): boolean => {
    const line = enclosingLine(path);
    return listPaths.some((other) => relativeTo(line, other) !== undefined);
  };
  const mappedPaths = new Set(mapping.flatMap((path) => (path === null ? [] : [contractPathOf(path)])));
  return describeFields(create).flatMap(({ path, type }) => {
    const steps = readPath(path);
    const fieldByRow = { path: columnPath(type === 'list' ? [...steps, anyLine] : steps), required: false };
    // the column of an object only marks it as empty: offered only if a file has it
    if (type === 'object') return mappedPaths.has(path) ? [fieldByRow] : [];
    if (!isInList(path)) return [{ ...fieldByRow, required: type !== 'list' && isRequired(path, key, requiredByPath) }];
    if (type === 'list' || steps.filter((step) => step === anyLine).length > 1 || lineHasLists(path))
      return [fieldByRow];
    const numberedFields = Array.from({ length: lineCount }, (_, index) => ({
      path: columnPath(withLine(steps, index)),
      required: false,
    }));
    return [...numberedFields, fieldByRow];
  });
}

const contractPathOf = (path: string): string => contractPath(readColumnPath(path) ?? []);

/** Whether a field is in every request: it and all its parents are required. Parents of the key always are. */
export function isRequired(path: string, key: string, requiredByPath: ReadonlyMap<string, boolean>): boolean {
  const steps = readPath(path);
  return steps
    .map((_, at) => writePath(steps.slice(0, at + 1)))
    .every((parentPath) => requiredByPath.get(parentPath) === true || isWithin(key, parentPath));
}

/**
 * Applies a person's mapping to the columns of a header. The filled cells of a column cause a warning if the column is
 * not mapped, or if its heading names the buyer but it fills the recipient's address. A column in a currency that its
 * field cannot name is asked about. Throws ProblemError `bad-file` if two columns fill a field that takes only one, no
 * column has the key, or a path is no field.
 */
export function mapColumns(names: readonly string[], mapping: ImportMapping, create: CreateNumber): Column[] {
  const findTarget = targetFinder(create);
  const nameByPath = new Map<string, string>();
  const columns = names.map((title, index): Column => {
    const name = title || `column ${index + 1}`;
    const path = mapping[index] ?? null;
    if (path === null) {
      const ignoredText = `Column ${name} goes to no field, so its cells are not sent.`;
      return { name, target: null, ignoredReason: ignoredText };
    }
    const use = readColumnUse(path);
    const target = use && findTarget(use.path);
    if (!use || !target) throw badFile('header', `${path} is no field that a column can fill.`);
    if (use.part !== null) return { name, target: null, ignoredReason: '', isPart: true };
    const otherName = nameByPath.get(path);
    if (otherName !== undefined)
      throw badFile('header', `Columns ${otherName} and ${name} fill the same field. Take one of them out.`);
    nameByPath.set(path, name);
    const note = isBuyerColumn(title, path, create) ? buyerNote(name, target) : undefined;
    const { unit } = splitHeading(title);
    const isMoney = unit !== undefined && !isMeasure(unit) && ['number', 'decimal'].includes(target.field.type);
    return { name, target, ...(note && { note }), ...(isMoney && { currency: unit }) };
  });
  if (!nameByPath.has(keyColumnOf(create)))
    throw badFile('missing-column', `No column is mapped to ${endpointOf(create).key?.kind}: every order needs one.`);
  return columns;
}

const buyerNote = (name: string, { path }: ColumnTarget): ColumnNote => ({
  path: columnPath(path),
  code: 'payer-column',
  params: { column: name },
  message: `${name} seems to be of whoever pays, and fills the recipient's address.`,
});

/** Path of a create's key, as in mappings. */
export const keyColumnOf = (create: CreateNumber): string => columnPath(readPath(keyPathOf(create)));

/** Returns the function that finds the target of a path in a mapping; it returns null if the path is no field. */
export function targetFinder(create: CreateNumber): (path: string) => ColumnTarget | null {
  const fields = new Map(describeFields(create).map((field) => [field.path, field]));
  return (path) => {
    const steps = readColumnPath(path);
    if (!steps || steps.some((step) => typeof step === 'number' && step >= maxLines)) return null;
    const numberedStepCount = steps.filter((step) => typeof step === 'number').length;
    // either all lists by number, or all by rows
    if (numberedStepCount > 0 && steps.includes(anyLine)) return null;
    const field = fields.get(contractPath(steps.at(-1) === anyLine ? steps.slice(0, -1) : steps));
    if (!field || (field.type === 'list') !== (steps.at(-1) === anyLine)) return null;
    return { path: steps, field };
  };
}

/** A file or sheet named after a kind counts as two columns. */
const nameBonus = 2;
/**
 * Bonus for the kind imported most: a single column that only another kind has, such as District, does not outweigh it.
 */
const likeliestKindBonus = 1.5;
/** Penalty for a missing key column: the header may have its own name for the key, so other columns still count. */
const missingKeyPenalty = 2;

/** Guesses the kind of order from a header: the kind with the most columns that fit, including its key. */
export function guessKind(titles: readonly string[], sourceNames: readonly string[], units: UnitSettings): ImportKind {
  const scoreOf = (kind: ImportKind, index: number): number =>
    fitScore(titles, kind, units) +
    (isNamedAfter(kind, sourceNames) ? nameBonus : 0) +
    (index === 0 ? likeliestKindBonus : 0);
  const scoredKinds = importKindNames.map((kind, index) => ({ kind, fit: scoreOf(kind, index) }));
  return scoredKinds.reduce((best, other) => (other.fit > best.fit ? other : best)).kind;
}

function fitScore(titles: readonly string[], kind: ImportKind, units: UnitSettings): number {
  const { endpoint } = importKind(kind);
  const guess = guessMapping(titles, endpoint, units);
  const mappedCount = guess.filter((use) => use !== null).length;
  const hasKey = guess.includes(keyColumnOf(endpoint));
  return hasKey ? mappedCount : mappedCount - missingKeyPenalty;
}

const isNamedAfter = (kind: ImportKind, sourceNames: readonly string[]): boolean =>
  sourceNames.some((name) => name.toLowerCase().replaceAll(/[ _]/g, '-').startsWith(kind));

const headingsSchema = z.record(z.string(), z.string());
/** Headings kept per kind; the least recently used are dropped. */
const maxHeadings = 500;

const hashPattern = /^[0-9a-f]{64}$/;
const headingHash = (heading: string): string => hash('sha256', heading.trim().toLowerCase());

/**
 * Remembered mappings by hash of the heading: the first row of a sheet without headings is an order, including its
 * recipient. Older versions stored the headings themselves.
 */
function parseMemory(stored: unknown): Map<string, string> {
  const entries = Object.entries(headingsSchema.safeParse(stored).data ?? {});
  return new Map(entries.map(([heading, path]) => [hashPattern.test(heading) ? heading : headingHash(heading), path]));
}

/** Records the last target of each heading, regardless of other columns; `stored` is untrusted. */
export function rememberHeadings(
  stored: unknown,
  columns: readonly string[],
  mapping: ImportMapping,
): Record<string, string> {
  const memory = parseMemory(stored);
  for (const [index, column] of columns.entries()) {
    const path = mapping[index];
    memory.delete(headingHash(column));
    if (column.trim() !== '' && path !== null && path !== undefined) memory.set(headingHash(column), path);
  }
  return Object.fromEntries([...memory].slice(-maxHeadings));
}

/**
 * Overrides a guessed mapping with the fields that a person last chose for the headings; a guess of the same field for
 * another column is removed. `mustDrop`: the remembered fields to ignore in this file.
 */
export function applyRemembered(
  stored: unknown,
  columns: readonly string[],
  guessed: ImportMapping,
  isField: (path: string) => boolean,
  mustDrop: (column: number, path: string) => boolean,
): ImportMapping {
  const memory = parseMemory(stored);
  const takenPaths = new Set<string>();
  const rememberedPaths = columns.map((column, index) => {
    const path = memory.get(headingHash(column));
    if (path === undefined || takenPaths.has(path) || !isField(path) || mustDrop(index, path)) return null;
    takenPaths.add(path);
    return path;
  });
  return rememberedPaths.map((path, index) => {
    const guess = guessed[index] ?? null;
    return path ?? (guess !== null && takenPaths.has(guess) ? null : guess);
  });
}
