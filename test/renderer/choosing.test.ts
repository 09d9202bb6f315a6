import { toggleAll, updateSelection, moveTo, noSelection, toggle } from '../../renderer/ui/row-selection.ts';
import { describe, expect, it } from 'vitest';

const rows = [50, 40, 30, 20, 10];
const at = (row: number) => moveTo(noSelection, rows, rows.indexOf(row), false);

describe('choosing rows', () => {
  it('moves without choosing, and stops at both ends', () => {
    expect(moveTo(noSelection, rows, 1, false)).toMatchObject({ cursor: 40, selected: new Set() });
    expect(moveTo(at(10), rows, 9, false).cursor).toBe(10);
    expect(moveTo(at(50), rows, -3, false).cursor).toBe(50);
  });

  it('extends from its start in both directions', () => {
    expect(moveTo(at(40), rows, 3, true).selected).toEqual(new Set([40, 30, 20]));
    expect(moveTo(at(20), rows, 0, true).selected).toEqual(new Set([50, 40, 30, 20]));
  });

  it('toggles one row', () => {
    const once = toggle(noSelection, 30);
    expect(once.selected).toEqual(new Set([30]));
    expect(toggle(once, 30).selected).toEqual(new Set());
  });

  it('chooses all, and none when all are chosen', () => {
    const all = toggleAll(noSelection, rows);
    expect(all.selected.size).toBe(5);
    expect(toggleAll(all, rows).selected.size).toBe(0);
  });

  it('drops rows that left the list and keeps the cursor near its place', () => {
    const before = moveTo(at(30), rows, 3, true);
    const after = updateSelection(before, rows, [50, 40, 10]);
    expect(after.selected).toEqual(new Set());
    expect(after.cursor).toBe(10);
    expect(updateSelection(at(40), rows, [60, ...rows]).cursor).toBe(40);
    expect(updateSelection(at(40), rows, []).cursor).toBe(null);
  });
});
