import type { ImportMapping } from '../../shared/import-steps.ts';
import { describeFields } from '../../shared/service/describe-fields.ts';
import { endpointOf, type CreateNumber } from '../../shared/service/endpoints.ts';
import { jsonPath } from '../../shared/service/issue.ts';
import { readJsonPath } from '../../shared/service/read-json-path.ts';
import { badFile } from './bad-file.ts';
import { columnTargets, leafFields, mostLines, type ColumnTarget } from './column-target.ts';
import type { Column } from './read-header.ts';

/** Lines of goods offered for columns, where the header names no more. */
const offeredLines = 3;

/** The field each column most likely means: by its exact name, else by its letters and digits alone; each field once. */
export function guessMapping(names: readonly string[], create: CreateNumber): ImportMapping {
  const exact = columnTargets(create);
  const alike = new Map(leafFields(create).flatMap(({ name, path }) => [name, path].map((it) => [bare(it), it])));
  const taken = new Set<string>();
  const guessed = names.map((name) => exact(name));
  for (const target of guessed) if (target) taken.add(jsonPath(target.way));
  const used = new Set<string>();
  return names.map((name, index) => {
    const sure = guessed[index];
    const target = sure ?? exact(alike.get(bare(name)) ?? '');
    const path = target ? jsonPath(target.way) : null;
    if (path === null || used.has(path) || (!sure && taken.has(path))) return null;
    used.add(path);
    return path;
  });
}

const bare = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Fields a column can go to, in the document's order; fields of goods once a line. */
export function offeredFields(create: CreateNumber, mapping: ImportMapping): { path: string; required: boolean }[] {
  const must = new Map(describeFields(create).map(({ path, required }) => [path, required]));
  const key = endpointOf(create).key?.path.join('.') ?? '';
  const named = mapping.flatMap((path) => (path === null ? [] : (readJsonPath(path) ?? [])));
  const most = Math.max(0, ...named.filter((step) => typeof step === 'number'));
  const lines = Math.min(mostLines, Math.max(offeredLines, most + 2));
  return leafFields(create).flatMap(({ path }) => {
    if (!path.includes('[]')) return [{ path: `$.${path}`, required: isRequired(path, key, must) }];
    return Array.from({ length: lines }, (_, line) => ({
      path: `$.${path.replaceAll('[]', `[${line}]`)}`,
      required: false,
    }));
  });
}

/** In every request, that is: it and all that it lies in must be there. What holds the key always is. */
function isRequired(path: string, key: string, must: ReadonlyMap<string, boolean>): boolean {
  const names = path.split('.');
  return names
    .map((_, index) => names.slice(0, index + 1).join('.'))
    .every((part) => must.get(part) === true || part === key || key.startsWith(`${part}.`));
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
  if (!first.has(keyPathOf(create)))
    throw badFile('missing-column', `No column is mapped to ${endpointOf(create).key?.kind}: every order needs one.`);
  return columns;
}

/** JSONPath of the key in a create's body. */
export const keyPathOf = (create: CreateNumber): string => jsonPath(endpointOf(create).key?.path ?? []);

function targetsByPath(create: CreateNumber): (path: string) => ColumnTarget | null {
  const fields = new Map(leafFields(create).map((field) => [field.path, field]));
  return (path) => {
    const way = readJsonPath(path);
    if (!way || way.some((step) => typeof step === 'number' && step >= mostLines)) return null;
    const general = way
      .map((step) => (typeof step === 'number' ? '[]' : `.${step}`))
      .join('')
      .slice(1);
    const field = fields.get(general);
    return field ? { way, field } : null;
  };
}
