import { readFileSync } from 'node:fs';
import { isOpenToScreens } from '../../electron/rpc/screens/screen-desk.ts';
import { tokenParameter } from '../../shared/contract/host-token.ts';
import { messages, type Message } from './messages.ts';

export interface Fuzzed {
  messages: number;
  /** answers by `ok`, or the kind of the problem */
  answers: Record<string, number>;
  /** what must not be: a fault of the desk, silence, another status than the answer's */
  faults: string[];
  /** of the host, after half of the messages and in the end */
  megabytes: { half: number; last: number };
  /** the longest answer of each procedure that took longest, ms */
  slowest: Record<string, number>;
}

const atOnce = 8;
/** Nothing that a page asks may take longer (ms). */
const latestMs = 60_000;

interface Answer {
  ok: boolean;
  value?: unknown;
  problem?: { kind: string };
}

/** Sends messages to a browser host as a page of it does, and looks at each answer. */
export async function fuzz(
  host: { url: string; pid: number },
  { messages: many, seed }: { messages: number; seed: number },
  say: (line: object) => void,
): Promise<Fuzzed> {
  const address = new URL(host.url);
  const token = address.searchParams.get(tokenParameter) ?? '';
  const source = messages(seed);
  const answers: Record<string, number> = {};
  const faults: string[] = [];
  let sent = 0;
  const longest = new Map<string, number>();
  let half = 0;

  async function send({ name, input }: Message): Promise<Answer> {
    const began = performance.now();
    const response = await fetch(new URL(`/rpc/${encodeURIComponent(name.toWellFormed())}`, address.origin), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(input) ?? 'null',
      signal: AbortSignal.timeout(latestMs),
    });
    const answer = (await response.json()) as Answer;
    longest.set(name, Math.max(longest.get(name) ?? 0, performance.now() - began));
    const expected = isOpenToScreens(name) ? [200] : [404];
    if (![...expected, 413].includes(response.status)) throw new Error(`status ${String(response.status)}`);
    return answer;
  }

  async function one(): Promise<void> {
    const message = source.next();
    const shown = `${message.name} ${JSON.stringify(message.input)?.slice(0, 300) ?? ''}`;
    try {
      const answer = await send(message);
      const what = answer.ok ? 'ok' : (answer.problem?.kind ?? 'no problem');
      answers[what] = (answers[what] ?? 0) + 1;
      if (what === 'internal' || what === 'no problem' || what === 'desk-gone') faults.push(`${what}: ${shown}`);
      if (answer.ok) {
        if (!isOpenToScreens(message.name)) faults.push(`answered though it is closed: ${shown}`);
        source.hear(answer.value);
      }
    } catch (error) {
      faults.push(`${String(error)}: ${shown}`);
    }
  }

  async function lane(): Promise<void> {
    while (sent < many && faults.length < 20) {
      const number = ++sent;
      await one();
      if (number === Math.ceil(many / 2)) half = megabytesOf(host.pid);
      if (number % 10_000 === 0) say({ sent, megabytes: megabytesOf(host.pid), faults: faults.length });
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane));
  return {
    messages: sent,
    answers,
    faults,
    megabytes: { half, last: megabytesOf(host.pid) },
    slowest: Object.fromEntries(
      [...longest]
        .map(([name, ms]) => [name, Math.round(ms)] as const)
        .sort(([, a], [, b]) => b - a)
        .slice(0, 8),
    ),
  };
}

function megabytesOf(pid: number): number {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}
