import type { Habits, Rule } from './faults.ts';
import type { Account } from './ledger.ts';
import type { Arrived } from './service.ts';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('./serve.ts', import.meta.url));

/** The service in a separate process, and the calls that control its faults. */
export interface FaultService {
  /** base address */
  url: string;
  child: ChildProcess;
  /** replaces all rules and habits; the first matching rule decides, and counts of earlier rules are forgotten */
  set(rules: readonly Rule[], habits?: Partial<Habits>): Promise<void>;
  accounts(): Promise<Account[]>;
  arrived(): Promise<Arrived[]>;
  /** resolves at the next request */
  arrival(): Promise<void>;
  /** stops listening on its port and cuts open connections, until `up` */
  down(): Promise<void>;
  up(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the service on 127.0.0.1. The seed decides what its rules leave to chance. */
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
