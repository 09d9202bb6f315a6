import { ask } from '../transport/desk.ts';

/** Minimum interval (ms) at which key presses report that the user is still there. */
const restMs = 20_000;

/** A visit to the settings, known to the desk by an id: a PIN given there is valid while it lasts. */
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
  readonly goesOn = (): void => {
    if (this.#id === null || Date.now() - this.#reportedAt < restMs) return;
    this.#reportedAt = Date.now();
    void ask('rights.stay', { stay: this.#id, goesOn: true });
  };
}

export const settingsStay = new SettingsStay();
