import { reportVariable, type FailedFile, type FailedRun } from './failed-files.ts';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

// `node test/stages/run-tests.ts vitest|playwright WORDS…` runs tests with the runner's own arguments. Options are one
// word each (`--config=PATH`), to distinguish them from files.
//
// If PARCEL_DESK_FLAKY names a folder, as in `.ci/run`, each failed file is run again, alone in its process. If it
// passes, it is flaky: a note with its first failure is put into that folder, which all stages of a CI run share, and
// the run passes. Errors outside any file, and more than three flaky files, are not repeated.

/** Maximum number of flaky files in all stages of one CI run. */
const maxFlaky = 3;

const root = join(import.meta.dirname, '../..');
const here = (name: string): string => join(import.meta.dirname, name);

interface Runner {
  program: string;
  command: string;
  /** options that make the runner write its failures to a file, in addition to its output */
  report: (words: readonly string[]) => string[];
  /** options that run one file */
  only: (file: FailedFile) => string[];
}

const runners: Record<string, Runner> = {
  vitest: {
    program: join(root, 'node_modules/vitest/vitest.mjs'),
    command: 'run',
    report: (words) => [
      ...(words.some((word) => word.startsWith('--reporter=')) ? [] : ['--reporter=default']),
      `--reporter=${here('vitest-failures.ts')}`,
    ],
    only: ({ path }) => ['--maxWorkers=1', path],
  },
  playwright: {
    program: join(root, 'node_modules/@playwright/test/cli.js'),
    command: 'test',
    report: () => [`--reporter=list,${here('playwright-failures.ts')}`],
    // Playwright interprets a file name as a regular expression.
    only: ({ path }) => ['--workers=1', `${path.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}$`],
  },
};

const [name = '', ...words] = process.argv.slice(2);
const runner = runners[name];
if (!runner) throw new Error(`No runner of tests is called “${name}”: ${Object.keys(runners).join(', ')}.`);
const { program, command, report, only } = runner;
let interrupted = false;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

function run(options: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const child = spawn(process.execPath, [program, command, ...options], { cwd: root, env, stdio: 'inherit' });
  const pass = (signal: NodeJS.Signals): void => {
    interrupted = true;
    child.kill(signal);
  };
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const signal of signals) process.on(signal, pass);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      for (const signal of signals) process.off(signal, pass);
      resolve(code ?? 1);
    });
  });
}

/** `failed` is null if the runner died before it could report. */
async function runWithReport(): Promise<{ code: number; failed: FailedRun | null }> {
  const folder = mkdtempSync(join(tmpdir(), 'failed-run-'));
  try {
    const path = join(folder, 'failed.json');
    const code = await run([...words, ...report(words)], { ...process.env, [reportVariable]: path });
    const failed = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as FailedRun) : null;
    return { code, failed };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function whyNotRepeated(failed: FailedRun | null, flaky: number): string | null {
  if (!failed) return 'the runner did not report what failed';
  if (failed.otherErrors.length > 0) return `an error belongs to no test: ${failed.otherErrors[0] ?? ''}`;
  if (failed.files.length === 0) return 'no test failed';
  if (flaky + failed.files.length > maxFlaky)
    return `${String(failed.files.length)} files failed and ${String(flaky)} were flaky before, of at most ${String(maxFlaky)}`;
  return null;
}

const nameOf = ({ project, path }: FailedFile): string =>
  `${relative(root, path)}${project === '' ? '' : ` (${project})`}`;

async function runAndRepeat(flakyFolder: string): Promise<number> {
  const { code, failed } = await runWithReport();
  if (code === 0 || interrupted) return code;
  const why = whyNotRepeated(failed, readdirSync(flakyFolder).length);
  if (!failed || why !== null) {
    say(`\nNothing is run again: ${why ?? ''}`);
    return code;
  }
  const options = words.filter((word) => word.startsWith('-') && !word.startsWith('--project='));
  let result = 0;
  for (const file of failed.files) {
    say(`\n${nameOf(file)} failed and is run again, alone.`);
    const project = file.project === '' ? [] : [`--project=${file.project}`];
    const again = await run([...options, ...project, ...only(file)]);
    if (again === 0) writeFileSync(join(flakyFolder, randomUUID()), `${nameOf(file)}\n${file.failure}\n`);
    else result = again;
    say(`\n${nameOf(file)} ${again === 0 ? 'passed: it is flaky' : 'failed again'}.`);
  }
  // A stage that runs in parallel may have found flaky files meanwhile.
  const flaky = readdirSync(flakyFolder).length;
  if (flaky > maxFlaky) say(`\n${String(flaky)} files are flaky, of at most ${String(maxFlaky)}.`);
  return flaky > maxFlaky ? 1 : result;
}

const flakyFolder = process.env['PARCEL_DESK_FLAKY'];
process.exitCode = flakyFolder === undefined ? await run(words) : await runAndRepeat(flakyFolder);
