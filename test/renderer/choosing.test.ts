import { toggleAllRows, updateSelection, moveCursor, noSelection, toggleRow } from '../../renderer/ui/row-selection.ts';
import { describe, expect, it } from 'vitest';

const rows = [50, 40, 30, 20, 10];
const at = (row: number) => moveCursor(noSelection, rows, rows.indexOf(row), false);

describe('choosing rows', () => {
  it('moves without choosing, and stops at both ends', () => {
    expect(moveCursor(noSelection, rows, 1, false)).toMatchObject({ cursor: 40, selected: new Set() });
    expect(moveCursor(at(10), rows, 9, false).cursor).toBe(10);
    expect(moveCursor(at(50), rows, -3, false).cursor).toBe(50);
  });

  it('extends from its start in both directions', () => {
    expect(moveCursor(at(40), rows, 3, true).selected).toEqual(new Set([40, 30, 20]));
    expect(moveCursor(at(20), rows, 0, true).selected).toEqual(new Set([50, 40, 30, 20]));
  });

  it('toggles one row', () => {
    const once = toggleRow(noSelection, 30);
    expect(once.selected).toEqual(new Set([30]));
    expect(toggleRow(once, 30).selected).toEqual(new Set());
  });

  it('chooses all, and none when all are chosen', () => {
    const all = toggleAllRows(noSelection, rows);
    expect(all.selected.size).toBe(5);
    expect(toggleAllRows(all, rows).selected.size).toBe(0);
  });

  it('drops rows that left the list and keeps the cursor near its place', () => {
    const before = moveCursor(at(30), rows, 3, true);
    const after = updateSelection(before, rows, [50, 40, 10]);
    expect(after.selected).toEqual(new Set());
    expect(after.cursor).toBe(10);
    expect(updateSelection(at(40), rows, [60, ...rows]).cursor).toBe(40);
    expect(updateSelection(at(40), rows, []).cursor).toBe(null);
  });
});
