import { playSound } from './play-sound.ts';

/** twice within this time is one reading that bounced, and no answer */
const bounceMs = 1000;

/** What a scan asks the person; scans that come meanwhile answer it or wait for it. */
export type Asked =
  | { is: 'again'; text: string; ago: number }
  /** the label of an order that another has replaced; `missed`: what was scanned without looking here */
  | { is: 'replaced'; text: string; key: string; by: string; missed: readonly string[] };
export type Answer = 'no' | 'yes' | 'all';

class ScanQuestion {
  asked = $state.raw<Asked | null>(null);
  #since = 0;
  #answer: (answer: Answer) => void = () => undefined;

  ask(asked: Asked, now: number): Promise<Answer> {
    this.asked = asked;
    this.#since = now;
    return new Promise((answer) => (this.#answer = answer));
  }

  answer(answer: Answer): void {
    this.asked = null;
    this.#answer(answer);
  }

  /** A scan while something is asked: true where it has been dealt with. The same code again says yes; another one says no, and is done. */
  receive(text: string, now: number): boolean {
    const { asked } = this;
    if (asked === null) return false;
    if (asked.is === 'replaced') {
      if (text !== asked.text) this.asked = { ...asked, missed: [...asked.missed, text] };
      playSound('error');
      return true;
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
