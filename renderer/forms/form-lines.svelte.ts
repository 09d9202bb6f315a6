import { SvelteMap } from 'svelte/reactivity';
import { linesIn } from '../../shared/path/path.ts';
import { takeLine } from './order-lines.ts';

/** What of it is kept over a reload. */
export interface KeptLines {
  lists: [path: string, lines: number][];
  /** lines and the number each had when the form began, where they are no longer the same */
  came?: [line: string, number: number][];
}

/** How many lines each list of a form has on the screen, and which line each was when the form began. */
export class FormLines {
  readonly counts = new SvelteMap<string, number>();
  /** by the path of a line, `Containers[2].Skus[0]`: its number when the form began; a line that was added has none */
  readonly came = new SvelteMap<string, number>();
  #moved = false;

  /** One is always there to type in. */
  of(list: string): number {
    return this.counts.get(list) ?? 1;
  }

  set(list: string, lines: number): void {
    this.counts.set(list, Math.max(1, lines));
  }

  /** The form begins with a field at this path. */
  beginAt(path: string): void {
    for (const { list, line } of linesIn(path)) {
      this.set(list, Math.max(this.of(list), line + 1));
      this.came.set(`${list}[${line}]`, line);
    }
  }

  /** Takes a line out, with what lies in it. */
  drop(list: string, line: number): void {
    const lines = this.of(list);
    takeLine(this.counts, list, line, lines);
    takeLine(this.came, list, line, lines);
    this.set(list, lines - 1);
    this.#moved = true;
  }

  /** Where a path was when the form began; undefined in a line that was added since. */
  cameFrom(path: string): string | undefined {
    const numbers = linesIn(path).map(({ list, line }) => this.came.get(`${list}[${line}]`));
    if (numbers.includes(undefined)) return undefined;
    return path.replace(/\[\d+\]/g, () => `[${numbers.shift()}]`);
  }

  clear(): void {
    this.counts.clear();
    this.came.clear();
    this.#moved = false;
  }

  keep(): KeptLines {
    return { lists: [...this.counts], ...(this.#moved && { came: [...this.came] }) };
  }

  /** Brings back what was kept; where no line has moved, they are what they were when the form began. */
  restore({ lists, came }: KeptLines): void {
    this.counts.clear();
    for (const [list, lines] of lists) this.set(list, lines);
    if (!came) return;
    this.#moved = true;
    this.came.clear();
    for (const [line, number] of came) this.came.set(line, number);
  }
}
