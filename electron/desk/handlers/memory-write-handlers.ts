import { problem, type Result } from '../../../shared/contract/problem.ts';
import { keyOf } from '../../../shared/service/create-facts.ts';
import { isEndpointNumber } from '../../../shared/service/endpoints.ts';
import { addressBook, similarEntries } from '../../memory/address-book.ts';
import { goodsMemory } from '../../memory/goods-memory.ts';
import { listImports } from '../../memory/import-list.ts';
import type { LearnEntries } from '../../memory/learn-entries.ts';
import { packageIds } from '../../memory/package-ids.ts';
import { templateStore } from '../../memory/templates.ts';
import { newBadge, operatorStore, hashPin } from '../../operators/operators.ts';
import type { Handlers } from '../../platform/link/answer.ts';
import { serialQueue } from '../../platform/link/serial-queue.ts';
import type { ImportThread } from '../../spreadsheets/import/import-calls.ts';
import type { DeskContext } from '../desk-context.ts';
import { rightsHandlers } from './rights-handlers.ts';

export interface ListsHost {
  /** starts the thread that reads the list */
  startImport(): ImportThread;
  /** lets pending calls run first */
  yieldToEventLoop(): Promise<void>;
  onFault(error: unknown): void;
}

interface ListImported {
  items: number;
}

/**
 * Imports lists, one after the other, each in short steps between which captures are answered. First completes or
 * reverts the import an earlier run left unfinished.
 */
export function listHandlers(
  { db, outbox }: DeskContext,
  host: ListsHost,
  onListChanged: () => void,
): { handlers: Pick<Handlers<'desk'>, 'lists.import'>; close(): Promise<void> } {
  const lists = listImports(db);
  const enqueue = serialQueue();
  const stopController = new AbortController();
  const { signal } = stopController;

  async function runSteps(steps: Generator<void>): Promise<void> {
    while (steps.next().done !== true) {
      await host.yieldToEventLoop();
      if (signal.aborted) throw problem('cancelled', 'The desk was closed in the middle of an import.');
    }
    onListChanged();
  }

  async function readList(csv: string): Promise<{ parts: string[]; items: number }> {
    const parts: string[] = [];
    const thread = host.startImport();
    try {
      const items = await thread.ask('list', csv, { onProgress: (part) => parts.push(part), signal });
      return { parts, items };
    } catch (error) {
      throw signal.aborted ? problem('cancelled', 'The desk was closed before the import began.') : error;
    } finally {
      await thread.close();
    }
  }

  enqueue(() => runSteps(lists.resume())).catch((error: unknown) => {
    if (!signal.aborted) host.onFault(error);
  });

  return {
    handlers: {
      'lists.import': ({ commandId, list, csv }) =>
        enqueue(async () => {
          const stored = outbox.answered<ListImported>(commandId, 'import-list');
          if (stored) return stored;
          const { parts, items } = await readList(csv);
          const decide = (ready: () => void): void =>
            void outbox.once(commandId, 'import-list', (): ListImported => {
              ready();
              return { items };
            });
          if (signal.aborted) throw problem('cancelled', 'The desk was closed before the import began.');
          await runSteps(lists.replace(list, parts, decide));
          return { items };
        }),
    },
    /** Stops after the current step; the next start settles the unfinished import. */
    async close(): Promise<void> {
      stopController.abort();
      await enqueue(() => undefined);
    },
  };
}

type Names =
  | 'packageId.next'
  | 'addresses.forget'
  | 'goods.forget'
  | 'entries.similar'
  | 'templates.save'
  | 'templates.rename'
  | 'templates.forget'
  | 'templates.use'
  | 'operators.save'
  | 'operators.forget'
  | 'operators.enter'
  | 'operators.named'
  | 'rights.begin'
  | 'rights.still'
  | 'rights.act'
  | 'rights.end'
  | 'rights.note'
  | 'rights.stay';

/** Maximum number of learning batches that a call waits for: less than a tenth of a second. */
const maxLearnBatches = 15;

/** Write procedures of the desk's memories. */
export function memoryWriteHandlers(
  { db, outbox, settings, now, emit }: DeskContext,
  {
    random,
    newId,
    runProcedure,
  }: {
    random: () => number;
    newId: () => string;
    runProcedure: (name: string, input: unknown) => Promise<Result<unknown>>;
  },
  learning: LearnEntries,
): Pick<Handlers<'desk'>, Names> {
  const ids = packageIds(db, { now, random, deskCode: () => settings.get().deskCode });
  const addresses = addressBook(db);
  const goods = goodsMemory(db);
  const similarFinder = similarEntries(db);
  const templates = templateStore(db, now);
  const operators = operatorStore(db, () => newBadge(random));
  const { once } = outbox;

  return {
    'packageId.next': ({ count }) => ({ ids: ids.nextIds(count) }),
    'addresses.forget': ({ commandId, id }) =>
      once(commandId, 'forget-address', () => ({ forgotten: addresses.forget(id) })),
    'goods.forget': ({ commandId, by, name }) =>
      once(commandId, 'forget-goods', () => ({ forgotten: goods.forget(by, name) })),
    'entries.similar'({ request: { endpoint, body } }) {
      // Learns recent entries first, so that they are found too; after a long import some are learned later.
      for (let batchCount = 0; batchCount < maxLearnBatches && learning.processBatch(); batchCount++);
      const key = isEndpointNumber(endpoint) ? (keyOf(endpoint, body) ?? '') : '';
      const since = now() - settings.get().duplicateHours * 3_600_000;
      return { entries: similarFinder.find(endpoint, body, key, since) };
    },
    'templates.save': ({ commandId, name, request: { endpoint, query = {}, body }, operator }) =>
      once(commandId, 'save-template', () => ({
        id: templates.save(endpoint, name, { query, body: body ?? {} }, operator),
      })),
    'templates.rename': ({ commandId, id, name }) =>
      once(commandId, 'rename-template', () => {
        const outcome = templates.rename(id, name);
        if (outcome === 'taken') throw problem('key-in-use', `Another template is called ${name}.`, { name });
        if (outcome === 'forgotten') throw forgottenProblem(id);
        return { renamed: true as const };
      }),
    'templates.forget': ({ commandId, id }) =>
      once(commandId, 'forget-template', () => ({ forgotten: templates.forget(id) })),
    'templates.use': ({ commandId, id }) =>
      once(commandId, 'use-template', () => {
        const template = templates.use(id);
        if (template === null) throw forgottenProblem(id);
        return template;
      }),
    async 'operators.save'({ commandId, name, code, pin, newBadge, rights }) {
      const hashed = typeof pin === 'string' ? await hashPin(pin) : pin;
      return once(commandId, 'save-operator', () => operators.save(name, { code, pin: hashed, newBadge, rights }));
    },
    'operators.forget': ({ commandId, name }) =>
      once(commandId, 'forget-operator', () => ({ forgotten: operators.forget(name) })),
    'operators.named': ({ code, of }) => operators.nameOf(code, of),
    'operators.enter': ({ code, pin }) => operators.identify(code, pin, settings.get().operatorPin),
    ...rightsHandlers({ db, runProcedure: runProcedure, operators, now, newId, emit }),
  };
}

const forgottenProblem = (id: number) => problem('unknown-entry', 'This template was forgotten meanwhile.', { id });
