import { ioClientOver, type FromIoProcess, type IoClient } from '../../electron/copies/io-process/io-message.ts';
import { serveIo } from '../../electron/copies/io-process/serve-io.ts';
import type { FileFetcher } from '../../electron/delivery/service/file-fetcher.ts';
import type { ComposedDesk } from '../../electron/desk/compose-host.ts';
import { composeReader } from '../../electron/desk/compose-reader.ts';
import { composeDesk } from '../../electron/desk/compose.ts';
import { after, yieldToEventLoop } from '../../electron/desk/threads/after.ts';
import type { Desk, DeskOptions } from '../../electron/desk/threads/desk.ts';
import { startImportThread } from '../../electron/desk/threads/import-thread.ts';
import { startLabelThread } from '../../electron/desk/threads/label-thread.ts';
import { startOwnLabels } from '../../electron/desk/threads/own-label-thread.ts';
import type { OpenDesks } from '../../electron/desk/workspaces/open-desks.ts';
import { overLimitLabels } from '../../electron/labels/own-labels/over-limit-labels.ts';
import { answerCall } from '../../electron/platform/link/answer.ts';
import { reportFault } from '../../electron/platform/link/failure.ts';
import { batchEvents } from '../../electron/platform/link/run-desk-thread.ts';
import { practiceFolder } from '../../electron/practice/practice-database.ts';
import { startPractice } from '../../electron/practice/start-practice.ts';
import { deskFile } from '../../electron/storage/database/desk-file.ts';
import { machineOfProcess } from '../../electron/storage/register/machine-folder.ts';
import { deskContract, type Input, type Output, type ProcedureName } from '../../shared/contract/desk-contract.ts';
import type { DeskEvent } from '../../shared/contract/desk-events.ts';
import { ProblemError, type Result } from '../../shared/contract/problem.ts';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Runs the desk's file access in this process. Tests of a folder that never answers need the real process. */
export function ioInProcess(): IoClient {
  let receive = (_message: FromIoProcess): void => undefined;
  const send = serveIo((message) => receive(structuredClone(message)));
  return ioClientOver({
    postMessage: (message) => send(structuredClone(message)),
    on: (_event, listener) => void (receive = listener),
  });
}

type Options = Omit<DeskOptions, 'startIoProcess'> & {
  /** fetches the files that own labels refer to; default: as a desk does */
  fetcher?: FileFetcher;
  /** clock of the desk and of its practice service (ms) */
  now?: () => number;
};
const giveUp = () => reportFault(new Error('the desk gave up: what ends a worker is asked of one that has workers'));

/** Passes on events as a worker does: collected for a short time, and numbered. */
function eventBatching({ onEvent: firstListener }: Options) {
  const listeners: Parameters<Desk['onEvent']>[0][] = firstListener ? [({ event }) => firstListener(event)] : [];
  const { emit } = batchEvents(
    (event) => listeners.forEach((listener) => listener(event)),
    (run) => void setTimeout(run, 40).unref(),
  );
  return { emit, onEvent: (listener: (typeof listeners)[number]) => void listeners.push(listener) };
}

function readerOf({ folder, settings = {}, now = Date.now }: Options, emit: (event: DeskEvent) => void) {
  return composeReader({
    folder,
    settings,
    emit,
    endForRestart: giveUp,
    askIo: ioInProcess(),
    startOwnLabels: () => startOwnLabels(undefined, undefined, overLimitLabels(folder, now)),
    now,
    yieldToEventLoop: () => nextTurn(),
  });
}

/** Clones inputs and results of calls into a composed desk, as if they crossed to a worker. */
function deskOf(parts: {
  desk?: ComposedDesk;
  reader(): ReturnType<typeof composeReader>;
  onEvent: Desk['onEvent'];
  close(): Promise<void>;
}): Desk {
  const { desk, reader, onEvent, close } = parts;
  async function call(name: string, input: unknown): Promise<Result<unknown>> {
    const procedure = Object.hasOwn(deskContract, name) ? deskContract[name as ProcedureName] : undefined;
    const target = procedure?.worker === 'desk' && desk ? desk : reader();
    return structuredClone(await answerCall(target, name, structuredClone(input), reportFault));
  }
  return {
    call,
    async ask<N extends ProcedureName>(name: N, input: Input<N>): Promise<Output<N>> {
      const result = await call(name, input);
      if (!result.ok) throw new ProblemError(result.problem);
      return result.value as Output<N>;
    },
    onEvent,
    trouble: () => null,
    onStatusChange: () => undefined,
    restartFailed: new Promise(() => undefined),
    close,
  };
}

/**
 * Starts a desk on a real folder, composed as in its workers but in this thread, because starting workers costs more
 * than most tests. Tests that end a worker or keep it busy use `startDesk`. Rejects when `startDesk` does.
 */
export async function startDeskInThread(options: Options): Promise<Desk> {
  const {
    folder,
    settings = {},
    machine = machineOfProcess(),
    awaitsTargetSelection = false,
    now = Date.now,
  } = options;
  const { emit, onEvent } = eventBatching(options);
  const desk = composeDesk({
    folder,
    awaitsTargetSelection: awaitsTargetSelection,
    settings,
    machine,
    emit,
    endForRestart: giveUp,
    hadDesk: existsSync(join(folder, deskFile)),
    isOnNetwork: false,
    clock: { now, monotonic: () => performance.now() },
    random: Math.random,
    timer: { after },
    newId: randomUUID,
    runSoon: (run) => void setImmediate(run),
    yieldToEventLoop,
    freeBytes: (path) => statfs(path).then(({ bavail, bsize }) => bavail * bsize),
    askIo: ioInProcess(),
    startImport: startImportThread,
    startLabels: startLabelThread,
    startOwnLabels: () => startOwnLabels(undefined, options.fetcher, overLimitLabels(folder, now)),
    systemPrinters: null,
    startPractice: () => startPractice({ folder: practiceFolder(folder), clock: now }),
    onFault: reportFault,
  });
  let reader: ReturnType<typeof composeReader> | undefined;
  async function closeAll(): Promise<void> {
    await desk.close();
    await reader?.close();
  }
  let closed: Promise<void> | undefined;
  return deskOf({
    desk,
    reader: () => (reader ??= readerOf(options, emit)),
    onEvent,
    close: () => (closed ??= closeAll()),
  });
}

/** Starts a desk that only reads, whether or not another process owns the folder; see `startReader`. */
export async function startReaderInThread(options: Options): Promise<Desk> {
  const { emit, onEvent } = eventBatching(options);
  const reader = readerOf(options, emit);
  return deskOf({ reader: () => reader, onEvent, close: () => Promise.resolve(reader.close()) });
}

/** Opens desks in this thread, for tests that open the desks of several folders. */
export const desksInThread: OpenDesks = { openAsOwner: startDeskInThread, openForReading: startReaderInThread };
