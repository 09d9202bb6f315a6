import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const root = join(import.meta.dirname, '../../..');
/** The file that a build writes last. */
const lastBuiltFile = join(root, 'dist/preload/preload.cjs');
const lockFile = join(root, 'dist/building');
const sources = ['electron/**/*', 'shared/**/*', 'renderer/**/*', 'vite.config.ts', 'package-lock.json'];

/** Whether the build is missing or older than its sources. */
export function isStale(): boolean {
  const builtAtMs = statSync(lastBuiltFile, { throwIfNoEntry: false })?.mtimeMs;
  if (builtAtMs === undefined) return true;
  return sources.some((pattern) =>
    globSync(pattern, { cwd: root }).some((path) => statSync(join(root, path)).mtimeMs > builtAtMs),
  );
}

/** Whether another build holds the lock: its process is alive, or created the file just now. */
function isLocked(): boolean {
  try {
    const holder = Number(readFileSync(lockFile, 'utf8'));
    if (holder === 0) return Date.now() - statSync(lockFile).mtimeMs < 5000;
    return process.kill(holder, 0);
  } catch {
    return false;
  }
}

/** Takes the build lock; false if another process holds it. */
function takeLock(): boolean {
  mkdirSync(join(root, 'dist'), { recursive: true });
  try {
    writeFileSync(lockFile, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    if (!isLocked()) rmSync(lockFile, { force: true });
    return false;
  }
}

function build(): boolean {
  if (process.stderr.isTTY) process.stderr.write('Building the screens…\n');
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  // a build started by a test must be the same as any other
  const { VITEST: _vitest, NODE_ENV: _mode, ...env } = process.env;
  const { status } = spawnSync(process.execPath, [vite, 'build', '--app', '--logLevel', 'warn'], {
    cwd: root,
    env,
    stdio: ['ignore', 2, 2],
  });
  return status === 0;
}

/**
 * Builds if sources have changed since the last build, only once even if several programs start at the same time. Build
 * output goes to standard error: standard output belongs to the started program.
 */
async function buildIfStale(): Promise<void> {
  while (isStale()) {
    if (!takeLock()) {
      await wait(100);
      continue;
    }
    const isBuilt = build();
    rmSync(lockFile, { force: true });
    if (!isBuilt) {
      process.exitCode = 1;
      return;
    }
  }
}

if (import.meta.main) await buildIfStale();
