import { spawn, spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
const planted = join(root, 'test', 'planted');
const mostCpuSeconds = 60;

interface Found {
  name: string;
  seed: number | null;
  cpuSeconds: number;
  how: string;
}

/**
 * Applies each patch of `test/planted` to a copy of the tree as it is, and tells stories there until one breaks or a minute of a
 * processor is over. Writes what was found, and when, into the repository. Answers 1 where one was not found. `only`: part of their names.
 */
export async function findPlanted(only: string, say: (line: object) => void): Promise<number> {
  const patches = globSync('**/*.patch', { cwd: planted })
    .filter((path) => path.includes(only))
    .sort();
  const found: Found[] = [];
  for (const path of patches) {
    const one = { name: path.replace(/\.patch$/, ''), ...(await tryOne(join(planted, path))) };
    say(one);
    found.push(one);
  }
  if (only === '') writeFileSync(join(planted, 'found.md'), report(found));
  return found.every(({ seed }) => seed !== null) ? 0 : 1;
}

async function tryOne(patch: string): Promise<Omit<Found, 'name'>> {
  const copy = mkdtempSync(join(tmpdir(), 'parcel-planted-'));
  try {
    for (const part of ['electron', 'shared', 'test/simulation', 'package.json', 'tsconfig.json'])
      cpSync(join(root, part), join(copy, part), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    const env = { ...process.env, GIT_CEILING_DIRECTORIES: dirname(copy) };
    const applied = spawnSync('git', ['apply', patch], { cwd: copy, env, encoding: 'utf8' });
    if (applied.status !== 0)
      return { seed: null, cpuSeconds: 0, how: `does not apply: ${applied.stderr.slice(0, 200)}` };
    return await tell(copy);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function tell(copy: string): Promise<Omit<Found, 'name'>> {
  const soak = [
    'test/simulation/soak.ts',
    '--until-broken',
    '--minutes',
    '30',
    '--cpu-seconds',
    String(mostCpuSeconds),
  ];
  const child = spawn(process.execPath, soak, { cwd: copy, stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '';
  let failed = '';
  child.stdout.on('data', (text: Buffer) => (out += text.toString()));
  child.stderr.on('data', (text: Buffer) => (failed += text.toString()));
  return new Promise((resolve) =>
    child.on('close', () => {
      const [line] = out.split('\n');
      try {
        const { seed, cpuSeconds, broken } = JSON.parse(line ?? '') as {
          seed?: number;
          cpuSeconds: number;
          broken: string[];
        };
        resolve({ seed: seed ?? null, cpuSeconds, how: seed === undefined ? 'not found' : (broken[0] ?? '') });
      } catch {
        resolve({ seed: null, cpuSeconds: 0, how: `ended: ${failed.slice(-200)}` });
      }
    }),
  );
}

function report(found: readonly Found[]): string {
  const times = found.flatMap(({ seed, cpuSeconds }) => (seed === null ? [] : [cpuSeconds])).sort((a, b) => a - b);
  const rows = found.map(({ name, seed, cpuSeconds, how }) => {
    const what = how
      .replaceAll('|', '/')
      .replaceAll(/\/\S+\//g, '')
      .slice(0, 140);
    return `| \`${name}\` | ${seed === null ? 'no' : `story ${seed}`} | ${cpuSeconds.toFixed(1)} | ${what} |`;
  });
  const median = times[Math.floor(times.length / 2)] ?? 0;
  return [
    `# What the simulation finds of ${relative(root, planted)}`,
    '',
    `Written by \`npm run soak -- --planted\`: ${times.length} of ${found.length} found, the median after ${median.toFixed(1)} s of a processor`,
    `(at most ${mostCpuSeconds} s each, the start of the program included), stories told from seed 1 on.`,
    '',
    '| mistake | found by | after (s) | what broke |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}
