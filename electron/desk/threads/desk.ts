import {
  deskContract,
  rulesOf,
  type Input,
  type Output,
  type ProcedureName,
} from '../../../shared/contract/desk-contract.ts';
import type { DeskEvent, NumberedEvent } from '../../../shared/contract/desk-events.ts';
import { fail, ProblemError, type Problem, type Result } from '../../../shared/contract/problem.ts';
import type { StartIoProcess } from '../../copies/io-process/io-message.ts';
import { relayToProcess } from '../../copies/io-process/relay-to-process.ts';
import type { SystemProxies } from '../../delivery/service/proxy-password.ts';
import type { ContractCalls } from '../../platform/link/answer.ts';
import { reportFault } from '../../platform/link/failure.ts';
import { valueOf, link, type Link } from '../../platform/link/link.ts';
import {
  superviseWorker,
  lazyWorker,
  workerUnavailable,
  type SupervisedWorker,
} from '../../platform/link/supervised-worker.ts';
import type { SystemPrinters } from '../../printing/printers/system-printer.ts';
import { deskFile } from '../../storage/database/desk-file.ts';
import type { ScreenDesk } from '../calls/screen-desk.ts';
import { after } from './after.ts';
import { answerProxies, answerSystemPrinters } from './host-port.ts';
import { forkIoProcess } from './io-process.ts';
import { drawingMemory } from './label-thread.ts';
import { startThread, type DeskProgram, type StartThread } from './start-thread.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { MessageChannel, type MessagePort } from 'node:worker_threads';

export interface DeskOptions {
  folder: string;
  /** settings for this run, never stored; an invalid one rejects with `bad-setting` */
  settings?: Record<string, unknown>;
  /** folder with this machine's record of its data folders; default: the platform's location */
  machine?: string;
  /** starts the I/O process, which accesses folders that may hang ("places"); default: Node's fork */
  startIoProcess?: StartIoProcess | undefined;
  /** starts a thread of the desk; default: each when it is needed */
  startThread?: StartThread | undefined;
  /**
   * The reader worker starts after this promise, so that work a person waits for comes first; if omitted, on first use.
   */
  readerStartsAfter?: Promise<void> | undefined;
  /** the system's proxy for an origin; default: the environment's */
  systemProxies?: SystemProxies | undefined;
  /** printers of the system; default: none */
  systemPrinters?: SystemPrinters | undefined;
  /** receives each event, also while the desk opens, such as the progress of a restore */
  onEvent?: ((event: DeskEvent) => void) | undefined;
  /**
   * The opener selects the target (`sync.start`); until then neither the folder's bound service nor practice is
   * contacted.
   */
  awaitsTargetSelection?: boolean | undefined;
}

/** Start parameters of a worker. */
export interface WorkerOptions extends Omit<
  DeskOptions,
  'startIoProcess' | 'startThread' | 'readerStartsAfter' | 'onEvent' | 'systemProxies' | 'systemPrinters'
> {
  /** the folder held a desk before: if it is missing, it is gone, and no new one is created in its place */
  hadDesk: boolean;
  /** it was opened before in this run, and may have ended because of its disk */
  wasOpenedBefore: boolean;
}
export interface DeskWorkerData extends WorkerOptions {
  /** port to the I/O process, which accesses folders that may hang */
  ioPort: MessagePort;
  /** port to the system's proxy settings; null: the environment is used */
  proxyPort: MessagePort | null;
  /** port to the printers of the system; null: the host has none */
  printerPort: MessagePort | null;
}

/**
 * A host's view of the desk: all work is done in its workers, this side only relays messages. A worker that ends is
 * restarted.
 */
export interface Desk extends Omit<ScreenDesk, 'takeFile' | 'callFromScreen'> {
  /** A typed call by name. Rejects with a ProblemError if the answer is a problem. */
  ask<N extends ProcedureName>(name: N, input: Input<N>): Promise<Output<N>>;
  /** why nothing can be saved or delivered now; null while its workers are running */
  trouble(): Problem | null;
  /**
   * Called when the worker that saves and delivers has ended (with the reason), and when it is restarted; delivery is
   * not started then.
   */
  onStatusChange(listener: (trouble: Problem | null) => void): void;
  /** settles when a worker that ended could not be restarted at once; code awaiting an event must await this too */
  restartFailed: Promise<void>;
}

