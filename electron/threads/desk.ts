import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { deskContract, type Input, type Output, type ProcedureName } from '../../shared/contract/desk-contract.ts';
import { no, ProblemError, type Problem, type Result } from '../../shared/contract/problem.ts';
import { deskFile } from '../database/desk-file.ts';
import { after } from './after.ts';
import { forkIoProcess } from './io-process.ts';
import { drawingMemory } from './label-thread.ts';
import type { StartIoProcess } from '../isolated-io/io-message.ts';
import type { SystemProxies } from '../service/proxy-password.ts';
import { answerProxies } from './proxy-port.ts';
import { startThread, type DeskProgram, type StartThread } from './start-thread.ts';
import { answerSystemPrinters } from './system-printer-port.ts';
import type { SystemPrinters } from '../printers/system-printer.ts';
import { relayToProcess } from '../isolated-io/relay-to-process.ts';
import { reportFault } from '../rpc/transport/failure.ts';
import type { DeskEvent, NumberedEvent } from '../../shared/contract/desk-events.ts';
import type { ContractAsks } from '../rpc/transport/answer.ts';
import { valueOf } from '../rpc/transport/calls.ts';
import { keepLink, linkWhenAsked, notThere, type KeptLink } from '../rpc/transport/kept-link.ts';
import { link, type Link } from '../rpc/transport/link.ts';
import type { ScreenDesk } from '../rpc/screens/screen-desk.ts';

export interface DeskOptions {
  folder: string;
  /** settings for this run, never stored; `bad-setting` where one is none */
  settings?: Record<string, unknown>;
  /** where this machine's knowledge of its data folders lies; left out: where the platform keeps such things */
  machine?: string;
  /** begins the process that writes to places which may never answer; without, Node's own way */
  startPlaces?: StartIoProcess | undefined;
  /** begins a thread of the desk; without, each when it is needed */
  startThread?: StartThread | undefined;
  /** who only reads is begun no sooner, for what a person waits for goes first; without, when it is first asked */
  readsFrom?: Promise<void> | undefined;
  /** what the system says of the way to an origin; without, the environment says it */
  systemProxies?: SystemProxies | undefined;
  /** printers of the system; without, the host has none */
  systemPrinters?: SystemPrinters | undefined;
  /** hears what is told while it opens, as of a restore that it waits for; `onEvent` hears only what comes after that */
  whileOpening?: ((event: DeskEvent) => void) | undefined;
  /** whoever opens it says where it delivers (`sync.start`): until then nobody asks the service that the folder is bound to, or practice */
  isTold?: boolean | undefined;
}

/** What a worker is begun with. */
export interface WorkerOptions extends Omit<
  DeskOptions,
  'startPlaces' | 'startThread' | 'readsFrom' | 'whileOpening' | 'systemProxies' | 'systemPrinters'
> {
  /** the folder held a desk before: where it does not, it is gone, and no new one is made in its place */
  wasThere: boolean;
  /** it was opened before in this run, and what ended that may have been its disk */
  again: boolean;
}
export interface DeskWorkerData extends WorkerOptions {
  /** to the process that touches places */
  places: MessagePort;
  /** to what the system says of proxies; null: the environment says it */
  proxies: MessagePort | null;
  /** to the printers of the system; null: the host has none */
  systemPrinters: MessagePort | null;
}

/** The desk as a host has it: all work is done in its workers, this side only carries messages. A worker that ends is begun again. */
export interface Desk extends Omit<ScreenDesk, 'takeFile' | 'act'> {
  /** A call by name and type. Rejects with a ProblemError where the answer is a problem. */
  ask<N extends ProcedureName>(name: N, input: Input<N>): Promise<Output<N>>;
  /** why nothing can be saved or delivered now; null while its workers are there */
  trouble(): Problem | null;
  /** Called when the worker that saves and delivers has ended (with why), and when it has begun again: it then delivers nothing yet. */
  onTurn(listener: (trouble: Problem | null) => void): void;
  /** settles when a worker that ended could not be begun again at once; who waits for an event waits for this too */
  ended: Promise<void>;
}

type DeskLink = Link<ContractAsks, true, NumberedEvent>;
type KeptDeskLink = KeptLink<ContractAsks, true, NumberedEvent>;
/** A thread as calls need it; who only reads needs it from the first call on. */
type DeskThread = Omit<KeptDeskLink, 'renew'>;
type Links = Partial<Record<'desk' | 'reader', DeskThread>>;

type Starting = Pick<DeskOptions, 'systemProxies' | 'systemPrinters'> & {
  startPlaces: StartIoProcess;
  startThread: StartThread;
};

function start(
  program: DeskProgram,
  workerData: WorkerOptions,
  { startPlaces, startThread, systemProxies, systemPrinters }: Starting,
): DeskLink {
  const { port1, port2 } = new MessageChannel();
  relayToProcess(port1, startPlaces, after);
  port1.unref();
  const proxies = systemProxies ? answerProxies(systemProxies) : null;
  const printers = systemPrinters ? answerSystemPrinters(systemPrinters) : null;
  const given: Omit<DeskWorkerData, keyof WorkerOptions> = { places: port2, proxies, systemPrinters: printers };
  const thread = startThread(program, {
    workerData: { ...workerData, ...given },
    transferList: [port2, proxies, printers].filter((port) => port !== null),
    ...(program === 'reader-worker' && { resourceLimits: drawingMemory }),
  });
  return link(thread, { report: reportFault });
}

