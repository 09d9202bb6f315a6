import type { PrinterFault } from '../../shared/printing/print-end.ts';
import type { After } from './printer.ts';

export interface PollOptions {
  after: After;
  /** ms: between two questions, and until what does not end by itself is left to a person */
  pollMs: number;
  patienceMs: number;
  /** somebody does not want to wait any longer; left out: nobody says so */
  isLeft?: () => boolean;
  /** told what the printer waits for, and null when it goes on */
  onFault: (fault: PrinterFault | null) => void;
}

/** Asks a printer again and again, and tells what it waits for, each change once. */
export function printerPoll({ after, pollMs, patienceMs, isLeft = () => false, onFault }: PollOptions) {
  let told: PrinterFault | null = null;
  const pause = (): Promise<void> => new Promise((resolve) => void after(pollMs, resolve));
  return {
    setFault(fault: PrinterFault | null): void {
      if (fault !== told) onFault(fault);
      told = fault;
    },
    told: (): PrinterFault | null => told,
    /** Runs until it answers; null where patience is over before. */
    async until<T>(look: () => Promise<T | null>): Promise<T | null> {
      let isOver = false;
      const cancel = after(patienceMs, () => (isOver = true));
      try {
        for (;;) {
          const found = await look();
          if (found !== null || isOver || isLeft()) return found;
          await pause();
        }
      } finally {
        cancel();
      }
    },
  };
}
