import type { EntryFilter } from '../../electron/outbox/entry-filter.ts';
import { openReader } from '../../electron/outbox/open-reader.ts';
import { entryLists } from '../../shared/outbox/states.ts';
import { absolute, quantile, measureMs, type Figure } from './figure.ts';
import { randomFrom } from './random.ts';
import { sampleDesk, sizesUpTo } from './sample-desk.ts';

const pages = 400;
const rounds = 3;
const lists: Record<string, EntryFilter> = { all: {}, waiting: { list: 'waiting' }, done: { list: 'done' } };
// Filters that match rare entries of a common kind, and entries of a kind that is rare.
const changeQueries: Record<string, EntryFilter> = {
  all: { list: 'all' },
  'refused of a kind': { list: 'refused', endpoint: 2 },
  'waiting of another kind': { list: 'waiting', endpoint: 15 },
};

/**
 * Measures a page of 50 at any depth of a list, compared with the first page, and the calls of a screen after a change,
 * compared with a small outbox.
 */
export function* page(): Generator<Figure> {
  const desk = sampleDesk({ searched: false });
  const smallestSizeMs = new Map<string, number>();
  try {
    const sizes = sizesUpTo([1000, 100_000, 1_000_000]);
    for (const size of sizes) {
      desk.grow(size);
      const db = desk.openReader();
      const reader = openReader(
        db,
        () => size,
        () => 1_800_000,
      );
      for (const [name, filter] of Object.entries(lists)) {
        const random = randomFrom(11);
        const bestMs = Array.from({ length: pages }, () => Infinity);
        const depths = bestMs.map(() => 1 + random.below(size));
        for (let round = 0; round < rounds; round++) {
          depths.forEach((before, index) => {
            bestMs[index] = Math.min(
              bestMs[index] ?? Infinity,
              measureMs(() => void reader.page({ ...filter, before }, 50)),
            );
          });
        }
        const topMs = Math.min(...Array.from({ length: 20 }, () => measureMs(() => void reader.page(filter, 50))));
        const against = { name: 'page at the top', value: topMs };
        yield absolute('page', `${size} entries, ${name}, p99 at any depth`, quantile(bestMs, 0.99), 'ms', against, 1);
      }
      for (const [name, filter] of Object.entries(changeQueries)) {
        const readScreen = () => {
          JSON.stringify(reader.page(filter, 150));
          reader.counts();
          reader.labels.counts();
          // Without a filter the counts are known already.
          if (filter.endpoint !== undefined) for (const list of entryLists) reader.tally({ ...filter, list });
        };
        const tookMs = Math.min(...Array.from({ length: 40 }, () => measureMs(readScreen)));
        const against = { name: `${sizes[0]} entries`, value: smallestSizeMs.get(name) ?? tookMs };
        smallestSizeMs.set(name, against.value);
        yield absolute('page', `${size} entries, a look at ${name} after a change`, tookMs, 'ms', against, 8);
      }
      db.close();
    }
  } finally {
    desk.close();
  }
}
