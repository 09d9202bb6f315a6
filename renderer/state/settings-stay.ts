import { ask } from '../transport/desk.ts';

/** Keys tell the desk at most so often that somebody is still there (ms). */
const restMs = 20_000;

/** Somebody's stay in the settings, known to the desk by a name of its own: a PIN that was given there counts while it lasts. */
class SettingsStay {
  #id: string | null = null;
  #told = 0;

  get id(): string | null {
    return this.#id;
  }

  /** Somebody comes to the settings. Returns how they leave. */
  begin(): () => void {
    const id = crypto.randomUUID();
    this.#id = id;
    this.#told = Date.now();
    return () => {
      if (this.#id === id) this.#id = null;
      void ask('rights.stay', { stay: id, goesOn: false });
    };
  }

  /** A key was pressed there. */
  readonly goesOn = (): void => {
    if (this.#id === null || Date.now() - this.#told < restMs) return;
    this.#told = Date.now();
    void ask('rights.stay', { stay: this.#id, goesOn: true });
  };
}

export const settingsStay = new SettingsStay();
