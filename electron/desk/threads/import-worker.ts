import { runThread, answerTypedCalls } from '../../platform/link/serve.ts';
import type { ImportCalls } from '../../spreadsheets/import/import-calls.ts';
import { sheetHandlers } from '../../spreadsheets/import/sheet-handlers.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';

// An untrusted file can cost time and memory, or crash a parser. In its own thread it cannot affect the desk.
await runThread(parentPort, () => ({
  ready: true,
  answer: answerTypedCalls<ImportCalls>({
    ...sheetHandlers(async () => (await import('../../printing/drawing/missing-letters.ts')).missingLetters),
    async list(csv, { progress, signal }) {
      // Loaded on first use, since lists are imported rarely.
      const [{ splitIntoParts: listParts }, { readListFile }] = await Promise.all([
        import('../../memory/import-list.ts'),
        import('../../memory/read-list-file.ts'),
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
