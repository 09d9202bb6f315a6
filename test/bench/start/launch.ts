import { dropRootCommand } from '../../support/real-electron/other-user.ts';
import { builtAppOfRun, electronOfRun } from '../../support/real-electron/run.ts';
import { giveOwnership } from '../../support/real-electron/start.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

/** A message from `inside.mjs`: the time at which the window became usable, or the answer to a command. */
interface AppMessage {
  usable?: number;
  id?: number;
  value?: unknown;
  error?: string;
}

/** A running Electron without a debugger, ready for use. */
export interface RunningApp {
  /** time from its launch until a person can work in it (ms) */
  tookMs: number;
  /** process ids of its main process and all descendants */
  pids(): number[];
  ask(what: 'script', input: { code: string }): Promise<unknown>;
  ask(what: 'key', input: { keyCode: string }): Promise<unknown>;
  ask(what: 'watchDelay' | 'delay', input?: object): Promise<unknown>;
  /** kills it, as a power cut would */
  kill(): Promise<void>;
  close(): Promise<void>;
}

/** Writes to `home` the app with which Electron is started. */
export function writeBenchApp(home: string): void {
  const folder = join(home, 'bench-app');
  mkdirSync(folder, { recursive: true });
  const { version } = JSON.parse(readFileSync(join(builtAppOfRun(), 'package.json'), 'utf8')) as object & {
    version: string;
  };
  const packageJson = { name: 'parcel-desk', productName: 'Parcel Desk', type: 'module', main: 'inside.mjs', version };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(packageJson));
  cpSync(join(import.meta.dirname, 'inside.mjs'), join(folder, 'inside.mjs'));
}

/** Starts the desk with the folder `userData`, or an empty window. */
export async function launch(home: string, userData: string, what: 'desk' | 'empty'): Promise<RunningApp> {
  const { program, preload, display } = electronOfRun();
  giveOwnership(userData);
  const commandLine = [
    ...dropRootCommand(),
    program,
    join(home, 'bench-app'),
    '--disable-gpu',
    `--user-data-dir=${userData}`,
  ];
  const [command = '', ...args] = commandLine;
  const startedAt = Date.now();
  const child = spawn(command, args, {
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
  const exitEvent = once(child, 'exit');
  const usable = Promise.withResolvers<number>();
  const pendingAnswers = new Map<number, PromiseWithResolvers<unknown>>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { usable: usableAt, id, value, error } = JSON.parse(line) as AppMessage;
    if (usableAt !== undefined) usable.resolve(usableAt);
    const pendingAnswer = pendingAnswers.get(id ?? 0);
    pendingAnswers.delete(id ?? 0);
    if (error === undefined) pendingAnswer?.resolve(value);
    else pendingAnswer?.reject(new Error(error));
  });
  void exitEvent.then(() => {
    const endError = new Error('Electron ended');
    usable.reject(endError);
    for (const pending of pendingAnswers.values()) pending.reject(endError);
  });
  let nextId = 1;
  const pids = (): number[] => descendantsOf(child.pid ?? 0);
  const tookMs = (await usable.promise) - startedAt;
  return {
    tookMs,
    pids,
    ask(what: string, input: object = {}) {
      const answer = Promise.withResolvers<unknown>();
      const id = nextId++;
      pendingAnswers.set(id, answer);
      child.stdin.write(`${JSON.stringify({ id, what, ...input })}\n`);
      return answer.promise;
    },
    async kill() {
      for (const pid of pids().reverse()) killIfRunning(pid);
      await exitEvent;
    },
    async close() {
      child.kill('SIGTERM');
      await exitEvent;
    },
  };
}

function killIfRunning(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

/** A process and all its descendants. */
function descendantsOf(root: number): number[] {
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
  for (const ancestor of family)
    family.push(...parents.filter(({ parent }) => parent === ancestor).map(({ pid }) => pid));
  return family;
}
