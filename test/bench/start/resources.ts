import type { RunningApp } from './launch.ts';
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** Returns the memory of all processes of an Electron, with shared pages counted once (MB). */
export const megabytesOf = ({ pids }: RunningApp): number => pids().reduce((sum, pid) => sum + pssOf(pid), 0) / 1024;

function pssOf(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${String(pid)}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0; // It has ended already.
  }
}

const cpuTicksOf = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => {
    try {
      const [user = 0, system = 0] = readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')
        .slice(11, 13)
        .map(Number);
      return sum + user + system;
    } catch {
      return sum; // It has ended already.
    }
  }, 0);

const checkIntervalMs = 1000;
/** Ticks within `checkIntervalMs` (100 per second) up to which the processes count as idle. */
const maxIdleTicks = 3;
const idleChecks = 4;

/** Waits until the processes are almost idle, at most `maxMs`. */
export async function untilIdle({ pids }: RunningApp, maxMs: number): Promise<void> {
  let quietChecks = 0;
  for (let waitedMs = 0; quietChecks < idleChecks && waitedMs < maxMs; waitedMs += checkIntervalMs) {
    const ticksBefore = cpuTicksOf(pids());
    await wait(checkIntervalMs);
    quietChecks = cpuTicksOf(pids()) - ticksBefore <= maxIdleTicks ? quietChecks + 1 : 0;
  }
}

/**
 * Drops files from the cache of the system, so that they are read from disk again. Files that other programs have open
 * stay in the cache.
 */
export function dropFromCache(folders: readonly string[]): void {
  const files = folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => globSync('**/*', { cwd: folder }).map((name) => `${folder}/${name}`))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
  const script = 'for file; do dd if="$file" iflag=nocache count=0 status=none; done';
  const { status } = spawnSync('sh', ['-c', `sync; ${script}`, 'sh', ...files]);
  if (status !== 0) throw new Error('files could not be taken out of memory');
}
