import { jsonPath } from '../../shared/service/issue.ts';
import { readJsonPath } from '../../shared/service/read-json-path.ts';

/** A step into a request: a name, the number of an entry of a list, or `line`: the entry that stands in the row. */
export type Step = string | number;
export const line = '*';

/** `['Boxes', '*', 'Weight']` → `$.Boxes[*].Weight`, as a mapping names what a column fills. */
export const columnPath = (way: readonly Step[]): string => jsonPath(way).replaceAll(`['${line}']`, `[${line}]`);

/** The same back; null for a text that is no path. */
export const readColumnPath = (path: string): Step[] | null =>
  readJsonPath(path.replaceAll(`[${line}]`, `['${line}']`));

/** The way as the contract's field descriptions write it: `Boxes[].Weight`. */
export const contractPath = (way: readonly Step[]): string =>
  way
    .map((step) => (typeof step === 'number' || step === line ? '[]' : `.${step}`))
    .join('')
    .slice(1);

/** The way of a field description's path, every list of it by rows. */
export const wayByRows = (path: string): Step[] =>
  path.split('.').flatMap((part) => (part.endsWith('[]') ? [part.slice(0, -2), line] : [part]));
