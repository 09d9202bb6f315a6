import { ask } from '../transport/desk.ts';
import { desk } from './desk-watch.svelte.ts';

const ahead = 4;

/**
 * Numbers this desk reserved for future entries, a few in advance so that forms need not wait. An unused number is
 * returned to the stock; one lost with the page leaves a harmless gap.
 */
class ReservedNumbers {
  #stock: string[] = [];
  #of = '';
  #asking: Promise<void> | null = null;

  /** Takes a number at once; undefined if none is in stock. */
  takeNow(): string | undefined {
    this.#dropOutdated();
    const number = this.#stock.shift();
    if (this.#stock.length < ahead) void this.#fetch();
    return number;
  }

  /** Takes a number; undefined if the desk provides none. */
  async take(): Promise<string | undefined> {
    const number = this.takeNow();
    if (number !== undefined) return number;
    await this.#fetch();
    return this.takeNow();
  }

  returnNumber(number: string): void {
    if (!this.#stock.includes(number)) this.#stock.unshift(number);
  }

  #fetch(): Promise<void> {
    this.#asking ??= ask('packageId.next', { count: ahead }).then((answer) => {
      this.#asking = null;
      if (answer.ok) this.#stock.push(...answer.value.ids);
    });
    return this.#asking;
  }

  // A number contains the folder's code and the day it was made.
  #dropOutdated(): void {
    if (desk.desk === null || desk.settings === null) return;
    const now = [desk.desk.folder, desk.settings.deskCode, new Date().toDateString()].join('|');
    if (this.#of !== '' && this.#of !== now) this.#stock = [];
    this.#of = now;
  }
}

export const reservedNumbers = new ReservedNumbers();
