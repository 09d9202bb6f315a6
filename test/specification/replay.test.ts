import { compile, type Model, type State } from './compile.ts';
import { openSpecifiedDesk, type SpecifiedDesk } from './desk.ts';
import { emptyDesk, type EmptyDesk } from './empty-desk.ts';
import { explore } from './explore.ts';
import { readItf, writeItf, type Trace } from './itf.ts';
import { readSpecification, specification } from './quint.ts';
import { replay, storyOf } from './replay.ts';
import { traceOf } from './walk.ts';
import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const rules = ['neverTwice', 'toldTruly', 'nothingForgotten', 'inOrder'];
const folder = mkdtempSync(join(tmpdir(), 'parcel-desk-spec-'));
let model: Model;
let withRestore: Model;
let empty: EmptyDesk;
let desk: SpecifiedDesk;

beforeAll(async () => {
  const definitions = await readSpecification();
  model = compile(definitions, 'step');
  withRestore = compile(definitions, 'stepWithRestore');
  empty = emptyDesk();
  desk = openSpecifiedDesk(empty);
});

afterAll(() => {
  desk.close();
  empty.remove();
  rmSync(folder, { recursive: true });
});

/** Where the desk departs from traces, in readable form; empty if it does not. */
async function departures(traces: Iterable<Trace>): Promise<string[]> {
  const found: string[] = [];
  for (const trace of traces) {
    const departure = await replay(desk, trace);
    if (departure) found.push(`${departure.why}, after\n${storyOf(trace, departure.step)}`);
  }
  return found;
}

/** Compiles the specification with one replacement in its text. */
async function specifiedOtherwise(was: string, is: string): Promise<Model> {
  const text = readFileSync(specification, 'utf8');
  expect(text.split(was)).toHaveLength(2);
  const path = join(folder, 'otherwise.qnt');
  writeFileSync(path, text.replace(was, is));
  return compile(await readSpecification(path), 'step');
}

function* made(count: number, seed: number): Generator<Trace> {
  for (let number = 0; number < count; number += 1) yield traceOf(model, withRestore, 25, seed, number);
}

describe('the specification of delivery', () => {
  it('has at most 200 lines', () => {
    expect(readFileSync(specification, 'utf8').split('\n').length - 1).toBeLessThanOrEqual(200);
  });

  it('agrees with the outbox and the sync in 150 random traces', async () => {
    expect(await departures(made(150, 1))).toEqual([]);
  });

  it('agrees with them in traces of Quint’s own simulator, whose every step the explorer finds too', async () => {
    const quint = join(
      import.meta.dirname,
      '..',
      '..',
      'node_modules',
      '@informalsystems',
      'quint',
      'dist',
      'src',
      'cli.js',
    );
    const some = ['--max-samples=8', '--n-traces=8', '--max-steps=12', '--seed=7', '--mbt', '--backend=typescript'];
    const out = `--out-itf=${join(folder, '{seq}.itf.json')}`;
    execFileSync(process.execPath, [quint, 'run', specification, ...some, out], { stdio: 'pipe' });
    const traces = globSync('*.itf.json', { cwd: folder }).map((name) =>
      readItf(readFileSync(join(folder, name), 'utf8')),
    );
    expect(traces).toHaveLength(8);
    const ways = (before: State | undefined) => (before ? model.successors(before) : model.initial());
    for (const trace of traces)
      for (const [at, { state }] of trace.entries())
        expect(ways(trace[at - 1]?.state).map((way) => way.state)).toContainEqual(state);
    expect(await departures(traces)).toEqual([]);
  });

  it('is found to be violated by a desk that behaves differently', async () => {
    const forgets = { ...desk, crash: () => undefined };
    const found = [];
    for (const trace of [...made(60, 2)].filter((one) => one.some(({ action }) => action === 'crash')))
      found.push(...[await replay(forgets, trace)].filter((one) => one !== null));
    expect(found.length).toBeGreaterThan(0);
  });

  it('breaks no rule in its first 5,000 states, and breaks one if a label order is sent again without a check', async () => {
    expect(explore(model, rules, 5000)).toMatchObject({ broken: null });
    const hasty = await specifiedOtherwise('{ ...unsure(row), waits: true }', '{ ...calm(row), state: "queued" }');
    const { broken } = explore(hasty, ['neverTwice']);
    expect(broken?.rule).toBe('neverTwice');
    expect(broken?.story.filter(({ action }) => action === 'arrive')).toHaveLength(2);
  });

  it('can be read back as it was written', () => {
    const [trace] = made(1, 3);
    expect(readItf(writeItf(trace ?? []))).toEqual(trace);
  });
});
