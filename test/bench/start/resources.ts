import type { Launched } from './launch.ts';
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** Memory of all processes of an Electron, shared pages counted once (MB). */
export const megabytesOf = ({ pids }: Launched): number => pids().reduce((sum, pid) => sum + pssOf(pid), 0) / 1024;

function pssOf(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${String(pid)}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0; // It has ended already.
  }
}

const ticksOf = (pids: readonly number[]): number =>
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

const lookMs = 1000;
/** Ticks in `lookMs` (100 per second) up to which a process counts as idle. */
const restTicks = 3;
const restLooks = 4;

/** Waits until the processes are almost idle, for at most `mostMs`. */
export async function untilIdle({ pids }: Launched, mostMs: number): Promise<void> {
  let quiet = 0;
  for (let waited = 0; quiet < restLooks && waited < mostMs; waited += lookMs) {
    const before = ticksOf(pids());
    await wait(lookMs);
    quiet = ticksOf(pids()) - before <= restTicks ? quiet + 1 : 0;
  }
}

/**
 * Drops files from the system's cache, so that they are read from disk again, except those that other programs have
 * open.
 */
export function forget(folders: readonly string[]): void {
  const files = folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => globSync('**/*', { cwd: folder }).map((name) => `${folder}/${name}`))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
  const script = 'for file; do dd if="$file" iflag=nocache count=0 status=none; done';
  const { status } = spawnSync('sh', ['-c', `sync; ${script}`, 'sh', ...files]);
  if (status !== 0) throw new Error('files could not be taken out of memory');
}
