import type { ScaleProtocol } from '../../shared/settings/scale.ts';

/** Longer than any message of a scale; a longer one is noise up to its end. */
const longest = 64;
const [STX, ETX, LF, CR] = [2, 3, 10, 13];

/**
 * Splits the bytes of a scale into messages, however they are chunked. An invalid byte discards the whole message, so
 * that no weight is read from half of one.
 */
export class MessageSplitter {
  readonly #isToledo: boolean;
  #text = '';
  #isDiscarding: boolean;

  constructor(way: Exclude<ScaleProtocol, 'none'>) {
    this.#isToledo = way === '8217-kg' || way === '8217-lb';
    // Listening may begin in the middle of a message.
    this.#isDiscarding = true;
  }

  *take(bytes: Uint8Array): Generator<string> {
    for (const byte of bytes) {
      // A status byte of the 8217 protocol may have any value.
      const isStatus = this.#isToledo && !this.#isDiscarding && this.#text === '?';
      if (!isStatus && byte === STX) this.#begin();
      else if (!isStatus && (byte === CR || byte === LF || byte === ETX)) {
        if (!this.#isDiscarding && this.#text !== '') yield this.#text;
        // The next message of an 8217 begins with STX.
        if (this.#isToledo) this.#discard();
        else this.#begin();
      } else if (isStatus || (byte >= 0x20 && byte < 0x7f && this.#text.length < longest))
        this.#text += String.fromCharCode(byte);
      else this.#discard();
    }
  }

  #begin(): void {
    this.#text = '';
    this.#isDiscarding = false;
  }

  #discard(): void {
    this.#text = '';
    this.#isDiscarding = true;
  }
}
