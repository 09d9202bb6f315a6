import type { ScaleWay } from '../../shared/settings/scale.ts';

/** More than any scale says in one message; what is longer is noise, up to its end. */
const longest = 64;
const [STX, ETX, LF, CR] = [2, 3, 10, 13];

/**
 * Makes messages of the bytes of a scale, however they come in pieces. A byte that no such message holds spoils the whole of the message it
 * stands in, so that no weight is made of half a one.
 */
export class MessageSplitter {
  readonly #isToledo: boolean;
  #text = '';
  #spoilt: boolean;

  constructor(way: Exclude<ScaleWay, 'none'>) {
    this.#isToledo = way === '8217-kg' || way === '8217-lb';
    // whoever begins to listen hears the end of a message first
    this.#spoilt = true;
  }

  *take(bytes: Uint8Array): Generator<string> {
    for (const byte of bytes) {
      // a status byte of the 8217 may be any
      const isStatus = this.#isToledo && !this.#spoilt && this.#text === '?';
      if (!isStatus && byte === STX) this.#begin();
      else if (!isStatus && (byte === CR || byte === LF || byte === ETX)) {
        if (!this.#spoilt && this.#text !== '') yield this.#text;
        // the next message of an 8217 begins with its own mark
        if (this.#isToledo) this.#spoil();
        else this.#begin();
      } else if (isStatus || (byte >= 0x20 && byte < 0x7f && this.#text.length < longest))
        this.#text += String.fromCharCode(byte);
      else this.#spoil();
    }
  }

  #begin(): void {
    this.#text = '';
    this.#spoilt = false;
  }

  #spoil(): void {
    this.#text = '';
    this.#spoilt = true;
  }
}
