import { setImmediate as nextTurn } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import { sheetAnswers } from '../import/answer-sheet.ts';
import type { ImportAsks } from '../import/import-asks.ts';
import { runThread } from '../rpc/transport/run-thread.ts';
import { answerAsks } from '../rpc/transport/serve.ts';

// A hostile file can cost time and memory, or bring a parser down. In a thread of its own it costs the desk nothing.
await runThread(parentPort, () => ({
  ready: true,
  answer: answerAsks<ImportAsks>({
    ...sheetAnswers(),
    async list(csv, { progress, signal }) {
      // loaded at first use: lists are imported once in a while
      const [{ listParts }, { readListFile }] = await Promise.all([
        import('../memories/import-list.ts'),
        import('../rpc/memories/read-list-file.ts'),
      ]);
      const items = readListFile(csv);
      for (const part of listParts(items)) {
        progress(part);
        // who asked may have gone meanwhile
        await nextTurn();
        if (signal.aborted) break;
      }
      return items.length;
    },
  }),
  close: () => undefined,
}));
