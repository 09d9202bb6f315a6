import { ask } from '../transport/desk.ts';
import { desk } from './desk-watch.svelte.ts';

const stockSize = 4;

/**
 * Numbers this desk reserved for future entries, a few in advance so that forms need not wait. An unused number is
 * returned to the stock; one lost with the page leaves a harmless gap.
 */
class ReservedNumbers {
  #stock: string[] = [];
  #stockKey = '';
  #fetching: Promise<void> | null = null;

  /** Returns a number at once; undefined if none is in stock. */
  takeNow(): string | undefined {
    this.#dropOutdated();
    const number = this.#stock.shift();
    if (this.#stock.length < stockSize) void this.#fetchNumbers();
    return number;
  }

  /** Returns a number; undefined if the desk provides none. */
  async take(): Promise<string | undefined> {
    const number = this.takeNow();
    if (number !== undefined) return number;
    await this.#fetchNumbers();
    return this.takeNow();
  }

  returnNumber(number: string): void {
    if (!this.#stock.includes(number)) this.#stock.unshift(number);
  }

  #fetchNumbers(): Promise<void> {
    this.#fetching ??= ask('packageId.next', { count: stockSize }).then((answer) => {
      this.#fetching = null;
      if (answer.ok) this.#stock.push(...answer.value.ids);
    });
    return this.#fetching;
  }

  // A number contains the folder's code and the day it was made.
  #dropOutdated(): void {
    if (desk.state === null || desk.settings === null) return;
    const currentKey = [desk.state.folder, desk.settings.deskCode, new Date().toDateString()].join('|');
    if (this.#stockKey !== '' && this.#stockKey !== currentKey) this.#stock = [];
    this.#stockKey = currentKey;
  }
}

export const reservedNumbers = new ReservedNumbers();
