import { barePath, lastName, readPath, templateOf, withLine, writePath } from '../../shared/path/path.ts';
import type { OrderForm } from './order-form.svelte.ts';

type Named = Pick<OrderForm, 'allPaths' | 'lines' | 'texts'>;

/**
 * The field of a form that a service's words name, or undefined. A place written out, as `Boxes[2].Skus[0].Sku`, is that place; a
 * bare name is the field whose text the words quote, else the first of that name; without a name it is the field whose text, some
 * code or number, they quote. `name` is what was found in the words before.
 */
export function fieldNamedIn(form: Named, words: string, name: string | null): string | undefined {
  for (const [written] of words.matchAll(/[A-Za-z]\w*(?:\[\d+\])?(?:\.[A-Za-z]\w*(?:\[\d+\])?)*/g)) {
    if (!/[.[]/.test(written)) continue;
    const found = placeOf(form, written);
    if (found !== undefined) return found;
  }
  const quoted = [...form.texts].filter(
    ([path, text]) => (name === null ? tellsItsField(text) : lastName(path) === name) && quotes(words, text.trim()),
  );
  const longest = quoted.toSorted(([, one], [, other]) => other.length - one.length)[0];
  if (longest || name === null) return longest?.[0];
  const template = form.allPaths.find((path) => path === name) ?? form.allPaths.find((path) => lastName(path) === name);
  return template && writePath(withLine(readPath(template), 0));
}

/** A place as the words write it, in the form: what they leave out before it is filled in, lines they do not tell are the first. */
function placeOf(form: Named, written: string): string | undefined {
  const bare = barePath(templateOf(written));
  const fits = (path: string) => barePath(path) === bare || barePath(path).endsWith(`.${bare}`);
  const template = form.allPaths.filter((path) => !path.endsWith(']')).find(fits);
  if (template === undefined) return undefined;
  const names = template.split('.');
  const said = linesSaid(written);
  const missing = names.length - said.length;
  let place = '';
  names.forEach((piece, at) => {
    const name = piece.replace('[]', '');
    place += place === '' ? name : `.${name}`;
    if (piece.endsWith('[]')) place += `[${lineOf(form, place, said[at - missing])}]`;
  });
  return place;
}

/** For each name of a written place its line, where one is told. */
function linesSaid(written: string): (number | undefined)[] {
  const said: (number | undefined)[] = [];
  for (const segment of readPath(written)) {
    if (typeof segment === 'number') said[said.length - 1] = segment;
    else said.push(undefined);
  }
  return said;
}

// whoever counts from 1 names a line after the last
const lineOf = (form: Named, list: string, said = 0): number => Math.max(0, Math.min(said, form.lines(list) - 1));

/** A text rare enough that words without a field's name mean it: `MUG-1` does, `US`, `400` and `true` may be there by chance. */
const tellsItsField = (text: string): boolean => /^(?=.*\d)(?=.*\p{L})[^\s]{4,}$/u.test(text.trim());

/** Whether the words have this text in them as a word of its own. */
function quotes(words: string, text: string): boolean {
  const partOfWord = /[\p{L}\p{N}]/u;
  for (let at = words.indexOf(text); at >= 0 && text.length > 1; at = words.indexOf(text, at + 1)) {
    if (!partOfWord.test(words.charAt(at - 1)) && !partOfWord.test(words.charAt(at + text.length))) return true;
  }
  return false;
}
