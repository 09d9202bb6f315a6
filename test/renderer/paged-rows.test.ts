import { PagedRows } from '../../renderer/state/paged-rows.svelte.ts';
import { type Row, rest, desk, shown } from './paged-list.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('a paged list', () => {
  it('requests only a page at a time however long it is, and never all ids', async () => {
    const { rows, asked } = await shown(100_000);
    expect(rows.seqs.slice(0, 3)).toEqual([100_000, 99_999, 99_998]);
    for (let n = 0; n < 5; n++) {
      rows.markChanged();
      await rest(40);
    }
    expect(asked.all).toBe(0);
    expect(asked.rows).toBeLessThan(7 * 150 + 1);
  });

  it('shows only current rows when it is started again', async () => {
    const { rows, says, take } = await shown(5);
    take([5]);
    says.set(4, 'done');
    // No event about it arrived, because the screen was left.
    rows.start();
    expect(rows.seqs).toEqual([]);
    expect(rows.rows.size).toBe(0);
    await rest(60);
    expect(rows.seqs).toEqual([4, 3, 2, 1]);
    expect(rows.rows.get(4)?.says).toBe('done');
  });

  it('never replaces an answer by an older one that arrives later', async () => {
    const answers: ((rows: Row[]) => void)[] = [];
    const rows = new PagedRows<Row>(
      {
        newestFirst: true,
        isRanked: () => false,
        loadPage: () => new Promise((answer) => answers.push((all) => answer({ rows: all, next: null }))),
        loadAllSeqs: async () => [],
        filterPresent: async (seqs) => seqs,
      },
      5,
    );
    rows.start();
    await rest(30);
    rows.markChanged();
    await rest(30);
    const [early, late] = answers;
    late?.([{ seq: 1, id: 'e1', says: 'done' }]);
    early?.([{ seq: 1, id: 'e1', says: 'queued' }]);
    await rest(30);
    expect(rows.rows.get(1)?.says).toBe('done');
  });

  it('is correct at every scroll position after rows were added and removed', async () => {
    const { rows, put, take, says, list } = await shown(1000);
    for (let at = 0; at < 600; at += 40) {
      rows.setVisible(at, at + 30);
      await rest(60);
    }
    put(Array.from({ length: 300 }, (_, n) => 1001 + n));
    take(Array.from({ length: 40 }, (_, n) => 905 - n));
    says.set(900 - 100, 'done');
    rows.markChanged();
    await rest(80);
    for (let at = 560; at >= 0; at -= 20) {
      const from = Math.min(at, rows.seqs.length);
      rows.setVisible(from, from + 30);
      await rest(70);
      const seen = rows.seqs.slice(from, from + 30);
      const first = list().indexOf(seen[0] ?? 0);
      expect(seen).toEqual(list().slice(first, first + 30));
    }
    rows.setVisible(0, 30);
    await rest(80);
    expect(rows.seqs[0]).toBe(1300);
    const changed = rows.seqs.indexOf(800);
    rows.setVisible(changed, changed + 30);
    await rest(80);
    expect(rows.rows.get(800)?.says).toBe('done');
  });

  it('includes rows that an event has just announced when all rows are requested', async () => {
    const { rows, put, list } = await shown(3);
    rows.markChanged();
    await rest(1);
    put([4, 5]);
    rows.markChanged();
    expect(rows.seqs).toEqual([3, 2, 1]);
    expect(await rows.loadAllSeqs()).toBe(true);
    expect(rows.seqs).toEqual(list());
  });

  it('loads all rows for a caller before its first answer, but not for one from before a restart', async () => {
    const { rows } = desk(1000);
    rows.start();
    const all = rows.loadAllSeqs();
    rows.start();
    const again = rows.loadAllSeqs();
    await rest(60);
    expect(await all).toBe(false);
    expect(await again).toBe(true);
    expect(rows.seqs).toHaveLength(1000);
  });

  it('fails to load all rows if the desk does not answer', async () => {
    const silent = new PagedRows<Row>(
      {
        newestFirst: true,
        isRanked: () => false,
        loadPage: async () => null,
        loadAllSeqs: async () => null,
        filterPresent: async () => null,
      },
      5,
    );
    silent.start();
    const all = silent.loadAllSeqs();
    await rest(60);
    expect(await all).toBe(false);
  });

  it('jumps to its end and scrolls back up without a gap', async () => {
    const { rows, list } = await shown(5000);
    await rows.showEdge('last');
    expect(rows.seqs.at(-1)).toBe(1);
    expect(rows.isTop).toBe(false);
    for (let n = 0; n < 8; n++) {
      rows.setVisible(0, 30);
      await rest(60);
    }
    const first = list().indexOf(rows.seqs[0] ?? 0);
    expect(rows.seqs).toEqual(list().slice(first));
    expect(rows.seqs.length).toBeGreaterThan(1000);
    await rows.showEdge('first');
    expect(rows.seqs[0]).toBe(5000);
  });

  it('keeps rows chosen only while they are on the list, in view or not', async () => {
    const { rows, take } = await shown(2000);
    await rows.loadAllSeqs();
    rows.selection = { cursor: 2000, anchor: 2000, selected: new Set([2000, 1999, 1000, 5, 1]) };
    await rows.showEdge('last');
    take([1999, 1000, 1]);
    rows.markChanged();
    await rest(100);
    expect([...rows.selection.selected]).toEqual([2000, 5]);
    expect(rows.selectedSeqs).toEqual([2000, 5]);
  });

  it('keeps the content only of rows near the view', async () => {
    const { rows } = await shown(12_000);
    await rows.loadAllSeqs();
    for (let at = 0; at < 11_000; at += 120) {
      rows.setVisible(at, at + 30);
      await rest(50);
    }
    expect(rows.rows.size).toBeLessThan(3500);
    rows.setVisible(0, 30);
    await rest(80);
    expect(rows.rows.get(12_000)).toBeDefined();
  });
});
