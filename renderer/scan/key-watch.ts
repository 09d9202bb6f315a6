import type { KeyIn } from '../../shared/scan/key-in.ts';

type KeyHearer = (key: KeyIn, held: boolean) => void;

/** Tells every key as it came, for as long as someone tests a scanner. */
class KeyWatch {
  #hearer: KeyHearer | null = null;

  readonly tell: KeyHearer = (key, held) => this.#hearer?.(key, held);

  hear(hearer: KeyHearer): () => void {
    this.#hearer = hearer;
    return () => {
      if (this.#hearer === hearer) this.#hearer = null;
    };
  }
}

export const keyWatch = new KeyWatch();
