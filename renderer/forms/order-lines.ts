import { inLine } from '../../shared/path/path.ts';
import { countUp } from './count-up.ts';
import type { OrderForm } from './order-form.svelte.ts';

interface Values<T> extends Iterable<[path: string, value: T]> {
  get(path: string): T | undefined;
  set(path: string, value: T): unknown;
  delete(path: string): unknown;
}
type Texts = Values<string>;
type Counts = Values<number>;

const start = (list: string, line: number): string => `${list}[${line}].`;

function within<T>(values: Values<T>, list: string, line: number): [path: string, value: T][] {
  const before = start(list, line);
  return [...values]
    .filter(([path]) => path.startsWith(before))
    .map(([path, value]) => [path.slice(before.length), value]);
}

/** Writes the line `from`, and what lies in it, again at each of `to`; the column `numbered` is counted up. */
export function copyLine(
  texts: Texts,
  counts: Counts,
  list: string,
  from: number,
  to: readonly number[],
  numbered?: string,
): void {
  const filled = within(texts, list, from);
  const nested = within(counts, list, from);
  to.forEach((line, at) => {
    for (const [rest, text] of filled) {
      texts.set(start(list, line) + rest, rest === numbered ? countUp(text, at + 1) : text);
    }
    for (const [rest, count] of nested) counts.set(start(list, line) + rest, count);
  });
}

/** Takes a line out of what is known by paths; those below move up. `lines` is how many there were. */
export function takeLine<T>(values: Values<T>, list: string, line: number, lines: number): void {
  const below = `${list}[`;
  const later: [string, T][] = [];
  for (const [path, value] of [...values]) {
    if (!path.startsWith(below)) continue;
    const end = path.indexOf(']', below.length);
    const at = Number(path.slice(below.length, end));
    if (at < line) continue;
    values.delete(path);
    if (at > line && at < lines) later.push([`${list}[${at - 1}]${path.slice(end + 1)}`, value]);
  }
  for (const [path, value] of later) values.set(path, value);
}

/** Writes the text of one line's column into every line below it. */
export function fillDown(
  form: Pick<OrderForm, 'textAt' | 'lines' | 'type'>,
  list: string,
  column: string,
  from: number,
): void {
  const text = form.textAt(inLine(list, from, column));
  for (let line = from + 1; line < form.lines(list); line++) form.type(inLine(list, line, column), text);
}
