import type { WhichPaper } from '../../shared/handover/handover.ts';
import type { WhichPrint } from '../../shared/printing/scan-confirmation.ts';
import { readCode } from '../../shared/scan/read-code.ts';
import { t } from '../texts/say.svelte.ts';
import { ask } from '../transport/desk.ts';
import { playSound, announceScan } from './announce-scan.ts';
import { tick } from 'svelte';

/** Clock of the window's key events, in ms. */
export interface ScreenClock {
  now(): number;
  /** Calls `call` once after `ms`, unless the returned function is called first. */
  setTimer(ms: number, call: () => void): () => void;
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
  setTimer(ms, call) {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
  hasPendingKeys: () => navigator.scheduling?.isInputPending() ?? false,
};

/** The same code within this time (ms) is a bounced scan, not an answer. */
const bounceMs = 1000;

/** A question a scan asks the user; further scans answer it or wait for it. */
export type ScanPrompt =
  | { is: 'again'; text: string; ago: number }
  /** The label of an order that another has replaced; `missed`: codes scanned without looking at the screen. */
  | { is: 'replaced'; text: string; key: string; by: string; missed: readonly string[] }
  /** Another printed label has the code of this one too; the user says which one it is. */
  | {
      is: 'which-print';
      text: string;
      key: string;
      which: WhichPrint;
      recipient: string;
      /** when the label that is meant was printed (ms), if that is asked too */
      printedAt: number | null;
    };
export type ScanAnswer = 'no' | 'yes' | 'all';

class ScanQuestion {
  asked = $state.raw<ScanPrompt | null>(null);
  #since = 0;
  #answer: (answer: ScanAnswer) => void = () => undefined;

  ask(asked: ScanPrompt, now: number): Promise<ScanAnswer> {
    this.asked = asked;
    this.#since = now;
    return new Promise((answer) => (this.#answer = answer));
  }

  answer(answer: ScanAnswer): void {
    this.asked = null;
    this.#answer(answer);
  }

  /**
   * Handles a scan while a question is open; true if it is consumed. The same code means yes, except for `which-print`,
   * where the wrong label would say it too; another code means no and is processed normally. A desk command answers
   * `which-print` as its key does.
   */
  receive(text: string, now: number): boolean {
    const { asked } = this;
    if (asked === null) return false;
    if (asked.is === 'replaced') {
      if (text !== asked.text) this.asked = { ...asked, missed: [...asked.missed, text] };
      playSound('error');
      return true;
    }
    if (asked.is === 'which-print') {
      if (readCode(text).is === 'command') return false;
      if (text === asked.text) {
        playSound('warning');
        return true;
      }
    }
    if (text !== asked.text) {
      this.answer('no');
      return false;
    }
    if (now - this.#since >= bounceMs) this.answer('yes');
    return true;
  }
}

export const scanQuestion = new ScanQuestion();

/** the questions that were asked before */
let answered: Promise<unknown> = Promise.resolve();

/**
 * Asks the user whether the scanned label is the print that is meant, since an earlier one has its code too; two labels
 * scanned at once are asked about in turn.
 */
export async function isThisPrint(text: string, key: string, which: WhichPrint | WhichPaper): Promise<boolean> {
  const entry = await ask('entries.get', { id: which.id });
  const recipient = entry.ok ? entry.value.recipient : '';
  const printedAt = 'printedAt' in which ? which.printedAt : null;
  const asked = { is: 'which-print' as const, text, key, which, recipient, printedAt };
  const answering = answered.then(() => scanQuestion.ask(asked, windowClock.now()));
  answered = answering;
  const isYes = (await answering) === 'yes';
  // the question is gone, and the focus is back, before anything goes on
  await tick();
  if (!isYes) announceScan('error', () => t().printing.scans.which.no({ key }));
  return isYes;
}
