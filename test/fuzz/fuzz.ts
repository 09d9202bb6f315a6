import { deskContract } from '../../shared/contract/desk-contract.ts';
import { isOpenToScreens } from '../../electron/rpc/screens/screen-desk.ts';
import { messages, type Message } from './messages.ts';

/** What came of one message: `ok`, the kind of a problem, or what went wrong on the way. */
export interface Told {
  what: string;
  value?: unknown;
  ms: number;
}

/** A host as a page of it is: where messages go to, and what it holds of memory (MB). */
export interface FuzzedHost {
  send(messages: readonly Message[]): Promise<Told[]>;
  megabytes(): Promise<Readonly<Record<string, number>>>;
}

export interface Fuzzed {
  messages: number;
  /** of the contract, and the fewest and most messages that one of them was sent */
  procedures: { count: number; fewest: number; most: number };
  /** answers by `ok`, or the kind of the problem */
  answers: Record<string, number>;
  /** what must not be: a fault of the desk, silence, an answer to what is closed */
  faults: string[];
  /** of each process of the host, after half of the messages and in the end */
  megabytes: { half: Readonly<Record<string, number>>; last: Readonly<Record<string, number>> };
  /** the longest answers, by procedure, ms */
  slowest: Record<string, number>;
}

const together = 100;
/** So many batches are under way at once, so that one slow answer holds up no more; what an answer tells is heard so many batches later. */
const ahead = 4;
const enoughFaults = 20;
const oftenTold = 10_000;
/** Listens for as long as printers may take to answer: further messages go out meanwhile, and its answer, of who is near by, is not heard by them. */
const listens = (name: string): boolean => name === 'printers.find';
/** The desk answers each of these by itself: an answer of another kind is a fault. */
const faulty = /^(internal|desk-gone|silence|no problem|status .*)$|Error/;

/** Sends messages to a host as a page of it does, and looks at each answer. */
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

/** Whether a process held ever more: a few megabytes of answers are under way at one time, and at another none. */
export const grew = ({ half, last }: Fuzzed['megabytes']): boolean =>
  Object.keys(last).some((process) => (last[process] ?? 0) > (half[process] ?? 0) * 1.5 + 100);
