import { holdsCtrl } from '../keys/read-press.ts';

/** A cursor in a list of rows, and which rows are chosen. Rows are named by numbers that stay when the list moves. */
export interface Choosing {
  /** row under the cursor, or null in an empty list */
  at: number | null;
  /** where an extended choice began */
  from: number | null;
  chosen: ReadonlySet<number>;
}

export const nothingChosen: Choosing = { at: null, from: null, chosen: new Set() };

/** Moves the cursor; extending chooses everything between where it began and the cursor. */
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

/** After the list has changed: what left it is no longer chosen, and the cursor stays near where it was. */
export function keepIn(choosing: Choosing, before: readonly number[], rows: readonly number[]): Choosing {
  const there = new Set(rows);
  const named = new Set([...choosing.chosen, ...(choosing.at === null ? [] : [choosing.at])]);
  const gone = [...named].filter((row) => !there.has(row));
  return without(choosing, gone, before, rows);
}

/** The same where only what left the list is known, as of a list that is read in parts. */
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

/** Where a key takes the cursor; nowhere where it takes it nowhere. It begins at the row `seen` where it stands at none, or far out of sight. */
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

/** Whether a key moves in a list, ticks or opens. */
export const isKeyOfList = (press: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>): boolean =>
  !holdsCtrl(press) &&
  ([' ', 'Enter', 'Home', 'End'].includes(press.key) || afterKey(press.key, 0, 0, 1) !== undefined);
