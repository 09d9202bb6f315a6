import type { NamedTemplate } from '../../shared/contract/memory-procedures.ts';

/** What the screen on show does with a scanned code. Each answers whether it took it; what is not taken is the frame's to do. */
export interface ScanHandler {
  /** everything that is scanned, whatever it means: for who tests a scanner */
  all?: (text: string) => boolean;
  /** whether one more piece of these goods would add to a count: scanned twice in a row, it is asked for first */
  countsUp?: (Sku: string) => boolean;
  /** one piece of goods was scanned; who takes it says what became of it (`announceScan`) */
  sku?: (Sku: string) => boolean;
  /** a PackageId or tracking number was scanned; `known`: the desk knows what it is. Who answers `told` says what became of it (`announceScan`) */
  number?: (text: string, known: boolean) => boolean | 'told';
  /** a template was named, or several of one name; who takes one says what became of it */
  template?: (templates: readonly NamedTemplate[]) => boolean;
}

/** Screens and dialogs say here what they do with a scan; the last who came is asked first. */
class ScanTakers {
  #takers: readonly ScanHandler[] = [];

  /** Takes scans for as long as the returned function is not called: `$effect(() => scanHandlers.offer({…}))`. */
  offer(taker: ScanHandler): () => void {
    this.#takers = [taker, ...this.#takers];
    return () => (this.#takers = this.#takers.filter((other) => other !== taker));
  }

  /** Gives a scan, before anyone has asked what it means, to a screen that takes everything. */
  takeAll(text: string): boolean {
    return this.#takers.some(({ all }) => all?.(text) === true);
  }

  /** Whether the screen on show would add one to a count of this SKU. */
  countsUp(Sku: string): boolean {
    return this.#takers.some(({ countsUp }) => countsUp?.(Sku) === true);
  }

  /** Gives a scanned SKU to the screen on show; false where no screen takes it. */
  takeSku(Sku: string): boolean {
    return this.#takers.some(({ sku }) => sku?.(Sku) === true);
  }

  /** Gives a scanned number to the screen on show; false where it is to be opened or searched for. */
  takeNumber(text: string, known: boolean): boolean | 'told' {
    for (const { number } of this.#takers) {
      const taken = number?.(text, known) ?? false;
      if (taken !== false) return taken;
    }
    return false;
  }

  /** Gives a template that was named to the form on show; false where its own form is to be gone to. */
  takeTemplate(templates: readonly NamedTemplate[]): boolean {
    return this.#takers.some(({ template }) => template?.(templates) === true);
  }
}

export const scanHandlers = new ScanTakers();
