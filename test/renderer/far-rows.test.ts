import { rest, shown } from './paged-list.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('a list scrolled far from its loaded rows', () => {
  /** The 30 rows in view from this row of the list on. */
  const seen = ({ rows }: Awaited<ReturnType<typeof shown>>, first: number) =>
    rows.seqs.slice(first - rows.above, first - rows.above + 30);
  const look = async (at: Awaited<ReturnType<typeof shown>>, first: number) => {
    at.rows.setVisible(first, first + 30);
    await rest(60);
  };

  it.each([50_000, 20_000, 99_000, 400, 99_960, 12])(
    'loads no more than two pages to show the rows there: row %d',
    async (first) => {
      const made = await shown(100_000, true);
      const before = made.asked.rows;
      await look(made, first);
      expect(seen(made, first)).toEqual(made.list().slice(first, first + 30));
      expect(made.rows.length).toBe(100_000);
      expect(made.asked.rows - before).toBeLessThan(2 * 150 + 2);
      expect(made.asked.all).toBe(0);
    },
  );

  it('keeps its rows in place while more load in either direction or arrive at the top', async () => {
    const made = await shown(100_000, true);
    await look(made, 50_000);
    for (let first = 50_000; first > 48_000; first -= 100) {
      await look(made, first);
      expect(seen(made, first)).toEqual(made.list().slice(first, first + 30));
    }
    for (let first = 48_000; first < 51_000; first += 100) await look(made, first);
    expect(seen(made, 50_900)).toEqual(made.list().slice(50_900, 50_930));
    made.put([100_001, 100_002]);
    made.rows.markChanged();
    await rest(80);
    expect(seen(made, 50_900)).toEqual(made.list().slice(50_902, 50_932));
    await look(made, 0);
    expect(seen(made, 0)[0]).toBe(100_002);
  });

  it('shows real rows and stops loading if most row ids are clustered', async () => {
    const made = await shown(100_000, true);
    made.take(made.list().filter((seq) => seq > 1 && seq < 98_000));
    made.rows.start();
    await rest(60);
    for (const first of [1000, 1800, 600]) {
      await look(made, first);
      const there = seen(made, first);
      const from = made.list().indexOf(there[0] ?? 0);
      expect(there).toHaveLength(30);
      expect(there).toEqual(made.list().slice(from, from + 30));
    }
    await look(made, 1971);
    expect(made.rows.seqs.at(-1)).toBe(1);
    const { pages } = made.asked;
    await rest(500);
    expect(made.asked.pages).toBe(pages);
  });

  it('loads no page automatically while its length is unknown', async () => {
    const made = await shown(5000);
    await made.rows.showEdge('last');
    const { above } = made.rows;
    expect(above).toBeGreaterThan(0);
    made.rows.setVisible(above + 100, above + 130);
    await rest(300);
    // Rows in view stay in view while a page loads above them.
    expect(made.rows.seqs.length).toBeLessThan(151);
    made.rows.setVisible(0, 30);
    await rest(60);
    expect(made.rows.seqs).toEqual(made.list().slice(-made.rows.seqs.length));
  });
});
