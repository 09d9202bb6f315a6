import type { TemplateRef } from '../../shared/contract/memory-procedures.ts';
import type { KeyPress } from '../../shared/scan/key-press.ts';

/**
 * What the current screen does with scanned codes. Each handler returns whether it took the code; the frame handles the
 * rest.
 */
export interface ScanHandler {
  /** Receives every key as it arrives, for testing a scanner. */
  key?: (key: KeyPress) => void;
  /** Takes every scan, whatever it means, for testing a scanner. */
  all?: (text: string) => boolean;
  /** Whether another piece of these goods would add to a count: if scanned twice in a row, the user is asked first. */
  countsUp?: (Sku: string) => boolean;
  /** Takes a scanned piece of goods and announces the result (`announceScan`). */
  sku?: (Sku: string) => boolean;
  /**
   * Takes a scanned PackageId or tracking number; `known`: the desk knows its meaning. `told`: the handler has
   * announced the result (`announceScan`).
   */
  number?: (text: string, known: boolean) => boolean | 'told';
  /** Takes a template, or one of several with the same name, and announces the result. */
  template?: (templates: readonly TemplateRef[]) => boolean;
}

/** Scan handlers of screens and dialogs; the last one registered is asked first. */
class ScanHandlers {
  #handlers: readonly ScanHandler[] = [];

  /** Registers a handler until the returned function is called; use it as the body of an `$effect`. */
  register(taker: ScanHandler): () => void {
    this.#handlers = [taker, ...this.#handlers];
    return () => (this.#handlers = this.#handlers.filter((other) => other !== taker));
  }

  passKey(key: KeyPress): void {
    for (const handler of this.#handlers) handler.key?.(key);
  }

  /** Offers a scan, before its meaning is looked up, to a screen that takes everything. */
  interceptAll(text: string): boolean {
    return this.#handlers.some(({ all }) => all?.(text) === true);
  }

  /** Whether the current screen would add one to a count of this SKU. */
  countsUp(Sku: string): boolean {
    return this.#handlers.some(({ countsUp }) => countsUp?.(Sku) === true);
  }

  /** Offers a scanned SKU to the current screen; false if it does not take it. */
  takeSku(Sku: string): boolean {
    return this.#handlers.some(({ sku }) => sku?.(Sku) === true);
  }

  /** Offers a scanned number to the current screen; false if it is to be opened or searched for. */
  takeNumber(text: string, known: boolean): boolean | 'told' {
    for (const { number } of this.#handlers) {
      const taken = number?.(text, known) ?? false;
      if (taken !== false) return taken;
    }
    return false;
  }

  /** Offers a template to the current form; false if its own form is to be opened. */
  takeTemplate(templates: readonly TemplateRef[]): boolean {
    return this.#handlers.some(({ template }) => template?.(templates) === true);
  }
}

export const scanHandlers = new ScanHandlers();
