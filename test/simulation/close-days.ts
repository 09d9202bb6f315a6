import { planOf } from './plan.ts';
import { tell } from './story.ts';
import { parseArgs } from 'node:util';

// `npm run --silent close-days -- --days N [--seed S]` runs stories of consecutive seeds until they have closed N days.
// Exits with 1 if a day did not add up, or a story failed before its end.
const { values } = parseArgs({
  options: { days: { type: 'string', default: '1000' }, seed: { type: 'string', default: '1' } },
});
const [wanted, first] = [Number(values.days), Number(values.seed)];
if (!Number.isInteger(wanted) || wanted < 1 || !Number.isInteger(first) || first < 1) {
  process.stderr.write('Give --days and --seed whole numbers from 1 on.\n');
  process.exit(2);
}

const say = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);
const began = performance.now();
const sums = { days: 0, stories: 0, entries: 0, broken: 0 };
let isEnough = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void (isEnough = true));
let seed = first;
for (; sums.days < wanted && !isEnough; seed += 1) {
  const { days, entries, broken } = await tell(planOf(seed));
  sums.days += days;
  sums.stories += 1;
  sums.entries += entries;
  if (broken.length === 0) continue;
  sums.broken += 1;
  say({ seed, broken });
}
say({ ...sums, seeds: [first, seed - 1], seconds: Math.round((performance.now() - began) / 1000) });
process.exit(sums.broken > 0 || sums.days < wanted ? 1 : 0);
