import { scrollToRow, windowOfRows } from '../../renderer/ui/row-window.ts';
import { describe, expect, it } from 'vitest';

describe('rows of a long list', () => {
  it('are rendered if in view or a little beyond, however many there are', () => {
    for (const count of [1, 20, 1000, 100_000, 1_000_000]) {
      const { height } = windowOfRows(count, 36, 700, 0);
      for (let step = 0; step <= 50; step++) {
        const drawn = windowOfRows(count, 36, 700, (height - 700) * (step / 50));
        expect(drawn.end - drawn.first).toBeLessThanOrEqual(38);
        expect(drawn.first).toBeGreaterThanOrEqual(0);
        expect(drawn.end).toBeLessThanOrEqual(count);
      }
    }
  });

  it('are rendered without a gap in the view', () => {
    const count = 1_000_000;
    const { height } = windowOfRows(count, 36, 700, 0);
    expect(height).toBeLessThan(16_000_000);
    for (let step = 0; step <= 997; step++) {
      const scrollTop = (height - 700) * (step / 997);
      const { first, end, top } = windowOfRows(count, 36, 700, scrollTop);
      expect(top).toBeLessThanOrEqual(scrollTop + 0.01);
      expect(top + (end - first) * 36).toBeGreaterThanOrEqual(scrollTop + 700 - 0.01);
    }
  });

  it('can be scrolled to from the first to the last', () => {
    const { height } = windowOfRows(1_000_000, 36, 700, 0);
    expect(windowOfRows(1_000_000, 36, 700, 0).first).toBe(0);
    expect(windowOfRows(1_000_000, 36, 700, height).end).toBe(1_000_000);
  });

  it('are scrolled into view, unless they are in view already', () => {
    expect(scrollToRow(5, 100, 36, 700, 0)).toBe(0);
    expect(scrollToRow(99, 100, 36, 700, 0)).toBe(100 * 36 - 700);
    expect(scrollToRow(0, 100, 36, 700, 500)).toBe(0);
    const far = scrollToRow(900_000, 1_000_000, 36, 700, 0);
    const { first, end } = windowOfRows(1_000_000, 36, 700, far, 0);
    expect(first).toBeLessThanOrEqual(900_000);
    expect(end).toBeGreaterThan(900_000);
  });
});
