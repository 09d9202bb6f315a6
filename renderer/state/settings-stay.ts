import { ask } from '../transport/desk.ts';

/** Minimum interval (ms) between two reports that the user still presses keys. */
const reportIntervalMs = 20_000;

/** A visit to the settings, known to the desk by an id. A PIN given during the visit is valid until it ends. */
class SettingsStay {
  #id: string | null = null;
  #reportedAt = 0;

  get id(): string | null {
    return this.#id;
  }

  /** Starts a visit; the returned function ends it. */
  begin(): () => void {
    const id = crypto.randomUUID();
    this.#id = id;
    this.#reportedAt = Date.now();
    return () => {
      if (this.#id === id) this.#id = null;
      void ask('rights.stay', { stay: id, goesOn: false });
    };
  }

  /** Called on each key press in the settings. */
  readonly reportActivity = (): void => {
    if (this.#id === null || Date.now() - this.#reportedAt < reportIntervalMs) return;
    this.#reportedAt = Date.now();
    void ask('rights.stay', { stay: this.#id, goesOn: true });
  };
}

export const settingsStay = new SettingsStay();
