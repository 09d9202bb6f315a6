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
import { answer } from '../../electron/platform/link/answer.ts';
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
function hearers({ onEvent: opener }: Options) {
  const listeners: Parameters<Desk['onEvent']>[0][] = opener ? [({ event }) => opener(event)] : [];
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
    const answerer = procedure?.worker === 'desk' && desk ? desk : reader();
    return structuredClone(await answer(answerer, name, structuredClone(input), reportFault));
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
    awaitsTargetSelection = false,
    now = Date.now,
  } = options;
  const { emit, onEvent } = hearers(options);
  const desk = composeDesk({
    folder,
    awaitsTargetSelection: awaitsTargetSelection,
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
  const { emit, onEvent } = hearers(options);
  const reader = readerOf(options, emit);
  return deskOf({ reader: () => reader, onEvent, close: () => Promise.resolve(reader.close()) });
}

/** Both, for tests that open the desks of several folders. */
export const desksHere: OpenDesks = { keep: startDeskHere, read: startReaderHere };
