import { SvelteSet } from 'svelte/reactivity';
import { linesIn, templateOf } from '../../shared/path/path.ts';

/** Where a form that is begun from another has its texts from. */
export type BegunFrom = 'carried' | 'template';

export interface KeptAsked {
  from: BegunFrom;
  fields: string[];
  lines: [list: string, lines: number][];
  /** fields that were filled as a whole since */
  answered?: string[];
}

/**
 * What is asked again in a form that was begun from another entry or a template: the fields that usually change. Enter goes from one of
 * them to the next, past all that stays; Tab goes everywhere.
 */
export class AskedFields {
  from = $state<BegunFrom>('carried');
  /** as the contract names them, and single fields of lines that were asked for since */
  readonly #fields = new SvelteSet<string>();
  /** fields that a whole address has filled since */
  readonly #answered = new SvelteSet<string>();
  /** how many lines of each list came over; what was added since is typed as in any form */
  readonly #lines = new Map<string, number>();
  readonly #onchange: () => void;

  constructor(onchange: () => void = () => undefined) {
    this.#onchange = onchange;
  }

  begin(from: BegunFrom, fields: Iterable<string>, lines: Iterable<readonly [string, number]>): void {
    this.clear();
    this.from = from;
    for (const field of fields) this.#fields.add(field);
    for (const [list, count] of lines) this.#lines.set(list, count);
  }

  get on(): boolean {
    return this.#fields.size > 0;
  }

  get fields(): ReadonlySet<string> {
    return this.#fields;
  }

  asks(path: string): boolean {
    return this.on && !this.#answered.has(path) && (this.#fields.has(templateOf(path)) || this.#fields.has(path));
  }

  /** Whether a field stays as it came, be it empty: Enter goes past it. */
  stays(path: string): boolean {
    if (!this.on || this.asks(path)) return false;
    return linesIn(path).every(({ list, line }) => line < (this.#lines.get(list) ?? 1));
  }

  /** Whether a list goes on after its last line. */
  grows(list: string): boolean {
    return !this.on || this.#fields.has(templateOf(list)) || (this.#lines.get(list) ?? 0) === 0;
  }

  /** One field is to be said anew: of a line whose goods are others, of an address that was taken back. */
  ask(path: string): void {
    if (!this.on) return;
    if (!this.#answered.delete(path)) this.#fields.add(path);
    this.#onchange();
  }

  /** Fields were filled as a whole: Enter need not stop at them. */
  answer(paths: readonly string[]): void {
    if (!this.on) return;
    for (const path of paths) this.#answered.add(path);
    this.#onchange();
  }

  /** After lines of a list have moved: it is typed as in any form. */
  moved(list: string): void {
    if (this.on) this.#lines.set(list, 0);
  }

  clear(): void {
    this.#fields.clear();
    this.#answered.clear();
    this.#lines.clear();
  }

  keep(): KeptAsked | undefined {
    if (!this.on) return undefined;
    return { from: this.from, fields: [...this.#fields], lines: [...this.#lines], answered: [...this.#answered] };
  }

  restore({ from, fields, lines, answered = [] }: KeptAsked): void {
    this.begin(from, fields, lines);
    for (const path of answered) this.#answered.add(path);
  }
}

export function isKeptAsked(value: unknown): value is KeptAsked {
  if (typeof value !== 'object' || value === null) return false;
  if (!('from' in value) || !('fields' in value) || !('lines' in value)) return false;
  const { from, fields, lines } = value;
  const answered = 'answered' in value ? value.answered : [];
  const isLines = (pair: unknown) =>
    Array.isArray(pair) && pair.length === 2 && typeof pair[0] === 'string' && Number.isInteger(pair[1]);
  return (
    (from === 'carried' || from === 'template') &&
    Array.isArray(fields) &&
    fields.every((field) => typeof field === 'string') &&
    Array.isArray(answered) &&
    answered.every((field) => typeof field === 'string') &&
    Array.isArray(lines) &&
    lines.every(isLines)
  );
}
