import { keepRun, nextSeed, writeTableOfRuns } from './soak-kept.ts';
import { soakMany } from './soak-many.ts';
import { soak } from './soak-run.ts';
import { addSums, coverageOf, linesOf, nothing, type Sums } from './soak-sums.ts';
import { parseArgs } from 'node:util';

// `npm run soak -- --minutes N [--seed S] [--stories N] [--processes N] [--keep DIR] [--cells] [--add]` runs stories
// until the time is over or the number is reached, and exits with 1 if one failed. `--add` saves each result, by
// version of the engine, as soon as the story ends, and continues after the last saved seed. `--proof` writes the table
// of saved results to soaks/README.md. `--planted [NAMES] [--resume]` checks whether stories find planted mistakes.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string' },
    step: { type: 'string', default: '1' },
    stories: { type: 'string', default: 'Infinity' },
    'cpu-seconds': { type: 'string', default: 'Infinity' },
    processes: { type: 'string', default: '1' },
    keep: { type: 'string' },
    add: { type: 'boolean', default: false },
    proof: { type: 'boolean', default: false },
    cells: { type: 'boolean', default: false },
    sums: { type: 'boolean', default: false },
    'until-broken': { type: 'boolean', default: false },
    planted: { type: 'boolean', default: false },
    resume: { type: 'boolean', default: false },
  },
});

const say = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

if (values.planted) {
  const { findPlanted } = await import('./planted.ts');
  const names = positionals.flatMap((name) => name.split(',')).filter((name) => name !== '');
  process.exit(
    await findPlanted({ names, resume: values.resume, cpuSeconds: Math.min(60, Number(values['cpu-seconds'])) }, say),
  );
}
if (values.proof) {
  writeTableOfRuns();
  process.exit(0);
}

const { minutes, stories, step } = values;
const seed = values.seed === undefined ? (values.add ? nextSeed() : 1) : Number(values.seed);
const shared = ['minutes', 'stories', 'cpu-seconds', 'keep'] as const;
const began = performance.now();
const sums = nothing();
let lastSeed = seed;
const keep = values.add ? keepRun(seed) : null;
function onTold(one: Sums, of: number): void {
  addSums(sums, one);
  lastSeed = Math.max(lastSeed, of);
  keep?.(one, of);
  if (values.sums) say({ sums: one, seed: of });
}

if (Number(values.processes) > 1) {
  const options = shared.flatMap((name) => (values[name] === undefined ? [] : [`--${name}`, values[name]]));
  await soakMany(Number(values.processes), seed, options, say, onTold);
} else {
  const asked = {
    seed,
    step: Number(step),
    minutes: Number(minutes),
    stories: Number(stories),
    cpuSeconds: Number(values['cpu-seconds']),
    keep: values.keep ?? null,
    untilBroken: values['until-broken'],
  };
  await soak(asked, say, onTold);
}

if (!values.sums && !values['until-broken']) {
  for (const line of linesOf(sums)) say(line);
  say({ seeds: [seed, lastSeed], seconds: Math.round((performance.now() - began) / 1000) });
  if (values.cells)
    for (const { arrow, fault, met, next, never } of coverageOf(sums).cells)
      say(never === null ? { arrow, fault, met, next } : { arrow, fault, never });
}
const code = sums.broken > 0 || coverageOf(sums).metThoughImpossible.length > 0 ? 1 : 0;
// The last line may still be on its way through the pipe.
process.stdout.write('', () => process.exit(code));
