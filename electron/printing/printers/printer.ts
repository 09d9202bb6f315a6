import type { PrintResult, PrinterFault } from '../../../shared/printing/print-states.ts';
import { makeVisible } from '../../../shared/text/invisible-text.ts';

/** The port: one connection to one printer, for this desk alone until it is closed. */
export interface Printer {
  /** kind of connection, stored with each attempt */
  readonly way: string;
  /** whether it was told to reprint a label that it cut; null if that is unknown */
  readonly reprints: boolean | null;
  /** Answers null once it would print, or the fault it still has when patience ends. Sends nothing of a label. */
  ready(): Promise<PrinterFault | null>;
  /**
   * Prints one label of so many sheets (omitted: one), and answers what is known of it. Never throws; one at a time.
   */
  print(page: Uint8Array, sheets?: number): Promise<PrintResult>;
  close(): Promise<void>;
}

/** Runs a function after `ms`, as a timer does; the returned function cancels it. */
export type After = (ms: number, run: () => void) => () => void;

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

/** Longest text of a printer that is shown (characters). */
const maxLength = 200;

/**
 * Makes text of a printer, or of a service that lists it, safe to show in sentences of the program: it may contain
 * anything.
 */
export const sanitizePrinterText = (text: string): string =>
  Array.from(makeVisible(text.slice(0, 2 * maxLength)))
    .slice(0, maxLength)
    .join('');

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
