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
import { columnNames, leafFields, maxLines, type ColumnTarget } from './column-target.ts';
import { readTitle } from './column-title.ts';
import { otherTitle } from './other-titles.ts';
import { targetOfTitle, type Column } from './read-header.ts';

/** Lines of goods offered for columns, where the header names no more. */
const offeredLines = 3;

/** The field each column most likely means: by its exact name, else by its letters and digits alone, else by what others call it; each field once. */
export function guessMapping(titles: readonly string[], create: CreateNumber, units: UnitSettings): ImportMapping {
  const names = columnNames(create);
  const alike = new Map(leafFields(create).flatMap(({ name, path }) => [name, path].map((it) => [bare(it), it])));
  const taken = new Set<string>();
  const guessed = titles.map((title) => targetOfTitle(title, names, units));
  for (const one of guessed) if ('target' in one && one.target) taken.add(columnPath(one.target.way));
  const used = new Set<string>();
  /** by its own name first, then by one alike, last by what others call it: a surer column keeps its field */
  const meanings = [(title: string) => [alike.get(title) ?? ''], (title: string) => otherTitle(title)];
  const mapping: (string | null)[] = titles.map((_, index) => {
    const found = guessed[index];
    const path = found && 'target' in found && found.target ? columnPath(found.target.way) : null;
    if (path === null || used.has(path)) return null;
    used.add(path);
    return path;
  });
  for (const meant of meanings)
    for (const [index, title] of titles.entries()) {
      const found = guessed[index];
      if (mapping[index] !== null || !found || 'otherUnit' in found) continue;
      const targets = [meant(bare(readTitle(title).name))].flat().map((name) => names.target(name));
      const path = targets
        .flatMap((target) => (target ? [columnPath(target.way)] : []))
        .find((one) => !used.has(one) && !taken.has(one));
      if (path === undefined) continue;
      used.add(path);
      mapping[index] = path;
    }
  return mapping;
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
 * The columns of a header with what a person has mapped them to; a column without is told of where it is filled. Throws ProblemError
 * `bad-file` where two columns fill one field, the key has none, or a path is no field.
 */
export function mapColumns(names: readonly string[], mapping: ImportMapping, create: CreateNumber): Column[] {
  const at = targetsByPath(create);
  const first = new Map<string, string>();
  const columns = names.map((given, index): Column => {
    const name = given || `column ${index + 1}`;
    const path = mapping[index] ?? null;
    if (path === null)
      return { name, target: null, ignored: `Column ${name} goes to no field, so its cells are not sent.` };
    const target = at(path);
    if (!target) throw badFile('header', `${path} is no field that a column can fill.`);
    const other = first.get(path);
    if (other !== undefined)
      throw badFile('header', `Columns ${other} and ${name} fill the same field. Take one of them out.`);
    first.set(path, name);
    return { name, target };
  });
  if (!first.has(keyColumnOf(create)))
    throw badFile('missing-column', `No column is mapped to ${endpointOf(create).key?.kind}: every order needs one.`);
  return columns;
}

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
