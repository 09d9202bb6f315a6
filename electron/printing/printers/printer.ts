import type { PrintResult, PrinterFault } from '../../../shared/printing/print-states.ts';
import { makeVisible } from '../../../shared/text/invisible-text.ts';

/** One connection to one printer, for this desk alone until it is closed. */
export interface Printer {
  /** kind of connection, stored with each attempt */
  readonly way: string;
  /** whether the printer reprints a label that was cut, as it was told to; null: unknown */
  readonly reprints: boolean | null;
  /** Waits until the printer can print, and answers null; else the fault it has when patience ends. Sends no label. */
  waitUntilReady(): Promise<PrinterFault | null>;
  /** Prints a label of `sheets` sheets (omitted: one) and answers how it ended. Never throws; one call at a time. */
  print(page: Uint8Array, sheets?: number): Promise<PrintResult>;
  close(): Promise<void>;
}

/** Runs a function after `ms`, as a timer does; the returned function cancels it. */
export type After = (ms: number, callback: () => void) => () => void;

/** A connection was refused, or not made in time: nothing was sent. */
export class NotReachedError extends Error {
  override readonly name: string = 'NotReachedError';
}

/**
 * The server at the address has a certificate that is not trusted: nothing was sent. `sha256` is the fingerprint of
 * that certificate.
 */
export class UntrustedCertificateError extends NotReachedError {
  override readonly name = 'UnknownCertificateError';
  readonly sha256: string;
  constructor(sha256: string) {
    super(`Nobody vouches for its certificate (SHA-256 ${sha256}).`);
    this.sha256 = sha256;
  }
}

/** Maximum length of a printer's text as shown (characters). */
const maxTextLength = 200;

/** Makes text that a printer or its service sent safe to show: it may be long and contain invisible characters. */
export const sanitizePrinterText = (text: string): string =>
  Array.from(makeVisible(text.slice(0, 2 * maxTextLength)))
    .slice(0, maxTextLength)
    .join('');

export interface PollOptions {
  after: After;
  /** ms between two polls, and ms to wait for a fault to clear before a person is asked */
  pollMs: number;
  patienceMs: number;
  /** whether a person no longer wants to wait; omitted: never */
  isWaitCancelled?: () => boolean;
  /** called with each new fault of the printer, and with null when it continues */
  onFault: (fault: PrinterFault | null) => void;
}

/** Polls a printer, and reports each change of its fault once. */
export function pollPrinter({ after, pollMs, patienceMs, isWaitCancelled = () => false, onFault }: PollOptions) {
  let reportedFault: PrinterFault | null = null;
  const pause = (): Promise<void> => new Promise((resolve) => void after(pollMs, resolve));
  return {
    setFault(fault: PrinterFault | null): void {
      if (fault !== reportedFault) onFault(fault);
      reportedFault = fault;
    },
    currentFault: (): PrinterFault | null => reportedFault,
    /** Polls until the check answers; null if patience ends first, or nobody wants to wait any longer. */
    async pollUntil<T>(check: () => Promise<T | null>): Promise<T | null> {
      let isTimedOut = false;
      const cancel = after(patienceMs, () => (isTimedOut = true));
      try {
        for (;;) {
          const answer = await check();
          if (answer !== null || isTimedOut || isWaitCancelled()) return answer;
          await pause();
        }
      } finally {
        cancel();
      }
    },
  };
}
