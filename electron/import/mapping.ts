import type { ImportMapping } from '../../shared/import/import-steps.ts';
import { describeFields } from '../../shared/service/describe-fields.ts';
import type { CreateNumber } from '../../shared/creates/create-kinds.ts';
import { endpointOf } from '../../shared/service/endpoints.ts';
import { keyPathOf } from '../../shared/service/key-path.ts';
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
} from '../../shared/path/path.ts';
import type { UnitSettings } from '../../shared/service/unit-of-field.ts';
import { badFile } from './bad-file.ts';
import { columnNames, leafFields, maxLines, type ColumnNames, type ColumnTarget } from './column-target.ts';
import { readTitle } from './column-title.ts';
import { otherUnitIn, splitHeading } from './heading-unit.ts';
import { otherTitle } from './other-titles.ts';
import { partyIn } from './party-in-heading.ts';
import { targetOfTitle, type Column, type ColumnNote } from './read-header.ts';

/** Lines of goods offered for columns, where the header names no more. */
const offeredLines = 3;

/** What a header says about its columns as a whole. */
interface HeaderSense {
  names: ColumnNames;
  alike: ReadonlyMap<string, string>;
  /** Whether a column belongs to the address of somebody else than the recipient whose field this is. */
  isOfAnother(title: string, path: string): boolean;
}

/** So many fields of an address make an address. */
const fieldsOfAddress = 3;

function readSense(titles: readonly string[], create: CreateNumber): HeaderSense {
  const names = columnNames(create);
  const alike = new Map(leafFields(create).flatMap(({ name, path }) => [name, path].map((it) => [bare(it), it])));
  const recipientAt = partiesPath(create);
  const isRecipients = (path: string): boolean => recipientAt !== undefined && path.startsWith(recipientAt);
  /** How many fields of an address a header has for who pays, or for who gets the parcel. */
  const count = (party: 'payer' | 'recipient'): number =>
    new Set(titles.filter((title) => partyIn(title) === party).flatMap((title) => otherTitle(addressTitle(title))))
      .size;
  // where a header has two addresses, what says nothing of whose it is goes with the order, and so with who pays
  const hasBoth = count('payer') >= fieldsOfAddress && count('recipient') >= fieldsOfAddress;
  return {
    names,
    alike,
    isOfAnother(title, path) {
      if (!isRecipients(path) || isContractName(title, path)) return false;
      const party = partyIn(title);
      return party === 'payer' || (party === null && hasBoth);
    },
  };
}

/** Where the recipient's address begins, as columns name it. */
const partiesPath = (create: CreateNumber): string | undefined => {
  const street = leafFields(create).find(({ path }) => /(?:^|\.)ShipToAddress\.Street1$/.test(path));
  return street && columnPath(readPath(street.path)).replace(/Street1$/, '');
};
/** A whole name of the contract says by itself whose field it is. */
const isContractName = (title: string, path: string): boolean =>
  title.includes('.') && path.endsWith(`.${readTitle(title).name}`);
/** The part of a heading that is left without whose address it is. */
const addressTitle = (title: string): string =>
  bare(title.replace(/bill(?:ing)?[\s_-]*(?:to)?|buyers?|customers?|买家|付款人|账单|客户/giu, ''));

/** The fields a heading may mean, surest first: by a name that differs in signs alone, by what others call it where it says whose address it is, else by what others call it. */
function meaningsOf(title: string, { alike, names }: HeaderSense): ColumnTarget[][] {
  const { name } = splitHeading(title);
  // without what other programs add in brackets, `City (Shipping)`, too
  const spelled = [...new Set([name, readTitle(name).name].map(bare))];
  const targets = (all: readonly string[]): ColumnTarget[] => all.flatMap((one) => names.target(one) ?? []);
  const same = targets(spelled.map((one) => alike.get(one) ?? ''));
  const others = targets(spelled.flatMap(otherTitle));
  const isRecipients = partyIn(title) === 'recipient';
  return [spelled.length === 1 ? same : [], isRecipients ? [...same, ...others] : [], [...same, ...others]];
}

/**
 * The field each column most likely means: by its exact name, else by its letters and digits alone, else by what others call it; each field
 * once. None that its heading says is in another unit, or is of whoever pays.
 */
export function guessMapping(titles: readonly string[], create: CreateNumber, units: UnitSettings): ImportMapping {
  const sense = readSense(titles, create);
  const exact = titles.map((title): string | null | undefined => {
    const found = targetOfTitle(title, sense.names, units);
    if ('otherUnit' in found) return undefined;
    return found.target && columnPath(found.target.way);
  });
  const used = new Set<string>();
  const mapping = exact.map((path, index) => {
    if (path === null || path === undefined || used.has(path)) return null;
    const isPlain = !(titles[index] ?? '').includes('.');
    if (isPlain && sense.isOfAnother(titles[index] ?? '', path)) return null;
    used.add(path);
    return path;
  });
  for (const sureness of [0, 1, 2])
    for (const [index, title] of titles.entries()) {
      if (mapping[index] !== null || exact[index] === undefined) continue;
      const path = meaningsOf(title, sense)
        [sureness]?.filter(({ field }) => !otherUnitIn(title, field, units))
        .map(({ way }) => columnPath(way))
        .find((one) => !used.has(one) && !sense.isOfAnother(title, one));
      if (path === undefined) continue;
      used.add(path);
      mapping[index] = path;
    }
  return mapping;
}

