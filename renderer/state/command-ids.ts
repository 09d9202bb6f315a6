/** Storage that keeps ids over a reload. */
export interface Keep {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/**
 * One id per user action: a repeat of the same action with the same content, by a double press or after a reload, gets
 * the same id, so that the desk performs it once. The id is dropped when the answer has arrived.
 */
export class CommandIds {
  readonly #keep: Keep;
  readonly #make: () => string;

  constructor(keep: Keep, make: () => string) {
    this.#keep = keep;
    this.#make = make;
  }

  idFor(act: string, content: unknown): string {
    const place = `command ${act}`;
    const print = JSON.stringify(content);
    const [id, keptPrint] = this.#keep.getItem(place)?.split('\n', 2) ?? [];
    if (id !== undefined && keptPrint === print) return id;
    const made = this.#make();
    this.#keep.setItem(place, `${made}\n${print}`);
    return made;
  }

  ended(act: string): void {
    this.#keep.removeItem(`command ${act}`);
  }
}
