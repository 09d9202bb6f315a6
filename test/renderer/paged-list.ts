import { PagedRows } from '../../renderer/state/paged-rows.svelte.ts';
import { vi } from 'vitest';

export interface Row {
  seq: number;
  id: string;
  says: string;
}
export const rest = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** A list on a desk, newest first, with the answers of `entries.page`; `counts`: its length is known. */
export function desk(count: number, counts = false) {
  let on = Array.from({ length: count }, (_, at) => count - at);
  const says = new Map<number, string>();
  const asked = { pages: 0, rows: 0, all: 0, among: 0 };
  const rows = new PagedRows<Row>(
    {
      newestFirst: true,
      isRanked: () => false,
      count: () => (counts ? on.length : null),
      loadPage: async (beyond, backwards, limit) => {
        const beside = on.filter((seq) => beyond === null || (backwards ? seq > beyond : seq < beyond));
        const page = backwards ? beside.slice(-limit) : beside.slice(0, limit);
        asked.pages++;
        asked.rows += page.length;
        const answer = page.map((seq) => ({ seq, id: `e${seq}`, says: says.get(seq) ?? 'queued' }));
        return {
          rows: answer,
          next: page.length < beside.length ? ((backwards ? page[0] : page.at(-1)) ?? null) : null,
        };
      },
      loadAllSeqs: async () => {
        asked.all++;
        return [...on];
      },
      filterPresent: async (seqs) => {
        asked.among += seqs.length;
        return seqs.filter((seq) => on.includes(seq));
      },
    },
    5,
  );
  return {
    rows,
    asked,
    says,
    put: (seqs: number[]) => (on = [...on, ...seqs].toSorted((a, b) => b - a)),
    take: (seqs: number[]) => {
      const gone = new Set(seqs);
      on = on.filter((seq) => !gone.has(seq));
    },
    list: () => on,
  };
}
export async function shown(count: number, counts = false) {
  const made = desk(count, counts);
  made.rows.start();
  await rest(60);
  made.rows.setVisible(0, 30);
  await rest(60);
  return made;
}
