import { compilerOf } from './compiles.ts';
import { covered } from './covered.ts';
import { mutationsOf } from './mutations.ts';
import type { Asked, Reported } from './runner.ts';
import { describe, listedIn, writeSurvivors } from './survivors.ts';
import { fork, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

// `npm run mutants [-- FILE…] [--listed]` applies each small mistake to the files with decisions, one at a time, and
// runs the tests of that file. Results for an unchanged file and unchanged tests are cached. `--listed` tries only
// mistakes on the list, for example after a test was written for one.
const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const [neverEnds, processEnded] = ['it never ends', 'the process of the tests'];
const say = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

/** A mistake that makes a test take this many times its usual time counts as found, because something never ends. */
const patience = 10;
const minPatienceMs = 20_000;

const words = process.argv.slice(2);
const onlyListed = words.includes('--listed');
const asked = words.filter((word) => word !== '--listed');

const cacheFile = join(root, '.cache/mutants.json');
const cache: Record<string, string | null> = existsSync(cacheFile)
  ? (JSON.parse(readFileSync(cacheFile, 'utf8')) as Record<string, string | null>)
  : {};

/** Runs the tests of a file for one mutation after another, and kills a run that exceeds the usual times. */
function runnerOf(file: string, tests: readonly string[]) {
  let running: ChildProcess | null = null;
  const took = new Map<string, number>();

  async function begin(): Promise<ChildProcess> {
    const child = fork(join(import.meta.dirname, 'runner.ts'), [file, ...tests]);
    await once(child, 'message');
    return (running = child);
  }

  async function ask(source: string | null): Promise<string | null> {
    const child = running ?? (await begin());
    const { promise, resolve } = Promise.withResolvers<string | null>();
    const isClean = source === null;
    let [test, from] = ['until the first begins', performance.now()];
    let timer: NodeJS.Timeout | undefined;
    const wait = (): void => {
      clearTimeout(timer);
      if (!isClean)
        timer = setTimeout(() => resolve(neverEnds), Math.max(minPatienceMs, (took.get(test) ?? 0) * patience));
    };
    wait();
    child.on('message', (message: Reported) => {
      if (isClean) took.set(test, performance.now() - from);
      if ('failed' in message) return resolve(message.failed);
      [test, from] = [message.begins, performance.now()];
      wait();
    });
    child.once('exit', () => resolve(processEnded));
    child.send({ source } satisfies Asked);
    const failed = await promise;
    clearTimeout(timer);
    child.removeAllListeners();
    if (failed === neverEnds || failed === processEnded) end();
    return failed;
  }
  function end(): void {
    running?.kill('SIGKILL');
    running = null;
  }
  return {
    ask,
    end,
    async learnPatience(): Promise<void> {
      await ask(null);
      const failed = await ask(null);
      if (failed !== null) throw new Error(`the tests of ${file} fail without any mistake: ${failed}`);
    },
  };
}

async function look(file: string): Promise<string[]> {
  const tests = (covered[file] ?? []).map((name) => `test/${name}.test.ts`);
  const source = read(file);
  const compiles = compilerOf(file);
  const runner = runnerOf(file, tests);
  const beside = tests.map(read).join('\0');
  const survivors: string[] = [];
  let [looked, uncompiled, patient] = [0, 0, false];
  const listed = listedIn(file);
  for (const mutation of mutationsOf(source)) {
    if (onlyListed && !listed.has(describe(source, mutation))) continue;
    const mistaken = source.slice(0, mutation.from) + mutation.text + source.slice(mutation.to);
    const key = createHash('sha256').update(`${file}\0${mistaken}\0${beside}`).digest('hex');
    if (!Object.hasOwn(cache, key)) {
      if (!compiles(mistaken)) cache[key] = 'the compiler';
      else {
        if (!patient) await runner.learnPatience();
        patient = true;
        cache[key] = await runner.ask(mistaken);
      }
      mkdirSync(join(root, '.cache'), { recursive: true });
      writeFileSync(cacheFile, JSON.stringify(cache));
    }
    const by = cache[key];
    looked += 1;
    if (by === 'the compiler') uncompiled += 1;
    if (by === null) survivors.push(describe(source, mutation));
  }
  runner.end();
  say({
    file,
    mistakes: looked,
    byCompiler: uncompiled,
    byTests: looked - uncompiled - survivors.length,
    left: survivors.length,
  });
  return survivors;
}

const unknown = asked.filter((file) => !Object.hasOwn(covered, file));
if (unknown.length > 0) {
  process.stderr.write(`Files that decide are: ${Object.keys(covered).join(', ')}\n`);
  process.exit(1);
}
const found = new Map<string, string[]>();
for (const file of asked.length > 0 ? asked : Object.keys(covered)) {
  found.set(file, await look(file));
  writeSurvivors(found);
}
const without = writeSurvivors(found);
say({ withoutReason: without });
process.exit(without > 0 ? 1 : 0);
