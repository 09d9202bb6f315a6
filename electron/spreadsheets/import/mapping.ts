import type { CreateNumber } from '../../../shared/creates/create-kinds.ts';
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
import { findUnitMismatch, splitHeading, fieldsBySynonym, partyOf } from './heading-words.ts';
import {
  columnNames,
  leafFields,
  maxLines,
  type ColumnNames,
  type ColumnTarget,
  readTitle,
  targetOfTitle,
  type Column,
  type ColumnNote,
  importKind,
  importKindNames,
  type ImportKind,
} from './read-header.ts';
import { badFile } from './table.ts';
import { hash } from 'node:crypto';
import { z } from 'zod';

/** Goods lines offered as targets, unless the header has more. */
const minOfferedLines = 3;

/** What a header as a whole says about its columns. */
interface HeaderContext {
  names: ColumnNames;
  fieldsBySpelling: ReadonlyMap<string, string>;
  /** Whether a column belongs to the address of someone other than the recipient, whose field `path` is. */
  belongsToOther(title: string, path: string): boolean;
}

/** This many address fields make an address. */
const minAddressFields = 3;

function analyzeHeader(titles: readonly string[], create: CreateNumber): HeaderContext {
  const names = columnNames(create);
  const fieldsBySpelling = new Map(
    leafFields(create).flatMap(({ name, path }) => [name, path].map((it) => [normalizeName(it), it])),
  );
  const recipientPrefix = recipientPathOf(create);
  const isRecipients = (path: string): boolean => recipientPrefix !== undefined && path.startsWith(recipientPrefix);
  /** How many address fields a header has for the payer or the recipient. */
  const count = (party: 'payer' | 'recipient'): number =>
    new Set(titles.filter((title) => partyOf(title) === party).flatMap((title) => fieldsBySynonym(addressTitle(title))))
      .size;
  // in a header with two addresses, columns without a party belong to the order, and so to the payer
  const hasBoth = count('payer') >= minAddressFields && count('recipient') >= minAddressFields;
  return {
    names,
    fieldsBySpelling,
    belongsToOther(title, path) {
      if (!isRecipients(path) || isContractName(title, path)) return false;
      const party = partyOf(title);
      return party === 'payer' || (party === null && hasBoth);
    },
  };
}

/** Path prefix of the recipient's address, as in mappings. */
const recipientPathOf = (create: CreateNumber): string | undefined => {
  const street = leafFields(create).find(({ path }) => /(?:^|\.)ShipToAddress\.Street1$/.test(path));
  return street && columnPath(readPath(street.path)).replace(/Street1$/, '');
};
/** A full contract name identifies its field unambiguously. */
const isContractName = (title: string, path: string): boolean =>
  title.includes('.') && path.endsWith(`.${readTitle(title).name}`);
/** A heading without the words for its party. */
const addressTitle = (title: string): string =>
  normalizeName(title.replace(/bill(?:ing)?[\s_-]*(?:to)?|buyers?|customers?|买家|付款人|账单|客户/giu, ''));

/**
 * Possible fields of a heading, most certain first: by a name that differs only in punctuation; by a synonym, if the
 * heading names the recipient; by any synonym.
 */
function candidatesOf(title: string, { fieldsBySpelling, names }: HeaderContext): ColumnTarget[][] {
  const { name } = splitHeading(title);
  // also without the suffix other programs add in brackets, `City (Shipping)`
  const spelled = [...new Set([name, readTitle(name).name].map(normalizeName))];
  const targets = (all: readonly string[]): ColumnTarget[] => all.flatMap((one) => names.target(one) ?? []);
  const same = targets(spelled.map((one) => fieldsBySpelling.get(one) ?? ''));
  const others = targets(spelled.flatMap(fieldsBySynonym));
  const isRecipients = partyOf(title) === 'recipient';
  return [spelled.length === 1 ? same : [], isRecipients ? [...same, ...others] : [], [...same, ...others]];
}

/**
 * Guesses a field for each column: by its exact name, else by its letters and digits, else by a synonym; each field
 * once. Excludes fields in another unit than the heading says, and the recipient's fields for columns of the payer.
 */
