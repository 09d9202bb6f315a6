/**
 * A place in the body of a request, step by step: names, and in lists the number of a line, from 0, or `anyLine`. This is the only file that knows how
 * places are written:
 *
 * | notation | example                       | stands in                                            |
 * | -------- | ----------------------------- | ---------------------------------------------------- |
 * | steps    | `['Package', 'Skus', 0, 'Sku']` | the program: keys, places of goods, ways of columns  |
 * | field    | `Package.Skus[0].Sku`         | forms, and what is kept of them                      |
 * | contract | `Package.Skus[].Sku`          | descriptions of fields, layouts of forms, memories   |
 * | JSONPath | `$.Package.Skus[0].Sku`       | issues, problems, advice                             |
 * | column   | `$.Package.Skus[*].Sku`       | mappings of an import                                |
 * | bare     | `Package.Skus.Sku`            | headings of sheets, the meter                        |
 */
export type Step = string | number;
export type Path = readonly Step[];

/** In the place of a number: any line of the list. */
export const anyLine = '*';

/** The steps of a field's path or a contract's; `[]` and `[*]` are any line. */
export const readPath = (text: string): Step[] =>
  [...text.matchAll(/([^.[\]]+)|\[(\d*)\]/g)].map(([, name, line]) => name ?? (line ? Number(line) : anyLine));

/** A path as a form writes it, `Package.Skus[0].Sku`; with any line as the contract does, `Package.Skus[].Sku`. */
export const writePath = (path: Path): string =>
  path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    return step === anyLine ? `${text}[]` : join(text, step);
  }, '');

/** As the contract writes it, whatever the lines: `Package.Skus[].Sku`. */
export const contractPath = (path: Path): string =>
  writePath(path.map((step) => (typeof step === 'number' ? anyLine : step)));

/** The same of a path that is text already. */
export const templateOf = (path: string): string => path.replace(/\[(\d+|\*)\]/g, '[]');

/** A contract's path without a word of its lists: `Package.Skus.Sku`. */
export const barePath = (path: string): string => path.replaceAll('[]', '');

/** JSONPath: `$.Package.Skus[0].Sku`; a name that is no plain word goes into brackets. */
export const jsonPath = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    const name = String(step);
    return /^[A-Za-z_]\w*$/.test(name) ? `${text}.${name}` : `${text}['${name.replace(/['\\]/g, '\\$&')}']`;
  }, '$');

const jsonStep = String.raw`\.([A-Za-z_]\w*)|\['((?:[^'\\]|\\.)*)'\]|\[(\d{1,6})\]`;
const jsonSteps = new RegExp(jsonStep, 'g');
const wholeJsonPath = new RegExp(`^\\$(?:${jsonStep})+$`);

/** The steps of a JSONPath as `jsonPath` writes it; null for any other text, and for the whole value (`$`). */
export function readJsonPath(text: string): Step[] | null {
  if (!wholeJsonPath.test(text)) return null;
  return [...text.matchAll(jsonSteps)].map(({ 1: name, 2: quoted, 3: line }) =>
    line === undefined ? (name ?? (quoted ?? '').replaceAll(/\\(.)/g, '$1')) : Number(line),
  );
}

const quotedLine = `['${anyLine}']`;
const columnLine = `[${anyLine}]`;

/** As a mapping names what a column fills: `$.Package.Skus[*].Sku`. */
export const columnPath = (path: Path): string => jsonPath(path).replaceAll(quotedLine, columnLine);

/** The same back; null for a text that is no path. */
export const readColumnPath = (text: string): Step[] | null => readJsonPath(text.replaceAll(columnLine, quotedLine));

/** The path of the field that an issue or a column names; '' for the whole body. */
export const fieldOf = (text: string): string => writePath(readColumnPath(text) ?? []);

/** The name of a field within what it lies in: `Sku` of `Package.Skus[0].Sku`. */
export const lastName = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

/** What a field lies in: `Package.Skus[0]` of `Package.Skus[0].Sku`; '' for one at the top. */
export const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('.')));

/** The path of a line of a list. */
export const lineAt = (list: string, line: number): string => `${list}[${line}]`;

/** The path of a field of a line. */
export const inLine = (list: string, line: number, column: string): string => `${list}[${line}].${column}`;

/** Any line of a list, as the contract writes it. */
export const anyLineOf = (list: string): string => `${list}[]`;

/** Whether a path names a line of a list, or any. */
export const isLine = (path: string): boolean => path.endsWith(']');

/** The list that a line is of; any other path as it is. */
export const withoutLine = (path: string): string => path.replace(/\[[^[\]]*\]$/, '');

/** The innermost line a path lies in; '' where it lies in none. */
export const lineAround = (path: string): string => path.slice(0, path.lastIndexOf(']') + 1);

/** A path with other numbers of its lines, the outermost first. */
export function withLines(path: string, lines: readonly (number | undefined)[]): string {
  let at = 0;
  return path.replace(/\[\d+\]/g, () => `[${lines[at++]}]`);
}

/** The path of a field of any line, as the contract writes it. */
export const inAnyLine = (list: string, column: string): string => `${list}[].${column}`;

/** A path that is told from another on: `Duty` and `Value` are `Duty.Value`. */
export const join = (outer: string, inner: string): string => (outer === '' ? inner : `${outer}.${inner}`);

/** Whether a path is this one, or lies in it. */
export const isWithin = (path: string, outer: string): boolean =>
  path === outer || (path.startsWith(outer) && (path[outer.length] === '.' || path[outer.length] === '['));

/** A path from the object or line it lies in on: `Duty.Value` of `Skus[0].Duty.Value` in `Skus[0]`; undefined for one elsewhere. */
export const relativeTo = (outer: string, path: string): string | undefined =>
  path.startsWith(`${outer}.`) ? path.slice(outer.length + 1) : undefined;

/** A line of a list. */
export interface LineOf {
  list: string;
  line: number;
}

/** Every line a field lies in, the outermost first: `A[1].B[2].C` lies in `A` 1 and `A[1].B` 2. */
export const linesIn = (path: string): LineOf[] =>
  [...path.matchAll(/\[(\d+)\]/g)].map((found) => ({ list: path.slice(0, found.index), line: Number(found[1]) }));

/** A path taken apart where it goes through lines: each list, and the rest, are told from the line before on. */
export function apartAtLines(path: string): { lines: LineOf[]; rest: string } {
  const lines: LineOf[] = [];
  let from = 0;
  for (let open = path.indexOf('['); open >= 0; open = path.indexOf('[', from)) {
    const close = path.indexOf(']', open);
    if (close < 0) break;
    lines.push({ list: path.slice(from, open), line: Number(path.slice(open + 1, close)) });
    from = path[close + 1] === '.' ? close + 2 : close + 1;
  }
  return { lines, rest: path.slice(from) };
}

/** The outermost list a path lies in, or is; the path itself where it lies in none. */
export const outerList = (path: string): string => path.split('[', 1)[0] ?? path;

/** Whether a path leads into a list, or through one. */
export const isInList = (path: string): boolean => path.includes('[');

/** A path with this line in the place of any. */
export const withLine = (path: Path, line: number): Path => path.map((step) => (step === anyLine ? line : step));

/** Whether one way begins with the other. */
export const beginsWith = (path: Path, start: Path): boolean => start.every((step, at) => path[at] === step);
