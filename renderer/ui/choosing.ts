import { holdsCtrl } from '../keys/read-press.ts';

/** Cursor and selection in a list of rows. Rows are identified by numbers that stay the same when the list changes. */
export interface Choosing {
  /** Row of the cursor; null in an empty list. */
  at: number | null;
  /** Where a range selection began. */
  from: number | null;
  chosen: ReadonlySet<number>;
}

export const nothingChosen: Choosing = { at: null, from: null, chosen: new Set() };

/** Moves the cursor; `extend` selects the range from its start to the cursor. */
export function moveTo(choosing: Choosing, rows: readonly number[], to: number, extend: boolean): Choosing {
  const at = rows[Math.min(Math.max(0, to), rows.length - 1)] ?? null;
  if (!extend) return { ...choosing, at, from: at };
  const began = choosing.from ?? choosing.at;
  const from = began !== null && rows.includes(began) ? began : at;
  const ends = [rows.indexOf(from ?? -1), rows.indexOf(at ?? -1)].toSorted((a, b) => a - b);
  const between = rows.slice(Math.max(0, ends[0] ?? 0), (ends[1] ?? 0) + 1);
  return { at, from, chosen: new Set([...choosing.chosen, ...between]) };
}

export function toggle(choosing: Choosing, row: number): Choosing {
  const chosen = new Set(choosing.chosen);
  if (!chosen.delete(row)) chosen.add(row);
  return { at: row, from: row, chosen };
}

export function chooseAll(choosing: Choosing, rows: readonly number[]): Choosing {
  const all = rows.every((row) => choosing.chosen.has(row));
  return { ...choosing, chosen: new Set(all ? [] : rows) };
}

/**
 * Updates the selection after a change of the list: rows that left it are no longer selected, and the cursor stays near
 * its place.
 */
export function keepIn(choosing: Choosing, before: readonly number[], rows: readonly number[]): Choosing {
  const there = new Set(rows);
  const named = new Set([...choosing.chosen, ...(choosing.at === null ? [] : [choosing.at])]);
  const gone = [...named].filter((row) => !there.has(row));
  return without(choosing, gone, before, rows);
}

/** The same if only the removed rows are known, as for a list read in parts. */
export function without(
  choosing: Choosing,
  gone: readonly number[],
  before: readonly number[],
  rows: readonly number[],
): Choosing {
  const left = new Set(gone);
  const chosen = new Set([...choosing.chosen].filter((row) => !left.has(row)));
  if (choosing.at === null || !left.has(choosing.at)) return { ...choosing, chosen };
  const place = Math.max(0, before.indexOf(choosing.at));
  const at = rows[Math.min(place, rows.length - 1)] ?? null;
  return { at, from: at, chosen };
}

/**
 * Row index a key moves the cursor to; undefined for other keys. Starts at row `seen` if the cursor is on none of the
 * rows read.
 */
export function afterKey(key: string, cursor: number, seen: number, page: number): number | undefined {
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
export const isKeyOfList = (press: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>): boolean =>
  !holdsCtrl(press) &&
  ([' ', 'Enter', 'Home', 'End'].includes(press.key) || afterKey(press.key, 0, 0, 1) !== undefined);
