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
export function pollPrinter({ after, pollMs, patienceMs, isLeft = () => false, onFault }: PollOptions) {
  let reportedFault: PrinterFault | null = null;
  const pause = (): Promise<void> => new Promise((resolve) => void after(pollMs, resolve));
  return {
    setFault(fault: PrinterFault | null): void {
      if (fault !== reportedFault) onFault(fault);
      reportedFault = fault;
    },
    told: (): PrinterFault | null => reportedFault,
    /** Polls until the check answers; null if patience ends before, or nobody waits any longer. */
    async pollUntil<T>(check: () => Promise<T | null>): Promise<T | null> {
      let isTimedOut = false;
      const cancel = after(patienceMs, () => (isTimedOut = true));
      try {
        for (;;) {
          const found = await check();
          if (found !== null || isTimedOut || isLeft()) return found;
          await pause();
        }
      } finally {
        cancel();
      }
    },
  };
}