export function guessMapping(titles: readonly string[], create: CreateNumber, units: UnitSettings): ImportMapping {
  const context = analyzeHeader(titles, create);
  const exact = titles.map((title): string | null | undefined => {
    const found = targetOfTitle(title, context.names, units);
    if ('otherUnit' in found) return undefined;
    return found.target && columnPath(found.target.path);
  });
  const used = new Set<string>();
  const mapping = exact.map((path, index) => {
    if (path === null || path === undefined || used.has(path)) return null;
    const isPlain = !(titles[index] ?? '').includes('.');
    if (isPlain && context.belongsToOther(titles[index] ?? '', path)) return null;
    used.add(path);
    return path;
  });
  for (const sureness of [0, 1, 2])
    for (const [index, title] of titles.entries()) {
      if (mapping[index] !== null || exact[index] === undefined) continue;
      const path = candidatesOf(title, context)
        [sureness]?.filter(({ field }) => !findUnitMismatch(title, field, units))
        .map(({ path }) => columnPath(path))
        .find((one) => !used.has(one) && !context.belongsToOther(title, one));
      if (path === undefined) continue;
      used.add(path);
      mapping[index] = path;
    }
  return mapping;
}

/**
 * Remembered mappings to drop: to fields in another unit than the heading says, and to the recipient's fields if the
 * guess has a column for the recipient there.
 */
export function droppedMappings(
  titles: readonly string[],
  create: CreateNumber,
  units: UnitSettings,
  guessed: ImportMapping,
): (column: number, path: string) => boolean {
  const context = analyzeHeader(titles, create);
  const target = targetsByPath(create);
  return (column, path) => {
    const title = titles[column] ?? '';
    const field = target(path)?.field;
    if (field && findUnitMismatch(title, field, units)) return true;
    return context.belongsToOther(title, path) && guessed.some((one, at) => one === path && at !== column);
  };
}

const normalizeName = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

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
 * does a column whose heading names another unit than its field has, or the payer, however it was mapped. Throws
 * ProblemError `bad-file` if two columns fill one field, no column has the key, or a path is no field.
 */
export function mapColumns(
  names: readonly string[],
  mapping: ImportMapping,
  create: CreateNumber,
  units: UnitSettings,
): Column[] {
  const at = targetsByPath(create);
  const context = analyzeHeader(names, create);
  const first = new Map<string, string>();
  const columns = names.map((given, index): Column => {
    const name = given || `column ${index + 1}`;
    const path = mapping[index] ?? null;
    if (path === null) {
      const lost = candidatesOf(given, context)
        .flat()
        .find(({ field }) => findUnitMismatch(given, field, units));
      const ignored = `Column ${name} goes to no field, so its cells are not sent.`;
      const note = lost && otherUnitNote(name, lost, units);
      return { name, target: null, ignoredReason: ignored, ...(note && { unusedTarget: note }) };
    }
    const target = at(path);
    if (!target) throw badFile('header', `${path} is no field that a column can fill.`);
    const other = first.get(path);
    if (other !== undefined)
      throw badFile('header', `Columns ${other} and ${name} fill the same field. Take one of them out.`);
    first.set(path, name);
    const isPayers = partyOf(given) === 'payer' && context.belongsToOther(given, path);
    const note = otherUnitNote(name, target, units) ?? (isPayers ? payerNote(name, target) : undefined);
    return { name, target, ...(note && { note }) };
  });
  if (!first.has(keyColumnOf(create)))
    throw badFile('missing-column', `No column is mapped to ${endpointOf(create).key?.kind}: every order needs one.`);
  return columns;
}

function otherUnitNote(name: string, { path, field }: ColumnTarget, units: UnitSettings): ColumnNote | undefined {
  const other = findUnitMismatch(name, field, units);
  if (!other) return undefined;
  const { unit, expected } = other;
  const about = { path: columnPath(path), params: { column: name, unit, ...(expected !== undefined && { expected }) } };
  return expected === undefined
    ? { ...about, code: 'unit-unknown', stops: false, message: `${name} says ${unit}; ${field.name} has no unit here.` }
    : {
        ...about,
        code: 'other-unit',
        stops: true,
        message: `${name} is in ${unit}, ${field.name} is in ${expected} here. Nothing is converted.`,
      };
}

const payerNote = (name: string, { path }: ColumnTarget): ColumnNote => ({
  path: columnPath(path),
  code: 'payer-column',
  params: { column: name },
  stops: false,
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
  const names = columnNames(endpoint);
  const meant = guessMapping(titles, endpoint, units);
  const fitting = titles.filter(
    (title, at) => typeof meant[at] === 'string' || 'otherUnit' in targetOfTitle(title, names, units),
  ).length;
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
