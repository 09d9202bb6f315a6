import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { addCoverage, readCoverage, type Coverage } from './coverage.ts';
import { planOf } from './plan.ts';
import { shrink } from './shrink.ts';
import { tell } from './story.ts';

// `npm run soak -- --minutes N [--seed S] [--stories N] [--keep DIR] [--cells]`: stories until the time is over, or so many; ends with
// 1 where something broke. `--planted` looks whether planted mistakes are found; see planted.ts.
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    stories: { type: 'string' },
    'cpu-seconds': { type: 'string', default: 'Infinity' },
    keep: { type: 'string' },
    cells: { type: 'boolean', default: false },
    'until-broken': { type: 'boolean', default: false },
    planted: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
});

const say = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);
/** Arrows and faults that met so often count as covered. */
const enough = 100;

if (values.planted) {
  const { findPlanted } = await import('./planted.ts');
  process.exit(await findPlanted(values.only ?? '', say));
}

const began = performance.now();
/** Seconds of a processor since the program began. */
const cpuSecondsNow = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};
const until = began + Number(values.minutes) * 60_000;
const last = values.stories === undefined ? Infinity : Number(values.seed) + Number(values.stories) - 1;
const totals = {
  stories: 0,
  acts: 0,
  entries: 0,
  exchanges: 0,
  faults: 0,
  lost: 0,
  doubled: 0,
  broken: 0,
  told_again: 0,
};
const exchanges = new Map<string, number>();
const coverage: Coverage = new Map();
let hours = 0;

for (
  let seed = Number(values.seed);
  performance.now() < until && seed <= last && cpuSecondsNow() < Number(values['cpu-seconds']);
  seed += 1
) {
  const told = await tell(planOf(seed));
  totals.stories += 1;
  totals.acts += told.plan.acts.length;
  totals.entries += told.entries;
  hours += told.lasted / 3_600_000;
  for (const [fate, times] of told.exchanges) exchanges.set(fate, (exchanges.get(fate) ?? 0) + times);
  addCoverage(coverage, told.coverage);
  if (seed % 10 === 0 && told.broken.length === 0) {
    totals.told_again += 1;
    const again = await tell(planOf(seed));
    if (again.trace.join('\n') !== told.trace.join('\n')) told.broken.push('told again, it was another story');
  }
  if (told.broken.length === 0) continue;
  totals.broken += 1;
  if (told.broken.some((what) => what.startsWith('rule 1'))) totals.lost += 1;
  if (told.broken.some((what) => what.startsWith('rule 2'))) totals.doubled += 1;
  const afterMs = Math.round(performance.now() - began);
  if (values['until-broken']) {
    say({ seed, afterMs, cpuSeconds: cpuSecondsNow(), broken: told.broken });
    process.exit(1);
  }
  const longest = performance.now() + 180_000;
  const short = await shrink(told, () => performance.now() < longest);
  say({
    seed,
    afterMs,
    broken: short.broken,
    acts: short.plan.acts,
    fates: short.plan.fates,
    trace: short.trace.slice(-120),
  });
  if (values.keep !== undefined) {
    mkdirSync(values.keep, { recursive: true });
    const path = join(values.keep, `seed-${seed}.json`);
    writeFileSync(path, `${JSON.stringify({ broke: short.broken[0], ...short.plan }, null, 1)}\n`);
  }
}

for (const [fate, times] of exchanges) {
  totals.exchanges += times;
  if (fate !== 'well') totals.faults += times;
}
if (values['until-broken']) {
  say({ cpuSeconds: cpuSecondsNow(), broken: [] });
  process.exit(0);
}
// a desk-day is 600 entries
const deskDays = totals.entries / 600;
const cpuSeconds = cpuSecondsNow();
const { cells, tooFew, impossible, metThoughImpossible, enough: covered } = readCoverage(coverage, enough);
say({
  ...totals,
  deskDays: Math.round(deskDays * 10) / 10,
  simulatedHours: Math.round(hours),
  seconds: Math.round((performance.now() - began) / 1000),
  cpuSeconds: Math.round(cpuSeconds),
  cpuSecondsPerDeskDay: Math.round((cpuSeconds / deskDays) * 10) / 10,
});
say({ exchanges: Object.fromEntries([...exchanges].sort(([, a], [, b]) => b - a)) });
say({
  cells: cells.length,
  metOftenEnough: covered,
  cannotBeMet: impossible,
  tooSeldom: tooFew.length,
  never: tooFew.filter(({ met }) => met === 0).length,
});
if (metThoughImpossible.length > 0) say({ metThoughImpossible });
if (values.cells)
  for (const { arrow, fault, met, next, never } of cells)
    say(never === null ? { arrow, fault, met, next } : { arrow, fault, never });
process.exit(totals.broken > 0 || metThoughImpossible.length > 0 ? 1 : 0);
