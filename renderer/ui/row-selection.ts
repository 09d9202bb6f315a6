import { holdsCtrl } from '../keys/read-press.ts';

/** Cursor and selection in a list of rows. Rows are identified by numbers that stay the same when the list changes. */
export interface RowSelection {
  /** Row of the cursor; null in an empty list. */
  cursor: number | null;
  /** Where a range selection began. */
  anchor: number | null;
  selected: ReadonlySet<number>;
}

export const noSelection: RowSelection = { cursor: null, anchor: null, selected: new Set() };

/** Moves the cursor to a row index. `extend` selects the rows from the start of the range to the cursor. */
export function moveCursor(
  selection: RowSelection,
  rows: readonly number[],
  targetIndex: number,
  extend: boolean,
): RowSelection {
  const row = rows[Math.min(Math.max(0, targetIndex), rows.length - 1)] ?? null;
  if (!extend) return { ...selection, cursor: row, anchor: row };
  const rangeStart = selection.anchor ?? selection.cursor;
  const rangeEnd = rangeStart !== null && rows.includes(rangeStart) ? rangeStart : row;
  const ends = [rows.indexOf(rangeEnd ?? -1), rows.indexOf(row ?? -1)].toSorted((a, b) => a - b);
  const range = rows.slice(Math.max(0, ends[0] ?? 0), (ends[1] ?? 0) + 1);
  return { cursor: row, anchor: rangeEnd, selected: new Set([...selection.selected, ...range]) };
}

export function toggleRow(selection: RowSelection, row: number): RowSelection {
  const newSelected = new Set(selection.selected);
  if (!newSelected.delete(row)) newSelected.add(row);
  return { cursor: row, anchor: row, selected: newSelected };
}

export function toggleAllRows(selection: RowSelection, rows: readonly number[]): RowSelection {
  const allSelected = rows.every((row) => selection.selected.has(row));
  return { ...selection, selected: new Set(allSelected ? [] : rows) };
}

/**
 * Updates the selection after a change of the list: rows that left the list are no longer selected, and the cursor
 * stays near its row.
 */
export function updateSelection(
  selection: RowSelection,
  previousRows: readonly number[],
  rows: readonly number[],
): RowSelection {
  const presentRows = new Set(rows);
  const knownRows = new Set([...selection.selected, ...(selection.cursor === null ? [] : [selection.cursor])]);
  const removedRows = [...knownRows].filter((row) => !presentRows.has(row));
  return deselect(selection, removedRows, previousRows, rows);
}

/** Like `updateSelection`, from the removed rows (`removedRows`), for a list of which only a part is read. */
export function deselect(
  selection: RowSelection,
  removedRows: readonly number[],
  previousRows: readonly number[],
  rows: readonly number[],
): RowSelection {
  const removed = new Set(removedRows);
  const newSelected = new Set([...selection.selected].filter((row) => !removed.has(row)));
  if (selection.cursor === null || !removed.has(selection.cursor)) return { ...selection, selected: newSelected };
  const index = Math.max(0, previousRows.indexOf(selection.cursor));
  const row = rows[Math.min(index, rows.length - 1)] ?? null;
  return { cursor: row, anchor: row, selected: newSelected };
}

/**
 * Row index to which a key moves the cursor; undefined for other keys. Starts at row `topRow` if the cursor is on none
 * of the rows read.
 */
export function indexAfterKey(key: string, cursor: number, topRow: number, page: number): number | undefined {
  const current = cursor < 0 ? Math.max(0, topRow) : cursor;
  const indexAfter: Record<string, number> = {
    ArrowDown: cursor < 0 ? current : current + 1,
    ArrowUp: Math.max(0, current - 1),
    PageDown: current + page,
    PageUp: current - page,
  };
  return indexAfter[key];
}

/** Whether a key moves, ticks or opens in a list. */
export const isListKey = (press: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>): boolean =>
  !holdsCtrl(press) &&
  ([' ', 'Enter', 'Home', 'End'].includes(press.key) || indexAfterKey(press.key, 0, 0, 1) !== undefined);
