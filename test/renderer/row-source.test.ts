import { RowSource } from '../../renderer/state/row-source.svelte.ts';
import { describe, expect, it } from 'vitest';

interface Row {
  seq: number;
  id: string;
}
const rest = (ms: number) => new Promise((done) => setTimeout(done, ms));

function source(count: number) {
  const asked: number[][] = [];
  const seqs = Array.from({ length: count }, (_, at) => count - at);
  const rows = new RowSource<Row>(
    {
      seqs: async () => seqs,
      rows: async (wanted) => {
        asked.push(wanted);
        return wanted.map((seq) => ({ seq, id: `e${seq}` }));
      },
    },
    5,
  );
  return { rows, asked, seqs };
}

describe('rows of a list', () => {
  it('are fetched once, if they are in view or near it', async () => {
    const { rows, asked } = source(100_000);
    await rows.loadSeqs();
    rows.setVisible(0, 30);
    await rest(80);
    rows.setVisible(1, 31);
    await rest(80);
    const fetched = asked.flat();
    expect(fetched.length).toBeLessThan(120);
    expect(new Set(fetched).size).toBe(fetched.length);
    expect(rows.rows.get(100_000)).toEqual({ seq: 100_000, id: 'e100000' });
  });

  it('are fetched again only if they have changed', async () => {
    const { rows, asked } = source(100);
    await rows.loadSeqs();
    rows.setVisible(0, 20);
    await rest(80);
    asked.length = 0;
    rows.markChanged(['e95', 'e94']);
    await rest(80);
    expect(asked.flat().toSorted()).toEqual([94, 95]);
  });

  it('are dropped when they are far from the view', async () => {
    const { rows } = source(100_000);
    await rows.loadSeqs();
    for (let at = 0; at < 60_000; at += 600) {
      rows.setVisible(at, at + 30);
      await rest(25);
    }
    await rest(60);
    expect(rows.rows.size).toBeLessThan(3500);
  }, 20_000);
});
