import { parseArgs } from 'node:util';
import { shorten, tell } from './story.ts';

// `npm run soak -- --minutes N [--seed S]`: stories until the time is over; ends with 1 where something broke.
const { values } = parseArgs({ options: { minutes: { type: 'string', default: '1' }, seed: { type: 'string' } } });
const first = Number(values.seed ?? 1);
const until = performance.now() + Number(values.minutes) * 60_000;
const totals = { stories: 0, entries: 0, deskDays: 0, broken: 0 };
const faults = new Map<string, number>();
const arrows = new Map<string, number>();
const add = (to: Map<string, number>, from: ReadonlyMap<string, number>): void => {
  for (const [name, times] of from) to.set(name, (to.get(name) ?? 0) + times);
};

for (let seed = first; performance.now() < until; seed += 1) {
  const story = await tell(seed);
  totals.stories += 1;
  totals.entries += story.entries;
  add(faults, story.faults);
  add(arrows, story.arrows);
  if (story.broken.length === 0) continue;
  totals.broken += 1;
  const { acts, broken, trace } = await shorten(seed);
  process.stdout.write(`${JSON.stringify({ seed, acts, broken, trace: trace.slice(-200) }, null, 1)}\n`);
}
// a desk-day is 600 entries
totals.deskDays = Math.round((totals.entries / 600) * 10) / 10;
process.stdout.write(`${JSON.stringify({ ...totals, faults: Object.fromEntries(faults) })}\n`);
process.stdout.write(`${JSON.stringify({ arrows: Object.fromEntries([...arrows].sort()) })}\n`);
process.exit(totals.broken > 0 ? 1 : 0);
