import { SvelteMap } from 'svelte/reactivity';
import { AskedFields, type KeptAsked } from './asked-fields.svelte.ts';

/** Where a text came from that nobody typed: a number of the desk, the last entry, a template, the memory of goods, the order of the same parcel. */
export const origins = ['own', 'carried', 'template', 'remembered', 'order'] as const;
export type Origin = (typeof origins)[number];

/** What of it is kept over a reload. */
export interface KeptOrigins {
  origins: [path: string, origin: Origin][];
  /** those of them that somebody looked at */
  seen?: string[];
  asked?: KeptAsked;
}

const confirmedByLeaving: readonly Origin[] = ['carried', 'template'];

/** Marks of texts that were brought, for as long as they stand as they came. */
export class FieldOrigins {
  /** which of them are asked again */
  readonly asked: AskedFields;
  readonly #of = new SvelteMap<string, { origin: Origin; text: string; seen?: true }>();
  readonly #onlook: () => void;

  /** `onlook`: called when something was looked at, or is to be looked at anew. */
  constructor(onlook: () => void) {
    this.#onlook = onlook;
    this.asked = new AskedFields(onlook);
  }

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

  /** Who goes past a field that was carried over has seen it. `before`: fields that were left already. */
  left(path: string, before: ReadonlySet<string>): void {
    const brought = this.#of.get(path);
    const isNew = brought && !brought.seen && confirmedByLeaving.includes(brought.origin);
    if (isNew) this.#of.set(path, { ...brought, seen: true });
    if (isNew || (this.asked.asks(path) && !before.has(path))) this.#onlook();
  }

  /** Paths that are still to be looked at. */
  get unconfirmed(): string[] {
    const isOpen = ({ origin, seen }: { origin: Origin; seen?: true }) => !seen && confirmedByLeaving.includes(origin);
    return [...this.#of].filter(([, brought]) => isOpen(brought)).map(([path]) => path);
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
    const of = [...this.#of];
    return {
      origins: of.map(([path, { origin }]): [string, Origin] => [path, origin]),
      seen: of.filter(([, { seen }]) => seen).map(([path]) => path),
      ...(asked && { asked }),
    };
  }

  restore({ origins = [], seen = [], asked }: Partial<KeptOrigins>, textAt: (path: string) => string): void {
    const looked = new Set(seen);
    for (const [path, origin] of origins)
      this.#of.set(path, { origin, text: textAt(path), ...(looked.has(path) && { seen: true }) });
    if (asked) this.asked.restore(asked);
  }
}
