import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Each test starts a runner up to three times, which takes long on a loaded machine. */
const timeout = 300_000;

interface Fixture {
  /** how often its only test fails before it passes */
  failures?: number;
  /** code that runs when the file is loaded */
  code?: string;
}

const runners = {
  vitest: {
    config: "export default { test: { projects: [{ test: { name: 'first part', include: ['**/*.test.mjs'] } }] } };",
    project: '--project=first part',
    from: 'vitest',
  },
  playwright: {
    config: "export default { testMatch: '*.test.mjs', projects: [{ name: 'first part' }] };",
    project: '--project=first part',
    from: '@playwright/test',
  },
};
type Runner = keyof typeof runners;

/** A folder of real test files, with a function that runs them as one CI run does. */
function project(runner: Runner, fixtures: Record<string, Fixture>) {
  const folder = mkdtempSync(join(tmpdir(), 'run-tests-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const flaky = join(folder, 'flaky');
  const runs = join(folder, 'runs');
  mkdirSync(flaky);
  mkdirSync(runs);
  const { config, from } = runners[runner];
  writeFileSync(join(folder, 'config.mjs'), config);
  for (const [name, { failures = 0, code = '' }] of Object.entries(fixtures))
    writeFileSync(
      join(folder, `${name}.test.mjs`),
      `import { appendFileSync, readFileSync } from 'node:fs';
       import { expect, test } from '${from}';
       const runs = ${JSON.stringify(join(runs, name))};
       ${code}
       test('${name} is printed', () => {
         appendFileSync(runs, '.');
         const run = readFileSync(runs, 'utf8').length;
         expect(run, 'the run that passes').toBeGreaterThan(${failures.toFixed()});
       });`,
    );
  return {
    run(asCi: boolean) {
      const { PARCEL_DESK_FLAKY: _ours, ...env } = process.env;
      // The fixtures must not inherit the environment of the run this test belongs to.
      for (const name of Object.keys(env))
        if (/^(VITEST|PLAYWRIGHT|TEST_WORKER|NODE_OPTIONS)/.test(name)) delete env[name];
      const words = ['--config=' + join(folder, 'config.mjs'), runners[runner].project];
      if (runner === 'vitest') words.push(`--root=${folder}`);
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        [join(root, 'test/stages/run-tests.ts'), runner, ...words],
        { env: { ...env, ...(asCi ? { PARCEL_DESK_FLAKY: flaky } : {}) }, encoding: 'utf8' },
      );
      return { status, printed: stripVTControlCharacters(stdout + stderr) };
    },
    notes: () => readdirSync(flaky).map((name) => readFileSync(join(flaky, name), 'utf8')),
    addNote: (name: string) => writeFileSync(join(flaky, name), ''),
    runsOf: (name: string) => readFileSync(join(runs, name), 'utf8').length,
  };
}

describe.each(Object.keys(runners) as Runner[])('a file that fails in %s', { timeout }, (runner) => {
  it('is run again, and is noted with its first failure if it passes then', () => {
    const tests = project(runner, { address: {}, label: { failures: 1 } });
    const { status, printed } = tests.run(true);
    expect(status, printed).toBe(0);
    expect([tests.runsOf('address'), tests.runsOf('label')]).toEqual([1, 2]);
    expect(tests.notes()).toEqual([
      expect.stringMatching(/label\.test\.mjs \(first part\)\n.*label is printed\n.*the run that passes/s),
    ]);
  });

  it('fails the run if there is also an error outside any test', () => {
    const code = { vitest: 'Promise.reject(new Error("no paper"))', playwright: 'throw new Error("no paper")' }[runner];
    const tests = project(runner, { label: { failures: 1 }, order: { code: `${code};` } });
    const { status, printed } = tests.run(true);
    expect(status, printed).not.toBe(0);
    expect(printed).toContain('no paper');
    expect(tests.notes()).toEqual([]);
  });
});

describe('a file that fails', { timeout }, () => {
  it('fails the run if it fails again', () => {
    const tests = project('vitest', { label: { failures: 2 }, order: { failures: 1 } });
    const { status, printed } = tests.run(true);
    expect(status, printed).not.toBe(0);
    expect(tests.runsOf('label')).toBe(2);
    expect(tests.notes().map((note) => /\w+\.test/.exec(note)?.[0])).toEqual(['order.test']);
  });

  it('is not run again outside CI', () => {
    const tests = project('vitest', { label: { failures: 1 } });
    const { status, printed } = tests.run(false);
    expect(status, printed).not.toBe(0);
    expect(tests.runsOf('label')).toBe(1);
  });
});

describe('flaky files', { timeout }, () => {
  const failing = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`label${at.toFixed()}`, { failures: 1 }]));

  it('pass if there are at most three in all stages of one CI run', () => {
    const tests = project('vitest', failing(2));
    tests.addNote('of a stage before');
    const { status, printed } = tests.run(true);
    expect(status, printed).toBe(0);
    expect(tests.notes()).toHaveLength(3);
  });

  it('fail the run if there are more, without being run again', () => {
    const tests = project('vitest', failing(2));
    for (const note of ['one', 'another']) tests.addNote(note);
    const { status, printed } = tests.run(true);
    expect(status, printed).not.toBe(0);
    expect(tests.runsOf('label0')).toBe(1);
    expect(printed).toContain('2 files failed and 2 were flaky before, of at most 3');
  });
});
