/**
 * A step of a path into a request body: a name, or in a list the index of a line, from 0, or `anyLine`. Only this
 * file knows the notations of paths:
 *
 * | notation | example                         | used in                                            |
 * | -------- | ------------------------------- | -------------------------------------------------- |
 * | steps    | `['Package', 'Skus', 0, 'Sku']` | the program: keys, lists of goods, column mappings |
 * | field    | `Package.Skus[0].Sku`           | forms, and their saved state                       |
 * | contract | `Package.Skus[].Sku`            | field descriptions, form layouts, memories         |
 * | JSONPath | `$.Package.Skus[0].Sku`         | issues, problems, advice                           |
 * | column   | `$.Package.Skus[*].Sku`         | mappings of an import                              |
 * | bare     | `Package.Skus.Sku`              | sheet headings                                     |
 */
export type Step = string | number;
export type Path = readonly Step[];

/** Stands for any line of a list, in place of its number. */
export const anyLine = '*';

/** Parses a field or contract path into steps; `[]` and `[*]` are any line. */
export const readPath = (text: string): Step[] =>
  [...text.matchAll(/([^.[\]]+)|\[(\d*)\]/g)].map(([, name, line]) => name ?? (line ? Number(line) : anyLine));

/** Formats a path as in forms, `Package.Skus[0].Sku`; any line is written as in the contract, `Package.Skus[].Sku`. */
export const writePath = (path: Path): string =>
  path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    return step === anyLine ? `${text}[]` : joinPaths(text, step);
  }, '');

/** Formats a path as in the contract, without line numbers: `Package.Skus[].Sku`. */
export const contractPath = (path: Path): string =>
  writePath(path.map((step) => (typeof step === 'number' ? anyLine : step)));

/** Converts a field path to the contract's notation: `Package.Skus[].Sku`. */
export const templateOf = (path: string): string => path.replace(/\[(\d+|\*)\]/g, '[]');

/** A contract path without its list marks: `Package.Skus.Sku`. */
export const barePath = (path: string): string => path.replaceAll('[]', '');

/** Formats a JSONPath: `$.Package.Skus[0].Sku`; names that are not plain words are put in brackets. */
export const jsonPath = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    const name = String(step);
    return /^[A-Za-z_]\w*$/.test(name) ? `${text}.${name}` : `${text}['${name.replace(/['\\]/g, '\\$&')}']`;
  }, '$');

const jsonStep = String.raw`\.([A-Za-z_]\w*)|\['((?:[^'\\]|\\.)*)'\]|\[(\d{1,6})\]`;
const jsonSteps = new RegExp(jsonStep, 'g');
const wholeJsonPath = new RegExp(`^\\$(?:${jsonStep})+$`);

/** Parses a JSONPath as written by `jsonPath`; null for any other text, and for the whole value (`$`). */
export function readJsonPath(text: string): Step[] | null {
  if (!wholeJsonPath.test(text)) return null;
  return [...text.matchAll(jsonSteps)].map(({ 1: name, 2: quoted, 3: line }) =>
    line === undefined ? (name ?? (quoted ?? '').replaceAll(/\\(.)/g, '$1')) : Number(line),
  );
}

const quotedLine = `['${anyLine}']`;
const columnLine = `[${anyLine}]`;

/** Formats a path as in import mappings: `$.Package.Skus[*].Sku`. */
export const columnPath = (path: Path): string => jsonPath(path).replaceAll(quotedLine, columnLine);

/** Parses a mapping's path; null if the text is not a path. */
export const readColumnPath = (text: string): Step[] | null => readJsonPath(text.replaceAll(columnLine, quotedLine));

/** The form path of the field that an issue or a column names; '' for the whole body. */
export const fieldPathOf = (text: string): string => writePath(readColumnPath(text) ?? []);

/** The name of a field within its parent: `Sku` of `Package.Skus[0].Sku`. */
export const lastName = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

/** The parent of a field: `Package.Skus[0]` of `Package.Skus[0].Sku`; '' at the top. */
export const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('.')));

/** The path of a line of a list. */
export const lineAt = (list: string, line: number): string => `${list}[${line}]`;

/** The path of a field of a line. */
export const fieldInLine = (list: string, line: number, column: string): string => `${list}[${line}].${column}`;

/** Any line of a list, in the contract's notation. */
export const anyLineOf = (list: string): string => `${list}[]`;

