import type { ComposedDesk } from '../../electron/desk/compose-host.ts';
import { composeReader } from '../../electron/desk/compose-reader.ts';
import { composeDesk } from '../../electron/desk/compose.ts';
import type { DeliveryHost } from '../../electron/desk/open-delivery.ts';
import type { Desk, DeskOptions } from '../../electron/desk/threads/desk.ts';
import { startLabelThread } from '../../electron/desk/threads/label-thread.ts';
import { startOwnLabels } from '../../electron/desk/threads/own-label-thread.ts';
import type { OpenDesks } from '../../electron/desk/workspaces/open-desks.ts';
import { answerCall } from '../../electron/platform/link/answer.ts';
import { deskFile } from '../../electron/storage/database/desk-file.ts';
import { deskContract, type Input, type Output, type ProcedureName } from '../../shared/contract/desk-contract.ts';
import type { DeskEvent, NumberedEvent } from '../../shared/contract/desk-events.ts';
import { fail, ProblemError, type Result } from '../../shared/contract/problem.ts';
import { startImportInStory } from './import-in-story.ts';
import { practiceOrigin } from './sim-network.ts';
import { askPlace } from './sim-places.ts';
import type { Life, World } from './world.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** An opened desk, to be disposed of after its program was killed. */
export interface OpenedDesk {
  folder: string;
  dispose: () => void;
}

export interface SimDesksHost {
  world: World;
  life: Life;
  machine: string;
  random: () => number;
  newId: () => string;
  dispatcher: NonNullable<DeliveryHost['dispatcher']>;
  onFault: (error: unknown) => void;
  opened: OpenedDesk[];
}

/** Desks composed as in their workers, but in one thread with one scheduler. */
export function simDesks(host: SimDesksHost): OpenDesks {
  const { world, life, machine, onFault } = host;
  const timer = world.timerOf(life);

  function compose(folder: string, isTold: boolean, emit: (event: DeskEvent) => void): ComposedDesk {
    return composeDesk({
      folder,
      awaitsTargetSelection: isTold,
      // The language is part of every request; the screens' choice does not matter in a story.
      settings: { lang: 'en' },
      machine,
      hadDesk: false,
      isOnNetwork: false,
      endForRestart: () => onFault(new Error('the desk gave itself up')),
      emit,
      clock: { now: world.now, monotonic: () => world.elapsed() + 0.25 },
      random: host.random,
      timer,
      newId: host.newId,
      runSoon: (run) => void timer.after(0, run),
      freeBytes: () => Promise.resolve(100e9),
      yieldToEventLoop: () => Promise.resolve(),
      askIo: askPlace,
      startImport: startImportInStory,
      startLabels: startLabelThread,
      startOwnLabels,
      systemPrinters: null,
      startPractice: () =>
        Promise.resolve({ url: practiceOrigin, applyDrill: () => Promise.resolve(), close: () => Promise.resolve() }),
      dispatcher: host.dispatcher,
      onFault,
    });
  }

  const readerOf = (folder: string, emit: (event: DeskEvent) => void) =>
    composeReader({
      folder,
      settings: {},
      askIo: askPlace,
      startOwnLabels,
      now: world.now,
      yieldToEventLoop: () => Promise.resolve(),
      emit,
      endForRestart: () => onFault(new Error('the reader gave itself up')),
    });

  function deskOf({ folder, awaitsTargetSelection = false, onEvent }: DeskOptions, writes: boolean): Desk {
    const hearers: ((event: NumberedEvent) => void)[] = onEvent ? [({ event }) => onEvent(event)] : [];
    let n = 0;
    const emit = (event: DeskEvent): void => {
      n += 1;
      for (const hear of hearers) hear({ n, event });
    };
    const desk = writes ? compose(folder, awaitsTargetSelection, emit) : null;
    const reader = readerOf(folder, emit);
    async function call(name: string, input: unknown): Promise<Result<unknown>> {
      const { worker } = deskContract[name as ProcedureName];
      if (worker === 'reader') return answerCall(reader, name, input, onFault);
      return desk ? answerCall(desk, name, input, onFault) : fail('unknown-command', 'This desk is only read.');
    }
    const kept: OpenedDesk = { folder, dispose: () => void desk?.close().catch(() => undefined) };
    if (desk) host.opened.push(kept);
    return {
      call,
      async ask<N extends ProcedureName>(name: N, input: Input<N>): Promise<Output<N>> {
        const result = await call(name, input);
        if (!result.ok) throw new ProblemError(result.problem);
        return result.value as Output<N>;
      },
      onEvent: (hear) => void hearers.push(hear),
      trouble: () => null,
      onStatusChange: () => undefined,
      restartFailed: new Promise(() => undefined),
      async close() {
        const at = host.opened.indexOf(kept);
        if (at >= 0) host.opened.splice(at, 1);
        await reader.close();
        await desk?.close();
      },
    };
  }

  return {
    openAsOwner: (options: DeskOptions) => Promise.resolve().then(() => deskOf(options, true)),
    openForReading: async (options: DeskOptions) => {
      if (!existsSync(join(options.folder, deskFile))) throw new Error(`${options.folder} holds no desk`);
      return Promise.resolve(deskOf(options, false));
    },
  };
}
