import type { Page } from 'playwright';
import { secondsByKeystrokes } from '../../../renderer/meter/keystroke-level.ts';
import { scan } from '../../support/scanner.ts';

/** Fast fingers, and no scanner's. */
const betweenKeysMs = 70;
const handBackMs = 500;

/** What takes the Shift key on a common keyboard. */
const shifted = /[A-Z~!@#$%^&*()_+{}|:"<>?]/;

/**
 * A person at the counter, as the keystroke-level model counts one. Every key that goes down is a keystroke, Shift and Ctrl too; characters no key
 * writes (accents, ideographs) count as one, as on the keyboard of who types them. A scan is a scan.
 *
 * Mental steps are placed by one rule, the same in every run: one before each thing the person has to decide or take in, which is opening
 * a form, reading a value from paper or parcel and typing it, choosing out of what is offered, pasting a block, and looking over the order before it is
 * saved. None before keys that follow by themselves from the last (Enter after a text) and none before a scan, where the hand does what the eye saw.
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

  /** `Control+Enter`, in Playwright's names. */
  async press(keys: string): Promise<void> {
    this.keystrokes += keys.split('+').length;
    await this.page.keyboard.press(keys);
  }

  /** A value that is read and typed. */
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
    // the hand goes back to the keys
    await this.page.waitForTimeout(handBackMs);
  }

  /** Pastes what was copied elsewhere: Ctrl+V. */
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

  /** The page has put the cursor there; a person sees it and does not wait for more. */
  async cursorIn(path: string): Promise<void> {
    await this.page.waitForFunction((id) => document.activeElement?.id === id, `field-${path}`, { polling: 50 });
  }

  /** The page shows this text in this field. */
  async shows(path: string, text: string): Promise<void> {
    await this.page.waitForFunction(
      ([id, text]) => (document.getElementById(id) as HTMLInputElement | null)?.value === text,
      [`field-${path}`, text] as const,
      { polling: 50 },
    );
  }
}
