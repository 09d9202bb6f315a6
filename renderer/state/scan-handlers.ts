import type { TemplateRef } from '../../shared/contract/memory-procedures.ts';
import type { KeyPress } from '../../shared/scan/key-press.ts';

/**
 * What the current screen does with scanned codes. Each handler returns whether it took the code; the frame handles the
 * rest.
 */
export interface ScanHandler {
  /** Receives every key as it arrives, for testing a scanner. */
  onKey?: (onKey: KeyPress) => void;
  /** Takes every scan, whatever it means, for testing a scanner. */
  takeAny?: (text: string) => boolean;
  /**
   * Whether another piece of these goods would add to a count. If their code is scanned twice in a row, the user is
   * asked first.
   */
  countsUp?: (Sku: string) => boolean;
  /** Takes a scanned piece of goods and announces the result (`announceScan`). */
  takeSku?: (Sku: string) => boolean;
  /**
   * Takes a scanned PackageId or tracking number. `isKnown`: the desk knows its meaning. The result `told` means that
   * the handler has announced it (`announceScan`); `true` leaves that to the caller.
   */
  takeNumber?: (text: string, isKnown: boolean) => boolean | 'told';
  /** Takes a template, or one of several with the same name, and announces the result. */
  takeTemplate?: (templates: readonly TemplateRef[]) => boolean;
}

/** Scan handlers of screens and dialogs; the last one registered is asked first. */
class ScanHandlers {
  #handlers: readonly ScanHandler[] = [];

  /** Registers a handler until the returned function is called; use it as the body of an `$effect`. */
  register(handler: ScanHandler): () => void {
    this.#handlers = [handler, ...this.#handlers];
    return () => (this.#handlers = this.#handlers.filter((other) => other !== handler));
  }

  passKey(key: KeyPress): void {
    for (const handler of this.#handlers) handler.onKey?.(key);
  }

  /** Offers a scan, before its meaning is looked up, to a screen that takes everything. */
  interceptAll(text: string): boolean {
    return this.#handlers.some(({ takeAny }) => takeAny?.(text) === true);
  }

  /** Whether the current screen would add one to a count of this SKU. */
  countsUp(Sku: string): boolean {
    return this.#handlers.some(({ countsUp }) => countsUp?.(Sku) === true);
  }

  /** Offers a scanned SKU to the current screen; false if it does not take it. */
  takeSku(Sku: string): boolean {
    return this.#handlers.some(({ takeSku }) => takeSku?.(Sku) === true);
  }

  /** Offers a scanned number to the current screen; false if the number is to be opened or searched for. */
  takeNumber(text: string, isKnown: boolean): boolean | 'told' {
    for (const { takeNumber } of this.#handlers) {
      const result = takeNumber?.(text, isKnown) ?? false;
      if (result !== false) return result;
    }
    return false;
  }

  /** Offers a template to the current form; false if its own form is to be opened. */
  takeTemplate(templates: readonly TemplateRef[]): boolean {
    return this.#handlers.some(({ takeTemplate }) => takeTemplate?.(templates) === true);
  }
}

export const scanHandlers = new ScanHandlers();
