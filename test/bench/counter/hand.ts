import { secondsByKeystrokes } from './keystroke-level.ts';
import { scan } from '../../support/scanner.ts';
import type { Page } from 'playwright';

/** Fast typing, but slower than a scanner. */
const betweenKeysMs = 70;
const handBackMs = 500;

/** Characters that need Shift on a common keyboard. */
const shifted = /[A-Z~!@#$%^&*()_+{}|:"<>?]/;

/**
 * A person at the counter according to the keystroke-level model. Every key press is a keystroke, including Shift and
 * Ctrl; characters without a key (accents, ideographs) count as one, as on the keyboard of people who type them. A scan
 * is a scan.
 *
 * Mental steps follow one rule, the same in every run: one before each thing the person has to decide or take in,
 * namely opening a form, reading a value from paper or parcel and typing it, choosing a suggestion, pasting a block,
 * and reviewing the order before saving it. There is none before keys that follow automatically from the last one
 * (Enter after a text), and none before a scan, where the hand follows the eye.
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

  think(): void {
    this.mentalSteps++;
  }

  /** Keys in Playwright's notation, such as `Control+Enter`. */
  async press(keys: string): Promise<void> {
    this.keystrokes += keys.split('+').length;
    await this.page.keyboard.press(keys);
  }

  /** Reads a value and types it. */
  async type(text: string): Promise<void> {
    this.think();
    for (const character of text) {
      this.keystrokes += shifted.test(character) ? 2 : 1;
      await this.page.keyboard.type(character);
      await this.page.waitForTimeout(betweenKeysMs);
    }
  }

  async scan(code: string): Promise<void> {
    this.scans++;
    await scan(this.page, code);
    // The hand returns to the keyboard.
    await this.page.waitForTimeout(handBackMs);
  }

  /** Pastes what was copied elsewhere, with Ctrl+V. */
  async paste(text: string): Promise<void> {
    this.think();
    this.keystrokes += 2;
    await this.page.evaluate((text) => {
      const data = new DataTransfer();
      data.setData('text/plain', text);
      const given = { clipboardData: data, bubbles: true, cancelable: true };
      const taken = document.activeElement?.dispatchEvent(new ClipboardEvent('paste', given)) === false;
      if (!taken) document.execCommand('insertText', false, text);
    }, text);
  }

  /** Waits until the page has moved the focus there, which a person sees without a mental step. */
  async cursorIn(path: string): Promise<void> {
    await this.page.waitForFunction((id) => document.activeElement?.id === id, `field-${path}`, { polling: 50 });
  }

  /** Waits until the page shows this text in this field. */
  async shows(path: string, text: string): Promise<void> {
    await this.page.waitForFunction(
      ([id, text]) => (document.getElementById(id) as HTMLInputElement | null)?.value === text,
      [`field-${path}`, text] as const,
      { polling: 50 },
    );
  }
}
