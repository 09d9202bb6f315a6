import { compile } from './compile.ts';
import { openSpecifiedDesk } from './desk.ts';
import { emptyDesk } from './empty-desk.ts';
import { explore } from './explore.ts';
import { readItf, writeItf, type Trace } from './itf.ts';
import { readSpecification } from './quint.ts';
import { replay, storyOf } from './replay.ts';
import { traceOf } from './walk.ts';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const usage = `npm run spec -- --traces N [--seed S] [--from I] [--steps K] [--out DIR]
                            makes N traces by chance, numbers I on, and replays each on the real outbox and sync
npm run spec -- --itf DIR   replays traces that are there, as Quint's simulator writes them
npm run spec -- --all       looks at every state of the specification and holds it against the rules`;

const rules = ['neverTwice', 'toldTruly', 'nothingForgotten', 'inOrder'];
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const { values } = parseArgs({
  options: {
    traces: { type: 'string' },
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    steps: { type: 'string', default: '25' },
    out: { type: 'string' },
    itf: { type: 'string' },
    all: { type: 'boolean', default: false },
  },
});

const began = performance.now();
const seconds = (): string => `${Math.round((performance.now() - began) / 100) / 10} s`;
const definitions = await readSpecification();
const [model, withRestore] = ['step', 'stepWithRestore'].map((step) => compile(definitions, step));
if (!model || !withRestore) throw new Error('the specification has no step');

function* made(count: number): Generator<[string, Trace]> {
  const [seed, from, steps] = [values.seed, values.from, values.steps].map(Number);
  for (let number = from ?? 0; number < (from ?? 0) + count; number += 1) {
    yield [`${number}`, traceOf(model!, withRestore!, steps ?? 25, seed ?? 1, number)];
  }
}

function* kept(folder: string): Generator<[string, Trace]> {
  for (const name of globSync('**/*.itf.json', { cwd: folder }).sort())
    yield [name, readItf(readFileSync(join(folder, name), 'utf8'))];
}

async function replayAll(traces: Iterable<[string, Trace]>): Promise<number> {
  const empty = emptyDesk();
  const desk = openSpecifiedDesk(empty);
  const done = new Map<string, number>();
  let [count, departures] = [0, 0];
  for (const [name, trace] of traces) {
    if (values.out !== undefined) {
      mkdirSync(values.out, { recursive: true });
      writeFileSync(join(values.out, `${name}.itf.json`), writeItf(trace));
    }
    const departure = await replay(desk, trace);
    count += 1;
    for (const { action } of trace) done.set(action, (done.get(action) ?? 0) + 1);
    if (departure) {
      departures += 1;
      if (departures <= 3)
        say(`trace ${name} departs at step ${departure.step}: ${departure.why}\n${storyOf(trace, departure.step)}`);
    }
    if (count % 5000 === 0) say(`${count} traces, ${departures} departures, ${seconds()}`);
  }
  desk.close();
  empty.remove();
  say([...done].map(([action, times]) => `${action} ${times}`).join(', '));
  say(`${count} traces replayed, ${departures} departures, ${seconds()}`);
  return departures;
}

function exploreAll(): boolean {
  const { states, steps, depth, broken, isAll } = explore(model!, rules, Infinity, (so) => {
    say(`depth ${so.depth}: ${so.states} states, ${so.steps} steps, ${seconds()}`);
  });
  if (broken) say(`${broken.rule} is broken:\n${storyOf(broken.story, broken.story.length)}`);
  say(`${states} states, ${steps} steps between them, depth ${depth}, ${isAll ? 'all' : 'not all'} seen, ${seconds()}`);
  return isAll;
}

if (values.all) process.exitCode = exploreAll() ? 0 : 1;
else if (values.itf !== undefined) process.exitCode = (await replayAll(kept(values.itf))) === 0 ? 0 : 1;
else if (values.traces !== undefined) process.exitCode = (await replayAll(made(Number(values.traces)))) === 0 ? 0 : 1;
else {
  say(usage);
  process.exitCode = 1;
}
