import { SvelteMap } from 'svelte/reactivity';

const lineOf = (path: string): string => path.slice(0, path.lastIndexOf(']') + 1);

/**
 * Texts by path. Those of a line are held together, so that a key typed in one line makes nothing look anew at another, however
 * many there are.
 */
export class FieldTexts {
  readonly #lines = new SvelteMap<string, SvelteMap<string, string>>();

  get(path: string): string | undefined {
    return this.#lines.get(lineOf(path))?.get(path);
  }

  set(path: string, text: string): void {
    const line = lineOf(path);
    const texts = this.#lines.get(line);
    if (texts) texts.set(path, text);
    else this.#lines.set(line, new SvelteMap([[path, text]]));
  }

  /** Sets it after what stands there already. */
  append(path: string, text: string): void {
    const before = this.get(path);
    this.set(path, before === undefined ? text : `${before}, ${text}`);
  }

  delete(path: string): boolean {
    return this.#lines.get(lineOf(path))?.delete(path) ?? false;
  }

  clear(): void {
    this.#lines.clear();
  }

  get size(): number {
    let size = 0;
    for (const texts of this.#lines.values()) size += texts.size;
    return size;
  }

  *[Symbol.iterator](): IterableIterator<[path: string, text: string]> {
    for (const texts of this.#lines.values()) yield* texts;
  }

  *values(): IterableIterator<string> {
    for (const texts of this.#lines.values()) yield* texts.values();
  }

  /** Texts in a line, and in what lies in it. */
  *within(list: string, line: number): IterableIterator<[path: string, text: string]> {
    const start = `${list}[${line}]`;
    for (const [at, texts] of this.#lines) if (at.startsWith(start)) yield* texts;
  }

  /** Whether nothing stands in a line, nor in what lies in it. */
  isBlank(list: string, line: number): boolean {
    const start = `${list}[${line}].`;
    for (const [path, text] of this.within(list, line)) {
      if (text.trim() !== '' && path.startsWith(start)) return false;
    }
    return true;
  }
}
