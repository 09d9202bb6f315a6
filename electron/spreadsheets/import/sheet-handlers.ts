import type { ImportCalls } from './import-calls.ts';
import { openSheet, type FindMissingLetters, type OpenSheet } from './open-sheet.ts';

type SheetCall = Exclude<keyof ImportCalls, 'list'>;
type SheetHandlers = {
  [A in SheetCall]: (input: ImportCalls[A]['in']) => Promise<ImportCalls[A]['out']> | ImportCalls[A]['out'];
};

/** Handlers of one thread's calls about its spreadsheet. */
export function sheetHandlers(loadLetters: () => Promise<FindMissingLetters>): SheetHandlers {
  let opened: OpenSheet | null = null;
  const sheet = (): OpenSheet => {
    if (!opened) throw new Error('a spreadsheet is opened before it is asked about');
    return opened;
  };
  return {
    async open(order) {
      opened = await openSheet(order, loadLetters);
      return opened.head;
    },
    begin: (choices) => sheet().begin(choices),
    slice: ({ from, count }) => sheet().slice(from, count),
    row: ({ row, ...choices }) => sheet().row(row, choices),
    unsent: ({ as, queued, refused }) => sheet().unsent(as, queued, refused),
  };
}
