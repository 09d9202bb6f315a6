import type { MeterSample } from '../../shared/contract/memory-procedures.ts';

/** A longer pause between two keys is no work on the parcel: someone was served, or went away (ms). */
export const longestPauseMs = 30_000;

/** Where keys go that are pressed in no field: buttons, dialogs, acts. */
export const noField = '$';

interface Spent {
  keystrokes: number;
  ms: number;
}

/** A count as it is kept over a reload. */
export interface KeptCount {
  scans: number;
  fields: [field: string, spent: Spent][];
}

/**
 * What one parcel costs, from the first key of its form to its save. Every key that goes down counts once, a modifier too, however long it is
 * held. The time before a key belongs to the field the key goes to, since that is what was thought about.
 */
export class ParcelCount {
  readonly #fields = new Map<string, Spent>();
  #scans = 0;
  #last: number | null = null;

  /** A key went down in a field (path within the body, without list places) or in none, at a time (ms of a clock that never goes back). */
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

  keep(): KeptCount {
    return { scans: this.#scans, fields: [...this.#fields] };
  }

  /** Goes on from what was kept; the time in between is a pause. */
  static from(kept: KeptCount | null): ParcelCount {
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
