import { barePath, lastName, readPath, templateOf, withLine, writePath } from '../../shared/path/path.ts';
import type { OrderForm } from './order-form.svelte.ts';

type Named = Pick<OrderForm, 'allPaths' | 'lines' | 'texts'>;

/**
 * The form field a service message refers to, or undefined. A path, as `Boxes[2].Skus[0].Sku`, is that place. A bare
 * name is the field whose text the message quotes, else the first with that name. Without a name, it is the field whose
 * text, a code or a number, the message quotes. `name`: the field name found in the message before.
 */
export function findFieldInMessage(form: Named, words: string, name: string | null): string | undefined {
  for (const [written] of words.matchAll(/[A-Za-z]\w*(?:\[\d+\])?(?:\.[A-Za-z]\w*(?:\[\d+\])?)*/g)) {
    if (!/[.[]/.test(written)) continue;
    const found = completePath(form, written);
    if (found !== undefined) return found;
  }
  const quoted = [...form.texts].filter(
    ([path, text]) =>
      (name === null ? isDistinctive(text) : lastName(path) === name) && containsWord(words, text.trim()),
  );
  const longest = quoted.toSorted(([, one], [, other]) => other.length - one.length)[0];
  if (longest || name === null) return longest?.[0];
  const template = form.allPaths.find((path) => path === name) ?? form.allPaths.find((path) => lastName(path) === name);
  return template && writePath(withLine(readPath(template), 0));
}

/**
 * Completes a path from a message to a path of the form: adds the missing beginning, and line 0 where no index is
 * given.
 */
function completePath(form: Named, written: string): string | undefined {
  const bare = barePath(templateOf(written));
  const fits = (path: string) => barePath(path) === bare || barePath(path).endsWith(`.${bare}`);
  const template = form.allPaths.filter((path) => !path.endsWith(']')).find(fits);
  if (template === undefined) return undefined;
  const names = template.split('.');
  const said = lineIndexesOf(written);
  const missing = names.length - said.length;
  let place = '';
  names.forEach((piece, at) => {
    const name = piece.replace('[]', '');
    place += place === '' ? name : `.${name}`;
    if (piece.endsWith('[]')) place += `[${lineOf(form, place, said[at - missing])}]`;
  });
  return place;
}

/** The line index of each name in a path, undefined if none is given. */
function lineIndexesOf(written: string): (number | undefined)[] {
  const said: (number | undefined)[] = [];
  for (const segment of readPath(written)) {
    if (typeof segment === 'number') said[said.length - 1] = segment;
    else said.push(undefined);
  }
  return said;
}

// A service that counts from 1 may name a line past the last.
const lineOf = (form: Named, list: string, said = 0): number => Math.max(0, Math.min(said, form.lines(list) - 1));

/**
 * Whether a text is rare enough to identify its field without a name: `MUG-1` is; `US`, `400` and `true` may occur by
 * chance.
 */
const isDistinctive = (text: string): boolean => /^(?=.*\d)(?=.*\p{L})[^\s]{4,}$/u.test(text.trim());

/** Whether the message contains this text as a whole word. */
function containsWord(words: string, text: string): boolean {
  const partOfWord = /[\p{L}\p{N}]/u;
  for (let at = words.indexOf(text); at >= 0 && text.length > 1; at = words.indexOf(text, at + 1)) {
    if (!partOfWord.test(words.charAt(at - 1)) && !partOfWord.test(words.charAt(at + text.length))) return true;
  }
  return false;
}
