import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { deskContract, type Input, type Output, type ProcedureName } from '../../shared/contract/desk-contract.ts';
import type { DeskEvent } from '../../shared/contract/desk-events.ts';
import { ProblemError, type Result } from '../../shared/contract/problem.ts';
import { composeDesk } from '../../electron/compose.ts';
import type { ComposedDesk } from '../../electron/compose-host.ts';
import { composeReader } from '../../electron/compose-reader.ts';
import { deskFile } from '../../electron/database/desk-file.ts';
import { ioClientOver } from '../../electron/isolated-io/io-client.ts';
import type { FromIoProcess, IoClient } from '../../electron/isolated-io/io-message.ts';
import { serveIo } from '../../electron/isolated-io/serve-io.ts';
import { practiceFolder } from '../../electron/practice/book.ts';
import { startPractice } from '../../electron/practice/start-practice.ts';
import { machineOfProcess } from '../../electron/register/machine-folder.ts';
import { answer } from '../../electron/rpc/transport/answer.ts';
import { batchEvents } from '../../electron/rpc/transport/events.ts';
import { reportFault } from '../../electron/rpc/transport/failure.ts';
import type { FileFetcher } from '../../electron/service/fetch-in-turn.ts';
import { after } from '../../electron/threads/after.ts';
import { startImportThread } from '../../electron/threads/import-thread.ts';
import { startLabelThread } from '../../electron/threads/label-thread.ts';
import { overLimitLabels } from '../../electron/own-labels/too-much-labels.ts';
import { startOwnLabels } from '../../electron/threads/own-label-thread.ts';
import { yieldToEventLoop } from '../../electron/threads/yield-to-event-loop.ts';
import type { Desk, DeskOptions } from '../../electron/threads/desk.ts';
import type { OpenDesks } from '../../electron/workspaces/open-desks.ts';

/** Runs the desk's file access in this process. Tests of a folder that never answers need the real process. */
export function ioHere(): IoClient {
  let hear = (_message: FromIoProcess): void => undefined;
  const ask = serveIo((message) => hear(structuredClone(message)));
  return ioClientOver({
    postMessage: (message) => ask(structuredClone(message)),
    on: (_event, listener) => void (hear = listener),
  });
}

type Options = Omit<DeskOptions, 'startPlaces'> & {
  /** fetches the files that own labels refer to; default: as a desk does */
  fetcher?: FileFetcher;
  /** clock of the desk and of its practice service (ms) */
  now?: () => number;
};
const giveUp = () => reportFault(new Error('the desk gave up: what ends a worker is asked of one that has workers'));

/** Passes on events as a worker does: gathered for a moment and numbered. */
function hearers() {
  const listeners: Parameters<Desk['onEvent']>[0][] = [];
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
    giveUp,
    place: ioHere(),
    startOwnLabels: () => startOwnLabels(undefined, undefined, overLimitLabels(folder, now)),
    now,
    yieldToEventLoop: () => nextTurn(),
  });
}

/** Calls into a composed desk by value, as if they crossed to a worker. */
function deskOf(begun: {
  desk?: ComposedDesk;
  reader(): ReturnType<typeof composeReader>;
  onEvent: Desk['onEvent'];
  close(): Promise<void>;
}): Desk {
  const { desk, reader, onEvent, close } = begun;
  async function call(name: string, input: unknown): Promise<Result<unknown>> {
    const procedure = Object.hasOwn(deskContract, name) ? deskContract[name as ProcedureName] : undefined;
    const { handlers } = procedure?.worker === 'desk' && desk ? desk : reader();
    return structuredClone(await answer(handlers, name, structuredClone(input), reportFault));
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
    ended: new Promise(() => undefined),
    close,
  };
}

/**
 * Starts a desk on a real folder, composed as in its workers but in this thread, because starting workers costs more
 * than most tests of what a desk does with its folder. Tests that end a worker or keep it busy use `startDesk`. Rejects
 * when `startDesk` does.
 */
export async function startDeskHere(options: Options): Promise<Desk> {
  const {
    folder,
    settings = {},
    machine = machineOfProcess(),
    awaitsTargetSelection: isTold = false,
    now = Date.now,
  } = options;
  const { emit, onEvent } = hearers();
  const desk = composeDesk({
    folder,
    awaitsTargetSelection: isTold,
    settings,
    machine,
    emit,
    giveUp,
    hadDesk: existsSync(join(folder, deskFile)),
    isOnNetwork: false,
    clock: { now, monotonic: () => performance.now() },
    random: Math.random,
    timer: { after },
    newId: randomUUID,
    soon: (run) => void setImmediate(run),
    yieldToEventLoop,
    freeBytes: (place) => statfs(place).then(({ bavail, bsize }) => bavail * bsize),
    place: ioHere(),
    startImport: startImportThread,
    startLabels: startLabelThread,
    startOwnLabels: () => startOwnLabels(undefined, options.fetcher, overLimitLabels(folder, now)),
    systemPrinters: null,
    startPractice: () => startPractice({ folder: practiceFolder(folder), clock: now }),
    onFault: reportFault,
  });
  let reader: ReturnType<typeof composeReader> | undefined;
  async function end(): Promise<void> {
    await desk.close();
    await reader?.close();
  }
  let ended: Promise<void> | undefined;
  return deskOf({
    desk,
    reader: () => (reader ??= readerOf(options, emit)),
    onEvent,
    close: () => (ended ??= end()),
  });
}

/** The same for reading, with or without an owner of the folder; see `startReader`. */
export async function startReaderHere(options: Options): Promise<Desk> {
  const { emit, onEvent } = hearers();
  const reader = readerOf(options, emit);
  return deskOf({ reader: () => reader, onEvent, close: () => Promise.resolve(reader.close()) });
}

/** Both, for tests that open the desks of several folders. */
export const desksHere: OpenDesks = { keep: startDeskHere, read: startReaderHere };
