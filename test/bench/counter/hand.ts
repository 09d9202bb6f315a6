import { secondsByKeystrokes } from './keystroke-level.ts';
import { scan } from '../../support/scanner.ts';
import type { Page } from 'playwright';

/** Fast typing, but slower than a scanner. */
const keyIntervalMs = 70;
const handReturnMs = 500;

/** Characters that need Shift on a common keyboard. */
const needsShift = /[A-Z~!@#$%^&*()_+{}|:"<>?]/;

/**
 * A person at the counter according to the keystroke-level model. Every key press is a keystroke, including Shift and
 * Ctrl. A character without a key (accents, ideographs) counts as one, as on the keyboard of people who type it. A scan
 * counts as one scan.
 *
 * Mental steps follow one rule, the same in every run: there is one before each thing that the person decides or takes
 * in, namely opening a form, reading a value from paper or a parcel and typing it, choosing a suggestion, pasting a
 * block, and reviewing the order before saving it. There is none before keys that follow automatically (Enter after a
 * text), and none before a scan, where the hand follows the eye.
 */
export class Hand {
  keystrokes = 0;
  scans = 0;
  mentalSteps = 0;
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get seconds(): number {
    return secondsByKeystrokes(this);
  }

  countMentalStep(): void {
    this.mentalSteps++;
  }

  /** Keys in Playwright's notation, such as `Control+Enter`. */
  async press(keys: string): Promise<void> {
    this.keystrokes += keys.split('+').length;
    await this.page.keyboard.press(keys);
  }

  /** Reads a value and types it. */
  async type(text: string): Promise<void> {
    this.countMentalStep();
    for (const character of text) {
      this.keystrokes += needsShift.test(character) ? 2 : 1;
      await this.page.keyboard.type(character);
      await this.page.waitForTimeout(keyIntervalMs);
    }
  }

  async scan(code: string): Promise<void> {
    this.scans++;
    await scan(this.page, code);
    // The hand returns to the keyboard.
    await this.page.waitForTimeout(handReturnMs);
  }

  /** Pastes what was copied elsewhere, with Ctrl+V. */
  async paste(text: string): Promise<void> {
    this.countMentalStep();
    this.keystrokes += 2;
    await this.page.evaluate((text) => {
      const data = new DataTransfer();
      data.setData('text/plain', text);
      const eventInit = { clipboardData: data, bubbles: true, cancelable: true };
      const isHandled = document.activeElement?.dispatchEvent(new ClipboardEvent('paste', eventInit)) === false;
      if (!isHandled) document.execCommand('insertText', false, text);
    }, text);
  }

  /** Waits until the page has moved the focus to the field, which a person notices without a mental step. */
  async waitForFocus(path: string): Promise<void> {
    await this.page.waitForFunction((id) => document.activeElement?.id === id, `field-${path}`, { polling: 50 });
  }

  /** Waits until the field shows this text. */
  async waitForText(path: string, text: string): Promise<void> {
    await this.page.waitForFunction(
      ([id, text]) => (document.getElementById(id) as HTMLInputElement | null)?.value === text,
      [`field-${path}`, text] as const,
      { polling: 50 },
    );
  }
}