/** Fields that remembered columns must leave: those of another unit than their headings say, and those of the recipient where a column that says so has them. */
export function mustLeave(
  titles: readonly string[],
  create: CreateNumber,
  units: UnitSettings,
  guessed: ImportMapping,
): (column: number, path: string) => boolean {
  const sense = readSense(titles, create);
  const target = targetsByPath(create);
  return (column, path) => {
    const title = titles[column] ?? '';
    const field = target(path)?.field;
    if (field && otherUnitIn(title, field, units)) return true;
    return sense.isOfAnother(title, path) && guessed.some((one, at) => one === path && at !== column);
  };
}

const bare = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Fields a column can go to, in the document's order: those of lists by rows, and those of single lists once a line too. */
export function offeredFields(create: CreateNumber, mapping: ImportMapping): { path: string; required: boolean }[] {
  const must = new Map(describeFields(create).map(({ path, required }) => [path, required]));
  const key = keyPathOf(create);
  const named = mapping.flatMap((path) => (path === null ? [] : (readColumnPath(path) ?? [])));
  const most = Math.max(0, ...named.filter((step) => typeof step === 'number'));
  const lines = Math.min(maxLines, Math.max(offeredLines, most + 2));
  const lists = describeFields(create).flatMap(({ path, type }) => (type === 'list' ? [path] : []));
  const holdsLists = (path: string): boolean => {
    const line = lineAround(path);
    return lists.some((other) => relativeTo(line, other) !== undefined);
  };
  const filled = new Set(mapping.flatMap((path) => (path === null ? [] : [contractPathOf(path)])));
  return describeFields(create).flatMap(({ path, type }) => {
    const way = readPath(path);
    const byRow = { path: columnPath(type === 'list' ? [...way, anyLine] : way), required: false };
    // the column of an object says only that it is there and holds nothing: offered where a file has it
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

/** In every request, that is: it and all that it lies in must be there. What holds the key always is. */
export function isRequired(path: string, key: string, must: ReadonlyMap<string, boolean>): boolean {
  const way = readPath(path);
  return way
    .map((_, at) => writePath(way.slice(0, at + 1)))
    .every((part) => must.get(part) === true || isWithin(key, part));
}

/**
 * The columns of a header with what a person has mapped them to; a column without is told of where it is filled, and so is one whose heading
 * names another unit than its field has, or who pays, whichever way it was mapped. Throws ProblemError `bad-file` where two columns fill one
 * field, the key has none, or a path is no field.
 */
export function mapColumns(
  names: readonly string[],
  mapping: ImportMapping,
  create: CreateNumber,
  units: UnitSettings,
): Column[] {
  const at = targetsByPath(create);
  const sense = readSense(names, create);
  const first = new Map<string, string>();
  const columns = names.map((given, index): Column => {
    const name = given || `column ${index + 1}`;
    const path = mapping[index] ?? null;
    if (path === null) {
      const lost = meaningsOf(given, sense)
        .flat()
        .find(({ field }) => otherUnitIn(given, field, units));
      const ignored = `Column ${name} goes to no field, so its cells are not sent.`;
      const note = lost && otherUnitNote(name, lost, units);
      return { name, target: null, ignored, ...(note && { lost: note }) };
    }
    const target = at(path);
    if (!target) throw badFile('header', `${path} is no field that a column can fill.`);
    const other = first.get(path);
    if (other !== undefined)
      throw badFile('header', `Columns ${other} and ${name} fill the same field. Take one of them out.`);
    first.set(path, name);
    const isPayers = partyIn(given) === 'payer' && sense.isOfAnother(given, path);
    const note = otherUnitNote(name, target, units) ?? (isPayers ? payerNote(name, target) : undefined);
    return { name, target, ...(note && { note }) };
  });
  if (!first.has(keyColumnOf(create)))
    throw badFile('missing-column', `No column is mapped to ${endpointOf(create).key?.kind}: every order needs one.`);
  return columns;
}

function otherUnitNote(name: string, { way, field }: ColumnTarget, units: UnitSettings): ColumnNote | undefined {
  const other = otherUnitIn(name, field, units);
  if (!other) return undefined;
  const { unit, expected } = other;
  const about = { path: columnPath(way), params: { column: name, unit, ...(expected !== undefined && { expected }) } };
  return expected === undefined
    ? { ...about, code: 'unit-unknown', stops: false, message: `${name} says ${unit}; ${field.name} has no unit here.` }
    : {
        ...about,
        code: 'other-unit',
        stops: true,
        message: `${name} is in ${unit}, ${field.name} is in ${expected} here. Nothing is converted.`,
      };
}

const payerNote = (name: string, { way }: ColumnTarget): ColumnNote => ({
  path: columnPath(way),
  code: 'payer-column',
  params: { column: name },
  stops: false,
  message: `${name} seems to be of whoever pays, and fills the recipient's address.`,
});

/** The key in a create's body, as a mapping names it. */
export const keyColumnOf = (create: CreateNumber): string => columnPath(readPath(keyPathOf(create)));

/** The field that a path in a mapping means; null where it is none. */
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
    return { way, field };
  };
}