type DeskLink = Link<ContractCalls>;
type SupervisedDeskLink = SupervisedWorker<ContractCalls>;
/** A thread as calls use it; the reader may start with the first call. */
type DeskThread = Omit<SupervisedDeskLink, 'renew'>;
type Links = Partial<Record<'desk' | 'reader', DeskThread>>;

type WorkerStartHost = Pick<DeskOptions, 'systemProxies' | 'systemPrinters'> & {
  startIoProcess: StartIoProcess;
  startThread: StartThread;
  onEvent: (event: NumberedEvent) => void;
};

function startWorker(
  program: DeskProgram,
  workerData: WorkerOptions,
  { startIoProcess, startThread, systemProxies, systemPrinters, onEvent }: WorkerStartHost,
): DeskLink {
  const { port1, port2 } = new MessageChannel();
  relayToProcess(port1, startIoProcess, after);
  port1.unref();
  const proxyPort = systemProxies ? answerProxies(systemProxies) : null;
  const printerPort = systemPrinters ? answerSystemPrinters(systemPrinters) : null;
  const ports: Omit<DeskWorkerData, keyof WorkerOptions> = { ioPort: port2, proxyPort, printerPort: printerPort };
  const thread = startThread(program, {
    workerData: { ...workerData, ...ports },
    transferList: [port2, proxyPort, printerPort].filter((port) => port !== null),
    ...(program === 'reader-worker' && { resourceLimits: drawingMemory }),
  });
  return link(thread, { onError: reportFault, onEvent });
}

/** Relays the events of all threads of a desk, including restarted ones. */
function deskEvents({ onEvent }: DeskOptions) {
  const listeners: ((event: NumberedEvent) => void)[] = onEvent ? [({ event }) => onEvent(event)] : [];
  return {
    emit(event: NumberedEvent): void {
      for (const listener of listeners) listener(event);
    },
    onEvent: (listener: (event: NumberedEvent) => void): void => void listeners.push(listener),
  };
}
type DeskEvents = ReturnType<typeof deskEvents>;

/** Returns the function that starts a folder's thread; it remembers whether the folder was opened before. */
function createWorkerStarter(program: DeskProgram, options: DeskOptions, { emit }: DeskEvents): () => DeskLink {
  const { startIoProcess = forkIoProcess, startThread: startDeskThread = startThread, ...others } = options;
  const { systemProxies, systemPrinters, readerStartsAfter: _, onEvent: _told, ...workerOptions } = others;
  let hadDesk = existsSync(join(options.folder, deskFile));
  let wasOpenedBefore = false;
  return () => {
    const startHost = { startIoProcess, startThread: startDeskThread, systemProxies, systemPrinters, onEvent: emit };
    const worker = startWorker(
      program,
      { ...workerOptions, hadDesk: hadDesk, wasOpenedBefore: wasOpenedBefore },
      startHost,
    );
    worker.ready.then(
      () => (hadDesk = wasOpenedBefore = true),
      () => undefined,
    );
    return worker;
  };
}

const superviseThread = (
  program: DeskProgram,
  options: DeskOptions,
  events: DeskEvents,
  startMode: 'now' | 'when asked' = 'now',
): SupervisedDeskLink =>
  superviseWorker({
    start: createWorkerStarter(program, options, events),
    monotonic: () => performance.now(),
    after,
    startMode: startMode,
  });

/**
 * Opens a data folder, created if missing, as its only owner. Rejects with a ProblemError: `folder-in-use`,
 * `newer-database`, `damaged`, `disk`, `bad-setting`.
 */
export async function startDesk(options: DeskOptions): Promise<Desk> {
  const events = deskEvents(options);
  const desk = superviseThread('desk-worker', options, events);
  await closeUnlessReady(desk);
  // Migrations are done, so the reader finds the newest schema. Callers that only capture do not wait for it.
  return deskOf({ desk, reader: lazyWorker(createWorkerStarter('reader-worker', options, events)) }, events);
}

