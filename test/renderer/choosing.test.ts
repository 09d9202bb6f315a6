import { describe, expect, it } from 'vitest';
import { chooseAll, keepIn, moveTo, nothingChosen, toggle } from '../../renderer/ui/choosing.ts';

const rows = [50, 40, 30, 20, 10];
const at = (row: number) => moveTo(nothingChosen, rows, rows.indexOf(row), false);

describe('choosing rows', () => {
  it('moves without choosing, and stops at both ends', () => {
    expect(moveTo(nothingChosen, rows, 1, false)).toMatchObject({ at: 40, chosen: new Set() });
    expect(moveTo(at(10), rows, 9, false).at).toBe(10);
    expect(moveTo(at(50), rows, -3, false).at).toBe(50);
  });

  it('extends from its start in both directions', () => {
    expect(moveTo(at(40), rows, 3, true).chosen).toEqual(new Set([40, 30, 20]));
    expect(moveTo(at(20), rows, 0, true).chosen).toEqual(new Set([50, 40, 30, 20]));
  });

  it('toggles one row', () => {
    const once = toggle(nothingChosen, 30);
    expect(once.chosen).toEqual(new Set([30]));
    expect(toggle(once, 30).chosen).toEqual(new Set());
  });

  it('chooses all, and none when all are chosen', () => {
    const all = chooseAll(nothingChosen, rows);
    expect(all.chosen.size).toBe(5);
    expect(chooseAll(all, rows).chosen.size).toBe(0);
  });

  it('drops rows that left the list and keeps the cursor near its place', () => {
    const before = moveTo(at(30), rows, 3, true);
    const after = keepIn(before, rows, [50, 40, 10]);
    expect(after.chosen).toEqual(new Set());
    expect(after.at).toBe(10);
    expect(keepIn(at(40), rows, [60, ...rows]).at).toBe(40);
    expect(keepIn(at(40), rows, []).at).toBe(null);
  });
});