/** Whether a path ends at a line of a list, numbered or any. */
export const isLine = (path: string): boolean => path.endsWith(']');

/** The list of a line; any other path unchanged. */
export const withoutLine = (path: string): string => path.replace(/\[[^[\]]*\]$/, '');

/** The innermost line around a path; '' if there is none. */
export const enclosingLine = (path: string): string => path.slice(0, path.lastIndexOf(']') + 1);

/** Replaces the line numbers of a path, outermost first. */
export function withLines(path: string, lines: readonly (number | undefined)[]): string {
  let lineIndex = 0;
  return path.replace(/\[\d+\]/g, () => `[${lines[lineIndex++]}]`);
}

/** The path of a field of any line, in the contract's notation. */
export const fieldInAnyLine = (list: string, column: string): string => `${list}[].${column}`;

/** Joins a path with one relative to it: `Duty` and `Value` give `Duty.Value`. */
export const joinPaths = (outer: string, inner: string): string => (outer === '' ? inner : `${outer}.${inner}`);

/** Whether a path equals `outer` or is inside it. */
export const isWithin = (path: string, outer: string): boolean =>
  path === outer || (path.startsWith(outer) && (path[outer.length] === '.' || path[outer.length] === '['));

/**
 * A path relative to an object or line: `Duty.Value` for `Skus[0].Duty.Value` in `Skus[0]`; undefined if it is outside.
 */
export const relativeTo = (outer: string, path: string): string | undefined =>
  path.startsWith(`${outer}.`) ? path.slice(outer.length + 1) : undefined;

export interface ListLine {
  list: string;
  line: number;
}

/** Every line around a field, outermost first: `A[1].B[2].C` is in line 1 of `A` and line 2 of `A[1].B`. */
export const linesIn = (path: string): ListLine[] =>
  [...path.matchAll(/\[(\d+)\]/g)].map((match) => ({ list: path.slice(0, match.index), line: Number(match[1]) }));

/** Splits a path at its lines. Each list, and `rest`, is relative to the line before it. */
export function splitAtLines(path: string): { lines: ListLine[]; rest: string } {
  const lines: ListLine[] = [];
  let start = 0;
  for (let openIndex = path.indexOf('['); openIndex >= 0; openIndex = path.indexOf('[', start)) {
    const closeIndex = path.indexOf(']', openIndex);
    if (closeIndex < 0) break;
    lines.push({ list: path.slice(start, openIndex), line: Number(path.slice(openIndex + 1, closeIndex)) });
    start = path[closeIndex + 1] === '.' ? closeIndex + 2 : closeIndex + 1;
  }
  return { lines, rest: path.slice(start) };
}

/** The outermost list of a path, or the path itself if it is in none. */
export const outerList = (path: string): string => path.split('[', 1)[0] ?? path;

/** Whether a path leads into or through a list. */
export const isInList = (path: string): boolean => path.includes('[');

/** Replaces any line in a path by a line number. */
export const withLine = (path: Path, line: number): Path => path.map((step) => (step === anyLine ? line : step));

/** Whether one path starts with the other. */
export const beginsWith = (path: Path, start: Path): boolean => start.every((step, index) => path[index] === step);

/** Every leaf of a body with its path, `Package.Skus[0].Sku`; empty lists and objects count as leaves. */
export function leavesOf(value: unknown, path = ''): [path: string, leaf: unknown][] {
  if (typeof value !== 'object' || value === null) return value === undefined ? [] : [[path, value]];
  const leaves = Array.isArray(value)
    ? value.flatMap((item, index) => leavesOf(item, lineAt(path, index)))
    : Object.entries(value).flatMap(([name, item]) => leavesOf(item, joinPaths(path, name)));
  return leaves.length === 0 && path !== '' ? [[path, value]] : leaves;
}

/** Sets a value of a body under construction and creates missing parents. Existing parents must fit the path. */
export function putLeaf(body: Record<string, unknown>, path: Path, value: unknown): void {
  let parent = body;
  for (const [depth, step] of path.slice(0, -1).entries()) {
    parent[step] ??= typeof path[depth + 1] === 'number' ? [] : {};
    parent = parent[step] as Record<string, unknown>;
  }
  const lastStep = path.at(-1);
  if (lastStep !== undefined) parent[lastStep] = value;
}
