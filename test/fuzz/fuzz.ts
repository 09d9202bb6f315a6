import { isOpenToScreens } from '../../electron/desk/calls/answer-calls.ts';
import { deskContract } from '../../shared/contract/desk-contract.ts';
import { messages, type Message } from './messages.ts';

/** The result of one message: `ok`, the kind of a problem, or what failed in between. */
export interface Told {
  what: string;
  value?: unknown;
  ms: number;
}

/** A host as its page sees it: where messages go, and how much memory it uses (MB). */
export interface FuzzedHost {
  send(messages: readonly Message[]): Promise<Told[]>;
  megabytes(): Promise<Readonly<Record<string, number>>>;
}

export interface Fuzzed {
  messages: number;
  /** number of procedures in the contract, and the minimum and maximum number of messages to one of them */
  procedures: { count: number; fewest: number; most: number };
  /** number of answers by `ok` or kind of problem */
  answers: Record<string, number>;
  /** violations: a fault of the desk, no answer, or an answer from a closed procedure */
  faults: string[];
  /** memory of each process of the host, halfway and at the end */
  megabytes: { half: Readonly<Record<string, number>>; last: Readonly<Record<string, number>> };
  /** the slowest answers by procedure (ms) */
  slowest: Record<string, number>;
}

const together = 100;
/**
 * Batches under way at once, so that one slow answer delays only these; texts of an answer are therefore used this many
 * batches later.
 */
const ahead = 4;
const enoughFaults = 20;
const oftenTold = 10_000;
/**
 * Waits as long as printers may take to answer, so other messages are sent meanwhile, and its answer, which depends on
 * the network, is not reused.
 */
const listens = (name: string): boolean => name === 'printers.find';
/** Results that are faults; the desk handles everything else itself. */
const faulty = /^(internal|desk-gone|silence|no problem|status .*)$|Error/;

/** Sends messages to a host as its page does, and checks each answer. */
export async function fuzz(
  host: FuzzedHost,
  { messages: many, seed }: { messages: number; seed: number },
  say: (line: object) => void = () => undefined,
): Promise<Fuzzed> {
  const source = messages(seed);
  const sentTo = new Map(Object.keys(deskContract).map((name) => [name, 0]));
  const answers: Record<string, number> = {};
  const faults: string[] = [];
  const longest = new Map<string, number>();
  function fault(what: string): void {
    faults.push(what);
    say({ fault: what });
  }
  let half: Readonly<Record<string, number>> = {};
  let sent = 0;

  function look({ name, input }: Message, { what, value, ms }: Told = { what: 'silence', ms: 0 }): void {
    const shown = `${name} ${JSON.stringify(input)?.slice(0, 300) ?? ''}`;
    const before = sentTo.get(name);
    if (before !== undefined) sentTo.set(name, before + 1);
    answers[what] = (answers[what] ?? 0) + 1;
    longest.set(name, Math.max(longest.get(name) ?? 0, ms));
    if (faulty.test(what)) fault(`${what}: ${shown}`);
    if (what !== 'ok') return;
    if (!isOpenToScreens(name)) fault(`answered though it is closed: ${shown}`);
    if (!listens(name)) source.hear(value);
  }

  const listening: Promise<void>[] = [];
  const lookLater = (message: Message): void =>
    void listening.push(host.send([message]).then(([told]) => look(message, told)));

  async function answered({ batch, told }: { batch: readonly Message[]; told: Promise<Told[]> }): Promise<void> {
    const each = await told;
    for (const [at, message] of batch.entries()) look(message, each[at]);
  }

  const underWay: Parameters<typeof answered>[0][] = [];
  while (sent < many && faults.length < enoughFaults) {
    const next = Array.from({ length: Math.min(together, many - sent) }, () => source.next());
    next.filter(({ name }) => listens(name)).forEach(lookLater);
    const batch = next.filter(({ name }) => !listens(name));
    underWay.push({ batch, told: host.send(batch) });
    const [oldest] = underWay.length < ahead ? [] : underWay.splice(0, 1);
    if (oldest) await answered(oldest);
    const before = sent;
    sent += next.length;
    if (before < many / 2 && sent >= many / 2) half = await host.megabytes();
    if (Math.floor(before / oftenTold) < Math.floor(sent / oftenTold))
      say({ sent, megabytes: await host.megabytes(), faults: faults.length });
  }
  for (const rest of underWay) await answered(rest);
  await Promise.all(listening);
  const counts = [...sentTo.values()];
  return {
    messages: sent,
    procedures: { count: sentTo.size, fewest: Math.min(...counts), most: Math.max(...counts) },
    answers,
    faults,
    megabytes: { half, last: await host.megabytes() },
    slowest: Object.fromEntries(
      [...longest]
        .map(([name, ms]) => [name, Math.round(ms)] as const)
        .sort(([, a], [, b]) => b - a)
        .slice(0, 8),
    ),
  };
}

/**
 * Whether a process kept growing. A few MB of difference are normal, because answers may be under way at one time and
 * not at the other.
 */
export const grew = ({ half, last }: Fuzzed['megabytes']): boolean =>
  Object.keys(last).some((process) => (last[process] ?? 0) > (half[process] ?? 0) * 1.5 + 100);
