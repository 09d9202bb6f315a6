import { templateOf } from './field-path.ts';
import { pathsOf } from '../../shared/creates/form/form-layout.ts';
import type { FormFields } from './form-fields.ts';

/** Paths in the order in which a form shows them, the lines of a list one after the other; what it does not show comes last. */
export function inScreenOrder(fields: FormFields, paths: Iterable<string>): string[] {
  const shown = pathsOf(fields);
  const place = (start: string): number => {
    const at = shown.findIndex(
      (path) => path === start || path.startsWith(`${start}.`) || path.startsWith(`${start}[`),
    );
    return at < 0 ? shown.length : at;
  };
  const placed = [...paths].map((path) => {
    const [list = '', ...lines] = path.split(/[[\]]/).filter((part) => part !== '');
    const line = lines.filter((part) => /^\d+$/.test(part)).map(Number);
    return { path, key: [place(list), ...line, place(templateOf(path))] };
  });
  return placed.toSorted((a, b) => compared(a.key, b.key)).map(({ path }) => path);
}

function compared(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((number, index) => number !== other[index]);
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? -1);
}
