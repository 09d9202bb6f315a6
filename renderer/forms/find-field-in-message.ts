import { barePath, lastName, readPath, templateOf, withLine, writePath } from '../../shared/path/path.ts';
import type { OrderForm } from './order-form.svelte.ts';

type MessageTarget = Pick<OrderForm, 'contractPaths' | 'lineCount' | 'texts'>;

/**
 * The form field a service message refers to; undefined if there is none. A path such as `Boxes[2].Skus[0].Sku` names
 * its field. A bare name means the field of that name whose text the message quotes, else the first field of that name.
 * Without a name, it is the field whose text, a code or a number, the message quotes. `name`: the field name found in
 * the message before.
 */
export function findFieldInMessage(form: MessageTarget, message: string, name: string | null): string | undefined {
  for (const [writtenPath] of message.matchAll(/[A-Za-z]\w*(?:\[\d+\])?(?:\.[A-Za-z]\w*(?:\[\d+\])?)*/g)) {
    if (!/[.[]/.test(writtenPath)) continue;
    const formPath = completePath(form, writtenPath);
    if (formPath !== undefined) return formPath;
  }
  const quotedFields = [...form.texts].filter(
    ([path, text]) =>
      (name === null ? isDistinctive(text) : lastName(path) === name) && containsWord(message, text.trim()),
  );
  const longestQuote = quotedFields.toSorted(([, one], [, other]) => other.length - one.length)[0];
  if (longestQuote || name === null) return longestQuote?.[0];
  const template =
    form.contractPaths.find((path) => path === name) ?? form.contractPaths.find((path) => lastName(path) === name);
  return template && writePath(withLine(readPath(template), 0));
}

/**
 * Completes a path from a message to a path of the form: adds the missing beginning, and line 0 where no index is
 * given.
 */
function completePath(form: MessageTarget, writtenPath: string): string | undefined {
  const bareWritten = barePath(templateOf(writtenPath));
  const matchesWritten = (path: string) => barePath(path) === bareWritten || barePath(path).endsWith(`.${bareWritten}`);
  const template = form.contractPaths.filter((path) => !path.endsWith(']')).find(matchesWritten);
  if (template === undefined) return undefined;
  const names = template.split('.');
  const writtenIndexes = lineIndexesOf(writtenPath);
  const missingCount = names.length - writtenIndexes.length;
  let formPath = '';
  names.forEach((segment, index) => {
    const name = segment.replace('[]', '');
    formPath += formPath === '' ? name : `.${name}`;
    if (segment.endsWith('[]')) formPath += `[${clampLine(form, formPath, writtenIndexes[index - missingCount])}]`;
  });
  return formPath;
}

/** The line index of each name in a path, undefined if none is given. */
function lineIndexesOf(writtenPath: string): (number | undefined)[] {
  const writtenIndexes: (number | undefined)[] = [];
  for (const segment of readPath(writtenPath)) {
    if (typeof segment === 'number') writtenIndexes[writtenIndexes.length - 1] = segment;
    else writtenIndexes.push(undefined);
  }
  return writtenIndexes;
}

// A service that counts from 1 may name a line past the last.
const clampLine = (form: MessageTarget, list: string, writtenIndex = 0): number =>
  Math.max(0, Math.min(writtenIndex, form.lineCount(list) - 1));

/**
 * Whether a text is rare enough to identify its field without a name: `MUG-1` is; `US`, `400` and `true` may occur by
 * chance.
 */
const isDistinctive = (text: string): boolean => /^(?=.*\d)(?=.*\p{L})[^\s]{4,}$/u.test(text.trim());

/** Whether the message contains this text as a whole word. */
function containsWord(message: string, text: string): boolean {
  const partOfWord = /[\p{L}\p{N}]/u;
  for (let index = message.indexOf(text); index >= 0 && text.length > 1; index = message.indexOf(text, index + 1)) {
    if (!partOfWord.test(message.charAt(index - 1)) && !partOfWord.test(message.charAt(index + text.length)))
      return true;
  }
  return false;
}
