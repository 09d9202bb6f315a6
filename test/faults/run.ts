import { compileCacheFolder } from '../support/compiled.ts';
import { tellNaiveStory } from './kills/naive-story.ts';
import { tellStory, type Story } from './kills/story.ts';
import { runLabels } from './labels/run-labels.ts';
import { parseArgs } from 'node:util';

// `npm run faults -- --kills N [--seed S] [--orders 500] [--side-by-side 1]` runs stories of 500 orders until this many
// kills were made. `npm run faults -- --labels N [--seed S]` prints this many labels on printers with all faults at
// once, from a desk that is killed.
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    orders: { type: 'string', default: '500' },
    'side-by-side': { type: 'string', default: '1' },
    labels: { type: 'string' },
  },
});
process.env['NODE_COMPILE_CACHE'] = compileCacheFolder;

const wanted = Number(values.kills);
const maxInOne = 50;
if (values.labels !== undefined) process.exit(await runLabels(Number(values.seed), Number(values.labels)));
const print = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);
const lists = ['lost', 'doubled', 'declarationsDoubled', 'unmarked', 'falselyDone', 'notDone', 'changed'] as const;
const stories: Story[] = [];
let seed = Number(values.seed);
let planned = 0;

/** Runs one story after another; every third has "always ask" set. */
async function tell(): Promise<void> {
  while (planned < wanted) {
    const kills = Math.min(maxInOne, wanted - planned);
    planned += kills;
    const story = await tellStory({ seed, kills, orders: Number(values.orders), alwaysAsk: (seed++ - 1) % 3 === 2 });
    planned -= kills - story.kills;
    stories.push(story);
    print(story);
  }
}
// For comparison, a queue that sends everything again that was not answered.
print(await tellNaiveStory(seed, Math.min(maxInOne, wanted), Number(values.orders)));
await Promise.all(Array.from({ length: Number(values['side-by-side']) }, tell));

const sum = (of: (story: Story) => number): number => stories.reduce((whole, story) => whole + of(story), 0);
const counts = Object.fromEntries(lists.map((list) => [list, sum((story) => story[list].length)]));
const asked = stories.filter(({ alwaysAsk }) => alwaysAsk);
const doubledWithAlwaysAsk = asked.reduce((whole, story) => whole + story.declarationsDoubled.length, 0);
print({
  kills: sum(({ kills }) => kills),
  killsOfEntering: sum(({ killsOfEntering }) => killsOfEntering),
  stories: stories.length,
  orders: sum(({ orders }) => orders),
  lostAnswers: sum(({ lostAnswers }) => lostAnswers),
  lateEffects: sum(({ lateEffects }) => lateEffects),
  decided: sum(({ decided }) => decided),
  ...counts,
  doubledWithAlwaysAsk,
  minutes: Math.round(sum(({ seconds }) => seconds) / 6) / 10,
});
const { declarationsDoubled: _marked, ...wrong } = counts;
process.exit(Object.values(wrong).some((count) => count > 0) || doubledWithAlwaysAsk > 0 ? 1 : 0);
