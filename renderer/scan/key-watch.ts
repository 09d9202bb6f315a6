import type { KeyIn } from '../../shared/scan/key-in.ts';

type KeyListener = (key: KeyIn, held: boolean) => void;

/** Tells every key as it came, for as long as someone tests a scanner. */
class KeyWatch {
  #listener: KeyListener | null = null;

  readonly emit: KeyListener = (key, held) => this.#listener?.(key, held);

  subscribe(listener: KeyListener): () => void {
    this.#listener = listener;
    return () => {
      if (this.#listener === listener) this.#listener = null;
    };
  }
}

export const keyWatch = new KeyWatch();
