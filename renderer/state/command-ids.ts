/** Storage that keeps ids over a reload. */
export interface IdStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/**
 * One id per user action: a repeat of the same action with the same content, by a double press or after a reload, gets
 * the same id, so that the desk performs it once. The id is dropped when the answer has arrived.
 */
export class CommandIds {
  readonly #storage: IdStorage;
  readonly #make: () => string;

  constructor(keep: IdStorage, make: () => string) {
    this.#storage = keep;
    this.#make = make;
  }

  idFor(act: string, content: unknown): string {
    const place = `command ${act}`;
    const print = JSON.stringify(content);
    const [id, keptPrint] = this.#storage.getItem(place)?.split('\n', 2) ?? [];
    if (id !== undefined && keptPrint === print) return id;
    const made = this.#make();
    this.#storage.setItem(place, `${made}\n${print}`);
    return made;
  }

  end(act: string): void {
    this.#storage.removeItem(`command ${act}`);
  }
}
