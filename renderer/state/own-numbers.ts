import { ask } from '../transport/desk.ts';
import { desk } from './desk-watch.svelte.ts';

const ahead = 4;

/**
 * Numbers this desk made for entries to come, a few ahead, so that no form waits for one. A number that is not used is given
 * back; one that is lost with the page is a gap and nothing else.
 */
class OwnNumbers {
  #stock: string[] = [];
  #of = '';
  #asking: Promise<void> | null = null;

  /** A number at once, or undefined while none is there. */
  takeNow(): string | undefined {
    this.#dropOld();
    const number = this.#stock.shift();
    if (this.#stock.length < ahead) void this.#fetch();
    return number;
  }

  /** A number; undefined where the desk gives none. */
  async take(): Promise<string | undefined> {
    const number = this.takeNow();
    if (number !== undefined) return number;
    await this.#fetch();
    return this.takeNow();
  }

  giveBack(number: string): void {
    if (!this.#stock.includes(number)) this.#stock.unshift(number);
  }

  #fetch(): Promise<void> {
    this.#asking ??= ask('packageId.next', { count: ahead }).then((answer) => {
      this.#asking = null;
      if (answer.ok) this.#stock.push(...answer.value.ids);
    });
    return this.#asking;
  }

  // a number tells the folder's code and the day it was made
  #dropOld(): void {
    if (desk.desk === null || desk.settings === null) return;
    const now = [desk.desk.folder, desk.settings.deskCode, new Date().toDateString()].join('|');
    if (this.#of !== '' && this.#of !== now) this.#stock = [];
    this.#of = now;
  }
}

export const ownNumbers = new OwnNumbers();
