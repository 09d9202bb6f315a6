import { openReader } from '../../electron/outbox/open-reader.ts';
import type { EntryFilter } from '../../electron/outbox/read-pages.ts';
import { absolute, quantile, timed, type Figure } from './figure.ts';
import { randomFrom } from './random.ts';
import { sampleDesk, sizesUpTo } from './sample-desk.ts';

const pages = 400;
const rounds = 3;
const lists: Record<string, EntryFilter> = { all: {}, waiting: { list: 'waiting' }, done: { list: 'done' } };

/** A page of 50 at any depth of a list, against the page at its top. */
export function* page(): Generator<Figure> {
  const desk = sampleDesk({ searched: false });
  try {
    for (const size of sizesUpTo([1000, 100_000, 1_000_000])) {
      desk.grow(size);
      const db = desk.openReader();
      const reader = openReader(
        db,
        () => size,
        () => 1_800_000,
      );
      for (const [name, filter] of Object.entries(lists)) {
        const random = randomFrom(11);
        const best = Array.from({ length: pages }, () => Infinity);
        const depths = best.map(() => 1 + random.below(size));
        for (let round = 0; round < rounds; round++) {
          depths.forEach((before, n) => {
            best[n] = Math.min(
              best[n] ?? Infinity,
              timed(() => void reader.page(filter, before, 50)),
            );
          });
        }
        const top = Math.min(...Array.from({ length: 20 }, () => timed(() => void reader.page(filter, undefined, 50))));
        const against = { name: 'page at the top', value: top };
        yield absolute('page', `${size} entries, ${name}, p99 at any depth`, quantile(best, 0.99), 'ms', against, 1);
      }
      db.close();
    }
  } finally {
    desk.close();
  }
}
