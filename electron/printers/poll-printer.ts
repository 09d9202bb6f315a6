import type { PrinterFault } from '../../shared/printing/print-end.ts';
import type { After } from './printer.ts';

export interface PollOptions {
  after: After;
  /** ms between two polls, and until a fault that does not clear is left to a person */
  pollMs: number;
  patienceMs: number;
  /** a person no longer wants to wait; omitted: never */
  isLeft?: () => boolean;
  /** called with each new fault of the printer, and with null when it continues */
  onFault: (fault: PrinterFault | null) => void;
}

/** Polls a printer, and reports each change of its fault once. */
export function printerPoll({ after, pollMs, patienceMs, isLeft = () => false, onFault }: PollOptions) {
  let told: PrinterFault | null = null;
  const pause = (): Promise<void> => new Promise((resolve) => void after(pollMs, resolve));
  return {
    setFault(fault: PrinterFault | null): void {
      if (fault !== told) onFault(fault);
      told = fault;
    },
    told: (): PrinterFault | null => told,
    /** Polls until the check answers; null if patience ends before, or nobody waits any longer. */
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
