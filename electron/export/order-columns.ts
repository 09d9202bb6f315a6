import { describeFields } from '../../shared/service/describe-fields.ts';
import type { CreateNumber } from '../../shared/creates/create-kinds.ts';
import { keyPathOf } from '../../shared/service/key-path.ts';
import { anyLineOf, isInList, isLine, readPath, relativeTo } from '../../shared/path/path.ts';
import { columnNames } from '../import/column-target.ts';
import type { FlatOrder } from './flatten-order.ts';

/** A column of an export: the path of its field, and the name by which the import recognises it. */
export interface OrderColumn {
  path: string;
  name: string;
}

/** Collects the columns needed for the orders of an export. */
export function columnCollector(create: CreateNumber) {
  const used = new Set<string>();
  const numbered = new Set<string>();
  const containsLists = (list: string): boolean => [...used].some((path) => isInList(relativeTo(list, path) ?? ''));
  const isNumbered = (list: string): boolean => numbered.has(list) || containsLists(list);
  return {
    add(order: FlatOrder): void {
      for (const row of order.rows) for (const path of row.keys()) used.add(path);
      for (const list of order.numbered) numbered.add(list);
    },
    /** Lists whose numbers add nothing to the order of rows. */
    unnumbered(): string[] {
      return [...used].filter((path) => isLine(path) && !isNumbered(path));
    },
    /** The key first, then in the document's order; a list has a number column only if it adds to the order of rows. */
    columns(): OrderColumn[] {
      const needed = ({ path, type }: { path: string; type: string }): string[] => {
        if (type !== 'list') return used.has(path) ? [path] : [];
        const list = anyLineOf(path);
        return used.has(list) && isNumbered(list) ? [list] : [];
      };
      return keyFirst(create, describeFields(create).flatMap(needed));
    },
  };
}

/** Columns with their names for paths, the key's first. */
export function keyFirst(create: CreateNumber, paths: readonly string[]): OrderColumn[] {
  const names = columnNames(create);
  const key = keyPathOf(create);
  const ordered = [...paths.filter((path) => path === key), ...paths.filter((path) => path !== key)];
  return ordered.map((path) => ({ path, name: names.nameOf(readPath(path)) }));
}
