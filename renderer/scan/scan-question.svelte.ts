import type { WhichPrint } from '../../shared/printing/scan-proof.ts';
import { readCode } from '../../shared/scan/read-code.ts';
import { playSound } from './play-sound.ts';

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
