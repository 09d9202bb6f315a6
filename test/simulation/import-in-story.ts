import type { ImportThread } from '../../electron/spreadsheets/import/import-calls.ts';
import { sheetHandlers } from '../../electron/spreadsheets/import/sheet-handlers.ts';

/** Reads a spreadsheet as the import thread does, but in this thread, because a story has only one. */
export function startImportInStory(): ImportThread {
  const answers = {
    ...sheetHandlers(() => Promise.resolve(() => [])),
    list: () => Promise.reject(new Error('no list is imported')),
  };
  return {
    ask: async (ask, input) => (answers[ask] as (input: unknown) => never)(input),
    close: () => Promise.resolve(),
  };
}
