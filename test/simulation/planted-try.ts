import type { Found } from './planted-found.ts';
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
const parts = ['electron', 'shared', 'test/simulation', 'package.json', 'tsconfig.json'];
/** A story that runs this much longer is treated as endless. */
const endlessAfterSeconds = 60;

export const planted = join(root, 'test', 'planted');

/**
 * Patches in `named/` are found by the tests their list names and not by stories, because they concern parts with a
 * clock of their own, such as printers.
 */
export const plantedNames = (): string[] =>
  globSync('{,mends/}*.patch', { cwd: planted })
    .map((path) => path.replace(/\.patch$/, ''))
    .sort();

const patchOf = (name: string): string => join(planted, `${name}.patch`);

/** Hash of what is tried with a patch: code, stories and the patch itself. */
export function treeOf(name: string): string {
  const hash = createHash('sha256');
  const files = globSync(
    parts.flatMap((part) => [part, `${part}/**/*.{ts,sql,json}`]),
    { cwd: root },
  ).filter((path) => /\.\w+$/.test(path) && !/\/(planted|shrink)[^/]*$|\.test\.ts$|\/kept\//.test(path));
  for (const path of [...files.map((file) => join(root, file)).sort(), patchOf(name)]) hash.update(readFileSync(path));
  return hash.digest('hex').slice(0, 7);
}

type Tried = Omit<Found, 'name' | 'tree'>;
const without = (how: string): Tried => ({ seed: null, cpuSeconds: 0, seconds: 0, how });

/** Applies one patch to a copy of the tree and runs stories there. */
export async function tryOne(name: string, cpuSeconds: number): Promise<Tried> {
  const memory = '/dev/shm';
  const copy = mkdtempSync(join(existsSync(memory) ? memory : tmpdir(), 'parcel-planted-'));
  try {
    for (const part of parts) cpSync(join(root, part), join(copy, part), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    const env = { ...process.env, GIT_CEILING_DIRECTORIES: dirname(copy) };
    const applied = spawnSync('git', ['apply', patchOf(name)], { cwd: copy, env, encoding: 'utf8' });
    if (applied.status !== 0) return without(`does not apply: ${onOneLine(applied.stderr, copy)}`);
    return await tell(copy, cpuSeconds);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function tell(copy: string, cpuSeconds: number): Promise<Tried> {
  const most = Math.ceil(cpuSeconds) + endlessAfterSeconds;
  const soak = `test/simulation/soak.ts --until-broken --minutes 600 --cpu-seconds ${cpuSeconds}`;
  const began = performance.now();
  // The system ends a process that never returns from a step.
  const command = `ulimit -t ${most}; exec "$0" ${soak}`;
  const child = spawn('/bin/sh', ['-c', command, process.execPath], { cwd: copy, stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '';
  let failed = '';
  child.stdout.on('data', (text: Buffer) => (out += text.toString()));
  child.stderr.on('data', (text: Buffer) => (failed += text.toString()));
  return new Promise((resolve) =>
    child.on('close', () => {
      const seconds = (performance.now() - began) / 1000;
      const lines = out
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as SoakLine);
      const last = lines.findLast(({ broken }) => broken !== undefined);
      const telling = lines.findLast((line) => line.telling !== undefined)?.telling ?? null;
      if (last === undefined && telling !== null && failed === '')
        resolve({ seed: telling, cpuSeconds: most, seconds, how: 'the story does not end' });
      else if (last?.cpuSeconds === undefined) resolve(without(`ended: ${onOneLine(failed.slice(-300), copy)}`));
      else {
        const { seed = null, cpuSeconds, broken = [] } = last;
        const how = onOneLine(broken[0] ?? '', copy);
        if (seed === null || endsWell(seed)) resolve({ seed, cpuSeconds, seconds, how });
        else resolve(without(`story ${seed} breaks without it too: ${how}`));
      }
    }),
  );
}

const ended = new Map<number, boolean>();

/** Whether a story passes in the unchanged tree; one that fails there finds nothing. */
function endsWell(seed: number): boolean {
  const soak = ['test/simulation/soak.ts', '--until-broken', '--stories', '1', '--seed', String(seed)];
  const well =
    ended.get(seed) ??
    spawnSync(process.execPath, [...soak, '--minutes', '600'], { cwd: root, stdio: 'ignore' }).status === 0;
  ended.set(seed, well);
  return well;
}

/** An output line of the program that runs stories: the story it starts, and finally what failed. */
interface SoakLine {
  telling?: number;
  seed?: number;
  cpuSeconds?: number;
  broken?: string[];
}

/** Puts a text on one line of the list and removes paths of this machine. */
const onOneLine = (text: string, copy: string): string =>
  text.replaceAll(copy, '').replaceAll(root, '').replaceAll('file://', '').replaceAll(/\s+/g, ' ').trim().slice(0, 138);
