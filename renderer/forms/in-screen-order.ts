import { isWithin, linesIn, outerList, templateOf } from '../../shared/path/path.ts';
import { pathsOf } from '../../shared/creates/form/form-layout.ts';
import type { FormFields } from './form-fields.ts';

/** Sorts paths by their place on the form, line by line within a list; paths the form does not show come last. */
export function sortByScreenOrder(fields: FormFields, paths: Iterable<string>): string[] {
  const shown = pathsOf(fields);
  const place = (start: string): number => {
    const at = shown.findIndex((path) => isWithin(path, start));
    return at < 0 ? shown.length : at;
  };
  const placed = [...paths].map((path) => {
    const lines = linesIn(path).map(({ line }) => line);
    return { path, key: [place(outerList(path)), ...lines, place(templateOf(path))] };
  });
  return placed.toSorted((a, b) => compareKeys(a.key, b.key)).map(({ path }) => path);
}

function compareKeys(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((number, index) => number !== other[index]);
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? -1);
}
