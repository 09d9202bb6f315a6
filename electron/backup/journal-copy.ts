import { journalFile } from './journal-file.ts';
import type { JournalTrouble } from './journal-trouble.ts';

/** The journal in a second place, where one is set. `write` throws nothing. */
export function journalCopy(folder: () => string, onTrouble: (trouble: JournalTrouble | null) => void) {
  const file = journalFile(failed);

  function failed(error: unknown): void {
    onTrouble({ folder: folder(), message: error instanceof Error ? error.message : String(error) });
  }

  return {
    write(text: string, day: string): void {
      if (folder() === '') return onTrouble(null);
      try {
        file.append(folder(), day, text);
        onTrouble(null);
      } catch (error) {
        failed(error);
      }
    },
    close: file.close,
  };
}
