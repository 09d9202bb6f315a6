import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Habits, Rule } from './faults.ts';
import type { Account } from './ledger.ts';
import type { Arrived } from './service.ts';

const program = fileURLToPath(new URL('./serve.ts', import.meta.url));

/** The service in a process of its own, and a line to tell it what to do wrong. */
export interface FaultService {
  /** base address */
  url: string;
  child: ChildProcess;
  /** From now on these rules decide, the first that fits, and these habits; what earlier rules counted is forgotten. */
  set(rules: readonly Rule[], habits?: Partial<Habits>): Promise<void>;
  accounts(): Promise<Account[]>;
  arrived(): Promise<Arrived[]>;
  /** Resolves when the next request comes. */
  arrival(): Promise<void>;
  /** Nobody listens at its port any more, and open connections are cut; `up` ends that. */
  down(): Promise<void>;
  up(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts it on 127.0.0.1. The seed decides what its rules leave to chance. */
export async function startService(seed = 1, port = 0): Promise<FaultService> {
  const child = fork(program, [String(seed), String(port)], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const waiting = new Map<number, (answer: unknown) => void>();
  let asked = 0;
  const first = new Promise((resolve) => waiting.set(0, resolve));
  child.on('message', ({ id, answer }: { id: number; answer: unknown }) => {
    waiting.get(id)?.(answer);
    waiting.delete(id);
  });
  async function ask(name: string, ...args: unknown[]): Promise<unknown> {
    const id = (asked += 1);
    const answered = new Promise((resolve) => waiting.set(id, resolve));
    child.send({ id, name, args });
    return answered;
  }
  return {
    url: (await first) as string,
    child,
    set: (rules, habits) => ask('set', rules, habits) as Promise<void>,
    accounts: () => ask('accounts') as Promise<Account[]>,
    arrived: () => ask('arrived') as Promise<Arrived[]>,
    arrival: () => ask('arrival') as Promise<void>,
    down: () => ask('down') as Promise<void>,
    up: () => ask('up') as Promise<void>,
    async stop() {
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}
