import { tick } from 'svelte';
import { toasts } from '../state/toasts.svelte.ts';
import { t } from '../texts/say.svelte.ts';

export const sheets = ['keys', 'codes', 'badges'] as const;
export type Sheet = (typeof sheets)[number];

/** The sheet that goes to paper, drawn only while it is printed. */
class PrintTask {
  sheet = $state.raw<Sheet | null>(null);

  /** Opens the system's print dialog, or the browser's, which can save a PDF too. */
  async print(sheet: Sheet): Promise<void> {
    this.sheet = sheet;
    await tick();
    const done = new Promise((end) => window.addEventListener('afterprint', end, { once: true }));
    try {
      window.print();
      await done;
    } catch {
      toasts.say(t().sheets.cannotPrint, 'no');
    }
    this.sheet = null;
  }
}

export const printTask = new PrintTask();
