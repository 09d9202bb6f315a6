import { seeded } from '../../simulation/seeded.ts';
import { answerToCreate, answerToStatus, keyOfAnother, notFound, takeCreate, type Answer } from './answers.ts';
import { faultChooser, usualHabits, type Fault, type Habits, type Rule } from './faults.ts';
import { openLedger } from './ledger.ts';
import { askedOf } from './routes.ts';
import { say, send, sendHuge } from './send.ts';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';

/** A request as it arrived, and the fault that was applied. */
export interface Arrived {
  /** ms of the service's process */
  at: number;
  method: string;
  path: string;
  endpoint: number;
  key: string;
  headers: IncomingMessage['headers'];
  fault: Fault['kind'] | null;
}

/** The service on 127.0.0.1. Random choices depend on the seed and on the order of requests. */
export async function openService(seed: number, port: number) {
  const { next } = seeded(seed);
  const now = (): number => performance.now();
  const ledger = openLedger(now);
  const faults = faultChooser(next);
  const arrived: Arrived[] = [];
  const told: (() => void)[] = [];
  let habits: Habits = usualHabits;
  let server = await listen(port);
  const { port: bound } = server.address() as AddressInfo;

  async function listen(on: number): Promise<Server> {
    const opened = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
    opened.listen(on, '127.0.0.1');
    await once(opened, 'listening');
    return opened;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    // A sender that is killed in the middle of a request has sent none.
    for await (const piece of request) pieces.push(piece as Buffer);
    const text = Buffer.concat(pieces).toString();
    const { method = '', url = '', headers } = request;
    const asked = askedOf(method, url, text === '' ? null : JSON.parse(text));
    const key = asked.is === 'create' ? asked.key : asked.is === 'status' ? asked.keys.join() : '';
    const fault = faults.choose(asked.is === 'create', asked.endpoint, key);
    arrived.push({ at: now(), method, path: url, endpoint: asked.endpoint, key, headers, fault: fault?.kind ?? null });

    const account = asked.is === 'create' ? ledger.arrived(asked.endpoint, key, text) : null;
    told.splice(0).forEach((tell) => tell());

    function done(): Answer {
      if (asked.is === 'status') return answerToStatus(ledger, habits, asked, now());
      if (!account) return notFound;
      if (account.endpoint !== asked.endpoint) return keyOfAnother;
      const isRepeat = account.effects.length > 0;
      takeCreate(ledger, habits, account, text);
      return answerToCreate(account, isRepeat, now(), habits);
    }
    if (habits.answersAfterMs > 0) await after(habits.answersAfterMs);
    await happen(fault, done, response);
  }

  const arrival = (): Promise<void> => new Promise((resolve) => told.push(resolve));

  async function happen(fault: Fault | null, done: () => Answer, response: ServerResponse): Promise<void> {
    switch (fault?.kind) {
      case undefined:
        return send(response, done());
      case 'request-lost':
        return void response.socket?.destroy();
      case 'answer-lost':
        done();
        return void response.socket?.destroy();
      case 'answer-cut':
        return send(response, done(), 'in the middle');
      case 'cut-after-answer':
        return send(response, done(), 'behind it');
      case 'late':
        response.socket?.destroy();
        await after(fault.ms + next() * Math.max(0, (fault.upToMs ?? fault.ms) - fault.ms));
        return void done();
      case 'held':
        while (!ledger.accounts().some(({ key }) => key === fault.untilCreateOf)) await arrival();
        return send(response, done());
      case 'silence':
        if (fault.takes) done();
        return;
      case 'says':
        return say(response, fault, fault.takes ? done() : null);
      case 'huge':
        if (fault.takes) done();
        return sendHuge(response, fault.bytes);
    }
  }

  async function down(): Promise<void> {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  }

  return {
    url: `http://127.0.0.1:${String(bound)}`,
    set(rules: readonly Rule[], some: Partial<Habits> = {}): void {
      faults.set(rules);
      habits = { ...usualHabits, ...some };
    },
    accounts: ledger.accounts,
    arrived: (): Arrived[] => arrived,
    /** resolves at the next request */
    arrival,
    /** stops listening and cuts open connections */
    down,
    async up(): Promise<void> {
      server = await listen(bound);
    },
  };
}
export type Service = Awaited<ReturnType<typeof openService>>;