/** Begins a thread of a folder, and knows each time what became of it before. */
function beginner(program: DeskProgram, options: DeskOptions): () => DeskLink {
  const { startPlaces = forkIoProcess, startThread: begin = startThread, ...others } = options;
  const { systemProxies, systemPrinters, readsFrom: _, whileOpening: _told, ...given } = others;
  let wasThere = existsSync(join(options.folder, deskFile));
  let again = false;
  return () => {
    const starting = { startPlaces, startThread: begin, systemProxies, systemPrinters };
    const worker = start(program, { ...given, wasThere, again }, starting);
    worker.ready.then(
      () => (wasThere = again = true),
      () => undefined,
    );
    return worker;
  };
}

const keep = (program: DeskProgram, options: DeskOptions, begins: 'now' | 'when asked' = 'now'): KeptDeskLink =>
  keepLink({ start: beginner(program, options), monotonic: () => performance.now(), after, begins });

/**
 * Opens a data folder, which is made if it is not there, as its only owner. Rejects with a ProblemError: `folder-in-use`,
 * `newer-database`, `damaged`, `disk`, `bad-setting`.
 */
export async function startDesk(options: DeskOptions): Promise<Desk> {
  const desk = keep('desk-worker', options);
  await closedUnlessThere(desk);
  // Migrations are over now: the reader finds the newest shape. Who only captures does not wait for it.
  return deskOf({ desk, reader: linkWhenAsked(beginner('reader-worker', options)) });
}

/**
 * The same for a host with screens: opens also where the disk is full, read-only or gone or the file is damaged, shows what it can,
 * and saves and delivers as soon as that is over. Rejects with a ProblemError `folder-in-use` or `newer-database`.
 */
export async function keepDesk(options: DeskOptions): Promise<Desk> {
  const desk = keep('desk-worker', options);
  let opens = true;
  desk.onEvent(({ event }) => {
    if (opens) options.whileOpening?.(event);
  });
  await desk.there();
  opens = false;
  const kind = desk.trouble()?.kind;
  if (kind === 'folder-in-use' || kind === 'newer-database') await closedUnlessThere(desk);
  // nothing that is saved waits for it, nor for a core that it would take
  const reader = keep('reader-worker', options, 'when asked');
  // a reader that began without a writer shows the file as it stood, and perhaps of an older shape
  desk.onTurn((trouble) => {
    if (!trouble) void reader.renew();
  });
  return deskOf({ desk, reader }, options.readsFrom);
}

/** Opens a data folder for reading, beside an owner or without one. Rejects as `startDesk`, and where there is no desk. */
export async function startReader(options: DeskOptions): Promise<Desk> {
  const reader = keep('reader-worker', options);
  await closedUnlessThere(reader);
  return deskOf({ reader });
}

/** What a page begins with, for which no second thread has to begin; without the first it shows the desk all the same. */
const ofEither: ReadonlySet<string> = new Set<ProcedureName>(['desk.recall']);
const whichIsThere = ({ desk, reader }: Links): DeskThread | undefined => (desk?.trouble() ? reader : desk) ?? reader;

async function closedUnlessThere(link: DeskThread): Promise<void> {
  await link.there();
  const trouble = link.trouble();
  if (!trouble) return;
  await link.close();
  throw new ProblemError(trouble);
}

function deskOf(links: Links, readsFrom?: Promise<void>): Desk {
  const all = Object.values(links);
  const ended = Promise.withResolvers<void>();
  for (const one of all) {
    let failed = false;
    one.onTurn((trouble) => {
      if (trouble && failed) ended.resolve();
      failed = trouble !== null;
    });
  }
  // one for all calls: each that waited beside an end that does not come would stay in memory
  const mayRead = readsFrom && Promise.race([readsFrom, ended.promise]);
  async function call(name: string, input: unknown): Promise<Result<unknown>> {
    const unknown = no('unknown-command', `The desk has no procedure ${JSON.stringify(name)}.`);
    if (!Object.hasOwn(deskContract, name)) return unknown;
    const to = ofEither.has(name) ? whichIsThere(links) : links[deskContract[name as ProcedureName].worker];
    if (!to) return unknown;
    // without a writer it is all that a page has
    if (mayRead && to === links.reader && !links.desk?.trouble()) await mayRead;
    const there = await to.there();
    const result: Result<unknown> = there
      ? await there.call(name, input)
      : { ok: false, problem: to.trouble() ?? notThere };
    // where neither could begin, the writer knows why
    const why = result.ok || to.trouble() === null ? null : links.desk?.trouble();
    return why ? { ok: false, problem: why } : result;
  }
  return {
    call,
    ask: <N extends ProcedureName>(name: N, input: Input<N>): Promise<Output<N>> => valueOf(call(name, input)),
    onEvent(listener) {
      for (const one of all) one.onEvent(listener);
    },
    trouble: () => (links.desk ?? links.reader)?.trouble() ?? null,
    onTurn: (listener) => (links.desk ?? links.reader)?.onTurn(listener),
    ended: ended.promise,
    async close() {
      await Promise.all(all.map((one) => one.close()));
      ended.resolve();
    },
  };
}
