import type { MeterSample } from '../../shared/contract/memory-procedures.ts';

/** A longer pause between two keys (ms) is not work on the parcel: the user served someone or was away. */
export const longestPauseMs = 30_000;

/** Stands for keys pressed outside any field: buttons, dialogs, actions. */
export const noField = '$';

interface Spent {
  keystrokes: number;
  ms: number;
}

/** A count as saved over a reload. */
export interface CountSnapshot {
  scans: number;
  fields: [field: string, spent: Spent][];
}

/**
 * The effort for one parcel, from the first key in its form to its save. Every key press counts once, modifiers
 * included, however long it is held. The time before a key is attributed to the field the key goes to, since that is
 * what the user was thinking about.
 */
export class ParcelCount {
  readonly #fields = new Map<string, Spent>();
  #scans = 0;
  #last: number | null = null;

  /**
   * Counts a key press in a field (path within the body, without line indexes) or in none. `at`: ms of a monotonic
   * clock.
   */
  press(field: string, at: number): void {
    this.#spend(field, at).keystrokes++;
  }

  scan(at: number): void {
    this.#spend(noField, at);
    this.#scans++;
  }

  get isEmpty(): boolean {
    return this.#fields.size === 0;
  }

  sample(endpoint: number): MeterSample {
    const fields = [...this.#fields].map(([field, { keystrokes, ms }]) => ({ field, keystrokes, ms: Math.round(ms) }));
    const sum = (of: 'keystrokes' | 'ms') => fields.reduce((all, one) => all + one[of], 0);
    return { endpoint, keystrokes: sum('keystrokes'), ms: sum('ms'), scans: this.#scans, fields };
  }

  snapshot(): CountSnapshot {
    return { scans: this.#scans, fields: [...this.#fields] };
  }

  /** Continues from a saved count; the time in between counts as a pause. */
  static from(kept: CountSnapshot | null): ParcelCount {
    const count = new ParcelCount();
    if (kept === null) return count;
    count.#scans = kept.scans;
    for (const [field, spent] of kept.fields) count.#fields.set(field, { ...spent });
    return count;
  }

  #spend(field: string, at: number): Spent {
    const spent = this.#fields.get(field) ?? { keystrokes: 0, ms: 0 };
    this.#fields.set(field, spent);
    const pause = this.#last === null ? 0 : at - this.#last;
    if (pause > 0 && pause <= longestPauseMs) spent.ms += pause;
    this.#last = at;
    return spent;
  }
}
