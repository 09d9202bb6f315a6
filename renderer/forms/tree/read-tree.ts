import { splitAtLines, inAnyLine, join, lineAt } from '../../../shared/path/path.ts';
import { putLeaf } from '../../../shared/path/leaves.ts';
import type { FieldDescription } from '../../../shared/service/describe-fields.ts';
import type { ReadIssue } from '../read-field.ts';
import { parseCachedPath, type Group, type List } from './nodes.svelte.ts';

/** The body and problems read from the fields of a form. */
export interface ReadTree {
  body: Record<string, unknown>;
  /** Texts that cannot be read as their field's type, by path. */
  issues: Map<string, ReadIssue>;
  /** Problems set on single fields by the desk, by path. */
  deskIssues: Map<string, ReadIssue>;
  /** Maps a path of the body, which omits empty lines, to the form's own path. */
  toFormPath: (path: string) => string;
}

/** Reads a form into its body. Blank fields are omitted, and so are blank lines between others. */
export function readTree(root: Group, fields: ReadonlyMap<string, FieldDescription>, locale: string): ReadTree {
  const issues = new Map<string, ReadIssue>();
  const told = new Map<string, ReadIssue>();
  /** Per list, the form indexes of the lines in the body. */
  const filled = new Map<List, number[]>();

  /**
   * Returns undefined for a line with nothing to send. `from` is its path and `template` its path in the contract, each
   * with a trailing dot.
   */
  function readGroup(group: Group, from: string, template: string): unknown {
    const body: Record<string, unknown> = {};
    let hasValue = false;
    const put = (at: string, value: unknown): void => {
      hasValue = true;
      putLeaf(body, parseCachedPath(at), value);
    };
    for (const [at, value] of group.emptyValues)
      if (at !== '' && group.findList(at)?.isLeftOut !== true) put(at, structuredClone(value));
    for (const [at, leaf] of group.leaves) {
      const { text } = leaf;
      if (leaf.deskIssue) told.set(from + at, leaf.deskIssue);
      if (text === undefined) continue;
      // Looked up once: it stays the same field wherever its line moves.
      leaf.field ??= fields.get(template + at) ?? null;
      if (leaf.field === null) continue;
      const read = leaf.read(leaf.field, text, locale);
      if ('issue' in read) issues.set(from + at, read.issue);
      else if (read.value !== undefined) put(at, read.value);
    }
    for (const [at, list] of group.lists) {
      if (list.isLeftOut) continue;
      const lines = readList(list, from + at, template + at);
      // A list of plain texts is typed in one field.
      if (lines.length > 0 && group.findLeaf(at)?.text === undefined) put(at, lines);
    }
    return hasValue ? body : structuredClone(group.emptyValues.get(''));
  }

  function readList(list: List, path: string, template: string): unknown[] {
    const numbers: number[] = [];
    const lines: unknown[] = [];
    const inner = inAnyLine(template, '');
    for (const [line, group] of list.lines.entries()) {
      const read = readGroup(group, `${lineAt(path, line)}.`, inner);
      if (read === undefined) continue;
      numbers.push(line);
      lines.push(read);
    }
    filled.set(list, numbers);
    return lines;
  }

  function asTyped(path: string): string {
    const { lines, rest } = splitAtLines(path);
    let group: Group | undefined = root;
    let typed = '';
    for (const { list: at, line } of lines) {
      const list: List | undefined = group?.findList(at);
      const there: number = (list && filled.get(list)?.[line]) ?? line;
      typed = lineAt(join(typed, at), there);
      group = list?.lines[there];
    }
    return rest === '' ? typed : join(typed, rest);
  }

  const whole = readGroup(root, '', '');
  const body = isObject(whole) ? whole : {};
  return { body, issues, deskIssues: told, toFormPath: asTyped };
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
