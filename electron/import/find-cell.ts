import { anyLine, beginsWith, contractPath, jsonPath, readJsonPath, type Path } from '../../shared/path/path.ts';
import type { PlacedList } from './place-cells.ts';
import type { Column } from './read-header.ts';

interface FilledField {
  path: Path;
  row: number;
  column: number;
}

/**
 * Finds the cell for a breach at a JSONPath: the one that filled the field, else the one that would, in the first row
 * of its list entry.
 */
export function findCell(
  columns: readonly Column[],
  filled: readonly FilledField[],
  lists: readonly PlacedList[],
  firstRow: number,
): (path: string) => { row: number; column: number | null } {
  // built at the first breach: most orders have none
  let byPath: Map<string, FilledField> | undefined;

  function rowOf(way: Path): number {
    const entries = lists.flatMap(({ path: list, entries }) => {
      const number = way[list.length];
      const inside = typeof number === 'number' && beginsWith(way, list);
      return inside ? [{ depth: list.length, row: entries[number] }] : [];
    });
    return entries.sort((a, b) => b.depth - a.depth)[0]?.row ?? firstRow;
  }

  return (path) => {
    byPath ??= new Map(filled.map((one) => [jsonPath(one.path), one]));
    const found = byPath.get(path);
    if (found) return { row: found.row, column: found.column };
    const way = readJsonPath(path) ?? [];
    const exact = columns.findIndex(({ target }) => target && jsonPath(target.path) === path);
    const meant = contractPath(way);
    const column = exact >= 0 ? exact : columns.findIndex(({ target }) => target && targetPath(target.path) === meant);
    return { row: rowOf(way), column: column < 0 ? null : column };
  };
}

// the column of a list itself stands for the list, not for its entries; one with a line number fills that line only
const targetPath = (way: Path): string =>
  way.some((step) => typeof step === 'number') ? '' : contractPath(way.at(-1) === anyLine ? way.slice(0, -1) : way);
