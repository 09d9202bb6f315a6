import { firstDay } from './dwelling.ts';
import { addSums, coverageOf, deskDays, faultsIn, nothing, type Sums } from './soak-sums.ts';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Results of runs with one version of the engine, as kept in the repository. */
interface Kept extends Sums {
  engine: string;
  /** commits at which it ran; other parts of the tree may differ */
  commits: string[];
  /** first and last seed of each run */
  seeds: [number, number][];
}

const root = join(import.meta.dirname, '..', '..');
export const keptFolder = join(import.meta.dirname, 'soaks');
const tableOfRuns = join(keptFolder, 'README.md');

function all(): Kept[] {
  const names = existsSync(keptFolder) ? readdirSync(keptFolder).filter((name) => name.endsWith('.json')) : [];
  return names
    .map((name) => JSON.parse(readFileSync(join(keptFolder, name), 'utf8')) as Kept)
    .sort((a, b) => (a.seeds[0]?.[0] ?? 0) - (b.seeds[0]?.[0] ?? 0));
}

/** The first seed that no kept run has used, so that a long run continues where the last one ended. */
export const nextSeed = (): number =>
  Math.max(firstDay - 1, ...all().flatMap(({ seeds }) => seeds.map(([, last]) => last))) + 1;

/** Hash of the engine and commit of this tree, marked if either has uncommitted changes. */
function versionNow(): { engine: string; commit: string } {
  const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const hasChanged = (...paths: string[]): boolean =>
    git('status', '--porcelain', '--untracked-files=no', ...paths) !== '';
  const mark = (name: string, changed: boolean): string => `${name}${changed ? '-changed' : ''}`;
  const made = createHash('sha256').update(git('rev-parse', 'HEAD:electron', 'HEAD:shared'));
  return {
    engine: mark(made.digest('hex').slice(0, 10), hasChanged('electron', 'shared')),
    // Kept results do not affect the stories.
    commit: mark(
      git('rev-parse', '--short=10', 'HEAD'),
      hasChanged('electron', 'shared', 'test/simulation', ':!test/simulation/soaks'),
    ),
  };
}

/** Saves the result of each story as soon as it ends, so that interrupting a run loses none. */
export function keepRun(firstSeed: number): (sums: Sums, seed: number) => void {
  const { engine, commit } = versionNow();
  const path = join(keptFolder, `${engine}.json`);
  const run: [number, number] = [firstSeed, firstSeed];
  return (sums, seed) => {
    mkdirSync(keptFolder, { recursive: true });
    // Another run may have added to the file since.
    const kept: Kept = existsSync(path)
      ? (JSON.parse(readFileSync(path, 'utf8')) as Kept)
      : { engine, commits: [], seeds: [], ...nothing() };
    addSums(kept, sums);
    if (!kept.commits.includes(commit)) kept.commits.push(commit);
    // A run that starts where another ended extends it.
    const mine = kept.seeds.find(([from, to]) => from === firstSeed || (from < firstSeed && to >= firstSeed - 1));
    if (!mine) kept.seeds.push(run);
    (mine ?? run)[1] = Math.max((mine ?? run)[1], seed);
    writeFileSync(`${path}.new`, `${JSON.stringify(kept)}\n`);
    renameSync(`${path}.new`, path);
  };
}

/** Writes the table of all kept runs, by version of the engine and in total. */
export function writeTableOfRuns(): void {
  const runs = all();
  const whole = nothing();
  for (const run of runs) addSums(whole, run);
  const row = (name: string, seeds: string, sums: Sums): string =>
    `| ${[
      name,
      seeds,
      sums.entries.toLocaleString('en'),
      deskDays(sums).toFixed(1),
      faultsIn(sums).toLocaleString('en'),
      sums.lost,
      sums.doubled,
      Math.max(0, sums.broken - sums.lost - sums.doubled),
      (sums.cpuSeconds / deskDays(sums)).toFixed(1),
    ].join(' | ')} |`;
  const { cells, enough, impossible, tooFew } = coverageOf(whole);
  const text = [
    '# Simulated days, by version of the engine',
    '',
    '`npm run soak -- --proof` writes this page from the files beside it. Stories change with the simulation, so a seed gives the',
    'same day only at the same commit. [The page on proof](../../../docs/proof.md) says what broke, and why.',
    '',
    '| engine | seeds | entries | desk-days | faults | lost | doubled | other rules broken | seconds a desk-day |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...runs.map((run) =>
      row(
        `\`${run.engine}\` (${run.commits.join(', ')})`,
        run.seeds.map(([from, to]) => `${from} to ${to}`).join(', '),
        run,
      ),
    ),
    row('all', '', whole),
    '',
    `Of ${cells.length} combinations of a transition and a fault, ${enough} happened 100 times or more, ${impossible} cannot happen,`,
    `${tooFew.length} happened less often, ${tooFew.filter(({ met }) => met === 0).length} of them never.`,
    '',
  ].join('\n');
  writeFileSync(tableOfRuns, text);
}
