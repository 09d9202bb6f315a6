import { problem } from '../../../shared/contract/problem.ts';
import type { ImportThread } from '../../import/import-asks.ts';
import { listImports } from '../../memories/import-list.ts';
import type { Handlers } from '../transport/answer.ts';
import { serialQueue } from '../transport/serial-queue.ts';
import type { DeskContext } from '../desk-context.ts';

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
  const closing = new AbortController();
  const { signal } = closing;

  async function runSteps(steps: Generator<void>): Promise<void> {
    while (steps.next().done !== true) {
      await host.yieldToEventLoop();
      if (signal.aborted) throw problem('cancelled', 'The desk was closed in the middle of an import.');
    }
    onListChanged();
  }

  async function read(csv: string): Promise<{ parts: string[]; items: number }> {
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
          const before = outbox.answered<ListImported>(commandId, 'import-list');
          if (before) return before;
          const { parts, items } = await read(csv);
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
      closing.abort();
      await enqueue(() => undefined);
    },
  };
}
