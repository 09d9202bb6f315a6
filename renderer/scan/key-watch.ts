import type { KeyPress } from '../../shared/scan/key-press.ts';

type KeyListener = (key: KeyPress, held: boolean) => void;

/** Reports every key as it arrives, while a scanner is being tested. */
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
