import { problem, ProblemError } from '../../shared/contract/problem.ts';
import { listImports } from '../memories/import-list.ts';
import type { Handlers } from './answer.ts';
import { serialQueue } from './serial-queue.ts';
import type { DeskContext } from './open-parts.ts';
import type { ListAnswer } from './read-list-file.ts';

export interface ListsHost {
  /** reads a list in a thread of its own; throws ProblemError `bad-file` where it is torn off */
  readList(csv: string): AsyncIterable<ListAnswer>;
  /** lets waiting calls go first */
  yieldToEventLoop(): Promise<void>;
  onFault(error: unknown): void;
}

interface Done {
  items: number;
}

/** Imports of lists, one after the other, each in short steps between which captures are answered. What an earlier run left open is settled first. */
export function listHandlers(
  { db, outbox }: DeskContext,
  host: ListsHost,
  listChanged: () => void,
): { handlers: Pick<Handlers<'desk'>, 'lists.import'>; close(): Promise<void> } {
  const lists = listImports(db);
  const inOrder = serialQueue();
  let closed = false;

  async function walk(steps: Generator<void>): Promise<void> {
    while (steps.next().done !== true) {
      await host.yieldToEventLoop();
      if (closed) throw problem('cancelled', 'The desk was closed in the middle of an import.');
    }
    listChanged();
  }

  async function read(csv: string): Promise<{ parts: string[]; items: number }> {
    const parts: string[] = [];
    for await (const answer of host.readList(csv)) {
      if ('failed' in answer) throw new ProblemError(answer.failed);
      if ('items' in answer) return { parts, items: answer.items };
      parts.push(answer.part);
    }
    throw problem('bad-file', 'The list takes more memory than it may.', { reason: 'too-big' });
  }

  inOrder(() => walk(lists.resume())).catch((error: unknown) => {
    if (!closed) host.onFault(error);
  });

  return {
    handlers: {
      'lists.import': ({ commandId, list, csv }) =>
        inOrder(async () => {
          const before = outbox.answered<Done>(commandId, 'import-list');
          if (before) return before;
          const { parts, items } = await read(csv);
          const decide = (ready: () => void): void =>
            void outbox.once(commandId, 'import-list', (): Done => {
              ready();
              return { items };
            });
          if (closed) throw problem('cancelled', 'The desk was closed before the import began.');
          await walk(lists.replace(list, parts, decide));
          return { items };
        }),
    },
    /** Ends after the step that is under way; the next start settles what is open. */
    async close(): Promise<void> {
      closed = true;
      await inOrder(() => undefined);
    },
  };
}
