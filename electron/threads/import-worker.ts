import { setImmediate as nextTurn } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import { sheetHandlers } from '../import/answer-sheet.ts';
import type { ImportCalls } from '../import/import-asks.ts';
import { runThread } from '../rpc/transport/run-thread.ts';
import { answerTypedCalls } from '../rpc/transport/serve.ts';

// An untrusted file can cost time and memory, or crash a parser. In its own thread it cannot affect the desk.
await runThread(parentPort, () => ({
  ready: true,
  answer: answerTypedCalls<ImportCalls>({
    ...sheetHandlers(async () => (await import('../rpc/labels/misses-letters.ts')).missesLetters),
    async list(csv, { progress, signal }) {
      // Loaded on first use, since lists are imported rarely.
      const [{ listParts }, { readListFile }] = await Promise.all([
        import('../memories/import-list.ts'),
        import('../rpc/memories/read-list-file.ts'),
      ]);
      const items = readListFile(csv);
      for (const part of listParts(items)) {
        progress(part);
        // The caller may have gone meanwhile.
        await nextTurn();
        if (signal.aborted) break;
      }
      return items.length;
    },
  }),
  close: () => undefined,
}));
