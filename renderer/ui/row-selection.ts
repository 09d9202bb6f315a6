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

/** Moves the cursor; `extend` selects the range from its start to the cursor. */
export function moveTo(choosing: RowSelection, rows: readonly number[], to: number, extend: boolean): RowSelection {
  const at = rows[Math.min(Math.max(0, to), rows.length - 1)] ?? null;
  if (!extend) return { ...choosing, cursor: at, anchor: at };
  const began = choosing.anchor ?? choosing.cursor;
  const from = began !== null && rows.includes(began) ? began : at;
  const ends = [rows.indexOf(from ?? -1), rows.indexOf(at ?? -1)].toSorted((a, b) => a - b);
  const between = rows.slice(Math.max(0, ends[0] ?? 0), (ends[1] ?? 0) + 1);
  return { cursor: at, anchor: from, selected: new Set([...choosing.selected, ...between]) };
}

export function toggle(choosing: RowSelection, row: number): RowSelection {
  const chosen = new Set(choosing.selected);
  if (!chosen.delete(row)) chosen.add(row);
  return { cursor: row, anchor: row, selected: chosen };
}

export function toggleAll(choosing: RowSelection, rows: readonly number[]): RowSelection {
  const all = rows.every((row) => choosing.selected.has(row));
  return { ...choosing, selected: new Set(all ? [] : rows) };
}

/**
 * Updates the selection after a change of the list: rows that left it are no longer selected, and the cursor stays near
 * its place.
 */
export function updateSelection(
  choosing: RowSelection,
  before: readonly number[],
  rows: readonly number[],
): RowSelection {
  const there = new Set(rows);
  const named = new Set([...choosing.selected, ...(choosing.cursor === null ? [] : [choosing.cursor])]);
  const gone = [...named].filter((row) => !there.has(row));
  return deselect(choosing, gone, before, rows);
}

/** The same if only the removed rows are known, as for a list read in parts. */
export function deselect(
  choosing: RowSelection,
  gone: readonly number[],
  before: readonly number[],
  rows: readonly number[],
): RowSelection {
  const left = new Set(gone);
  const chosen = new Set([...choosing.selected].filter((row) => !left.has(row)));
  if (choosing.cursor === null || !left.has(choosing.cursor)) return { ...choosing, selected: chosen };
  const place = Math.max(0, before.indexOf(choosing.cursor));
  const at = rows[Math.min(place, rows.length - 1)] ?? null;
  return { cursor: at, anchor: at, selected: chosen };
}

/**
 * Row index a key moves the cursor to; undefined for other keys. Starts at row `seen` if the cursor is on none of the
 * rows read.
 */
export function indexAfterKey(key: string, cursor: number, seen: number, page: number): number | undefined {
  const from = cursor < 0 ? Math.max(0, seen) : cursor;
  const to: Record<string, number> = {
    ArrowDown: cursor < 0 ? from : from + 1,
    ArrowUp: Math.max(0, from - 1),
    PageDown: from + page,
    PageUp: from - page,
  };
  return to[key];
}

/** Whether a key moves, ticks or opens in a list. */
export const isListKey = (press: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>): boolean =>
  !holdsCtrl(press) &&
  ([' ', 'Enter', 'Home', 'End'].includes(press.key) || indexAfterKey(press.key, 0, 0, 1) !== undefined);
