import { SvelteMap } from 'svelte/reactivity';
import { AskedFields, type KeptAsked } from './asked-fields.svelte.ts';

/** Where a text came from that nobody typed: a number of the desk, the last entry, a template, the memory of goods, the order of the same parcel. */
export const origins = ['own', 'carried', 'template', 'remembered', 'order'] as const;
export type Origin = (typeof origins)[number];

/** What of it is kept over a reload. */
export interface KeptOrigins {
  origins: [path: string, origin: Origin][];
  asked?: KeptAsked;
}

const confirmedByLeaving: readonly Origin[] = ['carried', 'template'];

/** Marks of texts that were brought, for as long as they stand as they came. */
export class FieldOrigins {
  /** which of them are asked again */
  readonly asked = new AskedFields();
  readonly #of = new SvelteMap<string, { origin: Origin; text: string; seen?: true }>();

  set(path: string, origin: Origin, text: string): void {
    this.#of.set(path, { origin, text });
  }

  /** Where this text in this field came from; undefined once it was touched. */
  at(path: string, text: string): Origin | undefined {
    return this.#of.get(path)?.seen ? undefined : this.broughtAt(path, text);
  }

  /** Where this text came from that nobody typed, whether or not somebody went past it. */
  broughtAt(path: string, text: string): Origin | undefined {
    const brought = this.#of.get(path);
    return brought?.text === text ? brought.origin : undefined;
  }

  touched(path: string): void {
    if (this.#of.size > 0) this.#of.delete(path);
  }

  /** Who goes past a field that was carried over has seen it. */
  left(path: string): void {
    const brought = this.#of.get(path);
    if (brought && confirmedByLeaving.includes(brought.origin)) this.#of.set(path, { ...brought, seen: true });
  }

  /** Paths that are still to be looked at. */
  get unconfirmed(): string[] {
    return this.#unseen.filter(([, { origin }]) => confirmedByLeaving.includes(origin)).map(([path]) => path);
  }

  /** After lines of a list have moved. */
  moved(list: string): void {
    for (const path of this.#of.keys()) if (path.startsWith(`${list}[`)) this.#of.delete(path);
    this.asked.moved(list);
  }

  clear(): void {
    this.#of.clear();
    this.asked.clear();
  }

  keep(): KeptOrigins {
    const asked = this.asked.keep();
    return {
      origins: this.#unseen.map(([path, { origin }]): [string, Origin] => [path, origin]),
      ...(asked && { asked }),
    };
  }

  restore({ origins = [], asked }: Partial<KeptOrigins>, textAt: (path: string) => string): void {
    for (const [path, origin] of origins) this.set(path, origin, textAt(path));
    if (asked) this.asked.begin(asked.from, asked.fields, asked.lines);
  }

  get #unseen() {
    return [...this.#of].filter(([, { seen }]) => !seen);
  }
}
