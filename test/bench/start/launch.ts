import { asOtherUser } from '../../support/real-electron/other-user.ts';
import { builtAppOfRun, electronOfRun } from '../../support/real-electron/run.ts';
import { giveTo } from '../../support/real-electron/start.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

interface Told {
  usable?: number;
  id?: number;
  value?: unknown;
  error?: string;
}

/** A started Electron without a debugger, ready for use. */
export interface Launched {
  /** from its launch until a person can work in it (ms) */
  tookMs: number;
  /** its main process and all descendants */
  pids(): number[];
  ask(what: 'script', input: { code: string }): Promise<unknown>;
  ask(what: 'key', input: { keyCode: string }): Promise<unknown>;
  ask(what: 'watchDelay' | 'delay', input?: object): Promise<unknown>;
  /** kills it, as a power cut would */
  kill(): Promise<void>;
  close(): Promise<void>;
}

/** Writes the app that Electron is started with to `home`. */
export function layBenchApp(home: string): void {
  const folder = join(home, 'bench-app');
  mkdirSync(folder, { recursive: true });
  const { version } = JSON.parse(readFileSync(join(builtAppOfRun(), 'package.json'), 'utf8')) as object & {
    version: string;
  };
  const described = { name: 'parcel-desk', productName: 'Parcel Desk', type: 'module', main: 'inside.mjs', version };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(described));
  cpSync(join(import.meta.dirname, 'inside.mjs'), join(folder, 'inside.mjs'));
}

/** Starts the desk on `userData`, or an empty window. */
export async function launch(home: string, userData: string, what: 'desk' | 'empty'): Promise<Launched> {
  const { program, preload, display } = electronOfRun();
  giveTo(userData);
  const words = [...asOtherUser(), program, join(home, 'bench-app'), '--disable-gpu', `--user-data-dir=${userData}`];
  const [command = '', ...rest] = words;
  const began = Date.now();
  const child = spawn(command, rest, {
    cwd: '/',
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: userData,
      TMPDIR: process.env['TMPDIR'] ?? '/tmp',
      LANG: 'C.UTF-8',
      DISPLAY: display,
      DBUS_SYSTEM_BUS_ADDRESS: 'disabled:',
      DBUS_SESSION_BUS_ADDRESS: 'disabled:',
      PARCEL_DESK_MACHINE: join(userData, 'machine'),
      ...(preload !== null && { LD_PRELOAD: preload }),
      ...(what === 'desk' && { BENCH_APP: pathToFileURL(join(builtAppOfRun(), 'dist/electron/main.js')).href }),
    },
  });
  const ended = once(child, 'exit');
  const usable = Promise.withResolvers<number>();
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { usable: at, id, value, error } = JSON.parse(line) as Told;
    if (at !== undefined) usable.resolve(at);
    const asked = waiting.get(id ?? 0);
    waiting.delete(id ?? 0);
    if (error === undefined) asked?.resolve(value);
    else asked?.reject(new Error(error));
  });
  void ended.then(() => {
    const gone = new Error('Electron ended');
    usable.reject(gone);
    for (const one of waiting.values()) one.reject(gone);
  });
  let next = 1;
  const pids = (): number[] => familyOf(child.pid ?? 0);
  const tookMs = (await usable.promise) - began;
  return {
    tookMs,
    pids,
    ask(what: string, input: object = {}) {
      const answer = Promise.withResolvers<unknown>();
      const id = next++;
      waiting.set(id, answer);
      child.stdin.write(`${JSON.stringify({ id, what, ...input })}\n`);
      return answer.promise;
    },
    async kill() {
      for (const pid of pids().reverse()) killed(pid);
      await ended;
    },
    async close() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function killed(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

/** A process and all its descendants. */
function familyOf(root: number): number[] {
  const parents = readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap((pid) => {
      try {
        const [, parent = ''] = /^.*\) \S+ (\d+) /s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
        return [{ pid: Number(pid), parent: Number(parent) }];
      } catch {
        return []; // It has ended already.
      }
    });
  const family = [root];
  for (const one of family) family.push(...parents.filter(({ parent }) => parent === one).map(({ pid }) => pid));
  return family;
}
