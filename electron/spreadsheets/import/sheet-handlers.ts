import type { ImportCalls } from './import-calls.ts';
import { openSheet, type FindMissingLetters, type OpenSheet } from './open-sheet.ts';

type SheetCall = Exclude<keyof ImportCalls, 'list'>;
type SheetHandlers = {
  [A in SheetCall]: (input: ImportCalls[A]['in']) => Promise<ImportCalls[A]['out']> | ImportCalls[A]['out'];
};

/** Handlers of one thread's calls about its spreadsheet. */
export function sheetHandlers(loadLetters: () => Promise<FindMissingLetters>): SheetHandlers {
  let openedSheet: OpenSheet | null = null;
  const currentSheet = (): OpenSheet => {
    if (!openedSheet) throw new Error('a spreadsheet is opened before it is asked about');
    return openedSheet;
  };
  return {
    async open(input) {
      openedSheet = await openSheet(input, loadLetters);
      return openedSheet.head;
    },
    begin: (choices) => currentSheet().applyChoices(choices),
    slice: ({ from, count }) => currentSheet().checkSlice(from, count),
    row: ({ row, ...choices }) => currentSheet().checkRow(row, choices),
    unsent: ({ as, queued, refused }) => currentSheet().writeUnsent(as, queued, refused),
  };
}
