import type { ParcelLabelQuestion } from '../../shared/handover/handover.ts';
import type { PrintedLabelQuestion } from '../../shared/printing/scan-confirmation.ts';
import { readCode } from '../../shared/scan/read-code.ts';
import { t } from '../texts/say.svelte.ts';
import { ask } from '../transport/desk.ts';
import { playSound, announceScan } from './announce-scan.ts';
import { tick } from 'svelte';

/** Clock of the window's key events, in ms. */
export interface ScreenClock {
  now(): number;
  /** Calls `callback` once after `ms`, unless the returned function is called first. */
  setTimer(ms: number, callback: () => void): () => void;
  /** Whether key events are queued that the page has not handled yet, for example after a long task. */
  hasPendingKeys(): boolean;
}

declare global {
  interface Navigator {
    /** Chromium only */
    scheduling?: { isInputPending(): boolean };
  }
}

/** The window's clock. */
export const windowClock: ScreenClock = {
  now: () => performance.now(),
  setTimer(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
  hasPendingKeys: () => navigator.scheduling?.isInputPending() ?? false,
};

/** The same code within this time (ms) is a bounced scan, not an answer. */
const bounceMs = 1000;

/**
 * A question that a scan asks the user; further scans answer it or wait for it. `again`: the same code was scanned
 * `agoMs` earlier.
 */
export type ScanPrompt =
  | { is: 'again'; text: string; agoMs: number }
  /**
   * The label belongs to an order that another one, with the key `by`, has replaced. `missedCodes`: codes scanned while
   * the question was open.
   */
  | { is: 'replaced'; text: string; key: string; by: string; missedCodes: readonly string[] }
  /** Another printed label has the same code; the user says which one was scanned. */
  | {
      is: 'which-print';
      text: string;
      key: string;
      which: PrintedLabelQuestion;
      recipient: string;
      /** Print time (ms) of the label that is meant, for a handover; otherwise null. */
      printedAt: number | null;
    };
export type ScanAnswer = 'no' | 'yes' | 'all';

class ScanQuestion {
  prompt = $state.raw<ScanPrompt | null>(null);
  #askedAt = 0;
  #answer: (answer: ScanAnswer) => void = () => undefined;

  ask(prompt: ScanPrompt, now: number): Promise<ScanAnswer> {
    this.prompt = prompt;
    this.#askedAt = now;
    return new Promise((answer) => (this.#answer = answer));
  }

  answer(answer: ScanAnswer): void {
    this.prompt = null;
    this.#answer(answer);
  }

  /**
   * Handles a scan while a question is open; true if it is consumed. The same code answers yes, another code answers no
   * and is processed normally. Exceptions: `replaced` collects other codes as missed and is answered by a key only;
   * `which-print` is not answered by its own code, which both labels have, but by a command code as by the key of that
   * command.
   */
  handleScan(text: string, now: number): boolean {
    const { prompt } = this;
    if (prompt === null) return false;
    if (prompt.is === 'replaced') {
      if (text !== prompt.text) this.prompt = { ...prompt, missedCodes: [...prompt.missedCodes, text] };
      playSound('error');
      return true;
    }
    if (prompt.is === 'which-print') {
      if (readCode(text).is === 'command') return false;
      if (text === prompt.text) {
        playSound('warning');
        return true;
      }
    }
    if (text !== prompt.text) {
      this.answer('no');
      return false;
    }
    if (now - this.#askedAt >= bounceMs) this.answer('yes');
    return true;
  }
}

export const scanQuestion = new ScanQuestion();

/** Resolves when every question asked before is answered. */
let previousQuestions: Promise<unknown> = Promise.resolve();

/**
 * Asks the user whether the scanned label is the print that is meant, because an earlier print has the same code.
 * Questions about several labels are asked one after the other.
 */
export async function isThisPrint(
  text: string,
  key: string,
  which: PrintedLabelQuestion | ParcelLabelQuestion,
): Promise<boolean> {
  const entry = await ask('entries.get', { id: which.id });
  const recipient = entry.ok ? entry.value.recipient : '';
  const printedAt = 'printedAt' in which ? which.printedAt : null;
  const prompt = { is: 'which-print' as const, text, key, which, recipient, printedAt };
  const pendingAnswer = previousQuestions.then(() => scanQuestion.ask(prompt, windowClock.now()));
  previousQuestions = pendingAnswer;
  const isYes = (await pendingAnswer) === 'yes';
  // Wait until the question is closed and the focus is back.
  await tick();
  if (!isYes) announceScan('error', () => t().printing.scans.which.no({ key }));
  return isYes;
}
