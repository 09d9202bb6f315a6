import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { Launched } from './launch.ts';

/** What all processes of an Electron hold, what they share counted once (MB). */
export const megabytesOf = ({ pids }: Launched): number => pids().reduce((sum, pid) => sum + pssOf(pid), 0) / 1024;

function pssOf(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${String(pid)}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0; // ended meanwhile
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
      return sum; // ended meanwhile
    }
  }, 0);

const lookMs = 1000;
/** Less than this of a core is rest (ticks in `lookMs`; a hundred of them are a second). */
const restTicks = 3;
const restLooks = 4;

/** Waits until it does next to nothing, at most so long (ms). */
export async function untilIdle({ pids }: Launched, mostMs: number): Promise<void> {
  let quiet = 0;
  for (let waited = 0; quiet < restLooks && waited < mostMs; waited += lookMs) {
    const before = ticksOf(pids());
    await wait(lookMs);
    quiet = ticksOf(pids()) - before <= restTicks ? quiet + 1 : 0;
  }
}

/** Takes files out of the memory of the system, so that they come from the disk again; what other programs have open stays. */
export function forget(folders: readonly string[]): void {
  const files = folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => globSync('**/*', { cwd: folder }).map((name) => `${folder}/${name}`))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
  const script = 'for file; do dd if="$file" iflag=nocache count=0 status=none; done';
  const { status } = spawnSync('sh', ['-c', `sync; ${script}`, 'sh', ...files]);
  if (status !== 0) throw new Error('files could not be taken out of memory');
}
