import { changing } from './changing.ts';
import { counter } from './counter.ts';
import type { Figure } from './figure.ts';
import { labels } from './labels.ts';
import { migrate } from './migrate.ts';
import { outbox } from './outbox.ts';
import { pace } from './pace.ts';
import { page } from './page.ts';
import { screens } from './screens.ts';
import { search } from './search.ts';
import { start } from './start.ts';
import { typing } from './typing.ts';

const benches: Record<string, () => Iterable<Figure> | AsyncIterable<Figure>> = {
  changing,
  counter,
  labels,
  migrate,
  outbox,
  pace,
  page,
  screens,
  search,
  start,
  typing,
};

const benchNames = process.argv.slice(2);
const unknownNames = benchNames.filter((name) => !Object.hasOwn(benches, name));
if (benchNames.length === 0 || unknownNames.length > 0) {
  process.stderr.write(`Say which: npm run --silent bench -- ${Object.keys(benches).join(' | ')}\n`);
  process.exit(1);
}
for (const name of benchNames) {
  for await (const figureLine of benches[name]?.() ?? []) process.stdout.write(`${JSON.stringify(figureLine)}\n`);
}