/**
 * The same for a host with screens: also opens if the disk is full, read-only or gone or the file is damaged, shows
 * what it can, and saves and delivers once that is over. Rejects with a ProblemError `folder-in-use` or
 * `newer-database`.
 */
export async function keepDesk(options: DeskOptions): Promise<Desk> {
  const events = deskEvents(options);
  const desk = superviseThread('desk-worker', options, events);
  await desk.ready();
  const kind = desk.trouble()?.kind;
  if (kind === 'folder-in-use' || kind === 'newer-database') await closeUnlessReady(desk);
  // The reader starts when it is needed: saving neither waits for it nor shares a core with it.
  const reader = superviseThread('reader-worker', options, events, 'when asked');
  // A reader that started without a writer may use an older schema, so it restarts after the writer.
  desk.onStatusChange((trouble) => {
    if (!trouble) void reader.renew();
  });
  return deskOf({ desk, reader }, events, options.readerStartsAfter);
}

/**
 * Opens a data folder for reading, with or without a running owner. Rejects like `startDesk`, and if there is no desk.
 */
export async function startReader(options: DeskOptions): Promise<Desk> {
  const events = deskEvents(options);
  const reader = superviseThread('reader-worker', options, events);
  await closeUnlessReady(reader);
  return deskOf({ reader }, events);
}

/**
 * The worker of a call that either may answer, such as the first call of a page: the desk worker, so that no second
 * thread has to start, or the reader if the desk worker is not running.
 */
const availableWorker = ({ desk, reader }: Links): DeskThread | undefined =>
  (desk?.trouble() ? reader : desk) ?? reader;

async function closeUnlessReady(worker: DeskThread): Promise<void> {
  await worker.ready();
  const trouble = worker.trouble();
  if (!trouble) return;
  await worker.close();
  throw new ProblemError(trouble);
}

/** The file in the input of a call, which may be bytes to transfer. */
function fileIn(name: string, input: unknown): unknown {
  const { file } = rulesOf(name);
  return file !== undefined && typeof input === 'object' && input !== null ? Reflect.get(input, file) : undefined;
}

function deskOf(links: Links, { onEvent }: DeskEvents, readerStartsAfter?: Promise<void>): Desk {
  const workers = Object.values(links);
  const restartFailure = Promise.withResolvers<void>();
  for (const worker of workers) {
    let failed = false;
    worker.onStatusChange((trouble) => {
      if (trouble && failed) restartFailure.resolve();
      failed = trouble !== null;
    });
  }
  // One promise for all calls: a race per call would stay in memory as long as `ended` is pending.
  const readerAllowed = readerStartsAfter && Promise.race([readerStartsAfter, restartFailure.promise]);
  async function call(name: string, input: unknown): Promise<Result<unknown>> {
    const unknown = fail('unknown-command', `The desk has no procedure ${JSON.stringify(name)}.`);
    if (!Object.hasOwn(deskContract, name)) return unknown;
    const worker =
      rulesOf(name).by === 'either' ? availableWorker(links) : links[deskContract[name as ProcedureName].worker];
    if (!worker) return unknown;
    // Without a writer, the page depends on the reader, which then starts at once.
    if (readerAllowed && worker === links.reader && !links.desk?.trouble()) await readerAllowed;
    const workerLink = await worker.ready();
    const result: Result<unknown> = workerLink
      ? await workerLink.call(name, input, { transfer: [fileIn(name, input)] })
      : { ok: false, problem: worker.trouble() ?? workerUnavailable };
    // If neither could start, the writer knows the reason.
    const cause = result.ok || worker.trouble() === null ? null : links.desk?.trouble();
    return cause ? { ok: false, problem: cause } : result;
  }
  return {
    call,
    ask: <N extends ProcedureName>(name: N, input: Input<N>): Promise<Output<N>> => valueOf(call(name, input)),
    onEvent,
    trouble: () => (links.desk ?? links.reader)?.trouble() ?? null,
    onStatusChange: (listener) => (links.desk ?? links.reader)?.onStatusChange(listener),
    restartFailed: restartFailure.promise,
    async close() {
      await Promise.all(workers.map((one) => one.close()));
      restartFailure.resolve();
    },
  };
}
