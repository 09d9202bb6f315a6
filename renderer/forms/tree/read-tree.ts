import { apartAtLines, inAnyLine, join, lineAt } from '../../../shared/path/path.ts';
import { putLeaf } from '../../../shared/path/leaves.ts';
import type { FieldDescription } from '../../../shared/service/describe-fields.ts';
import type { ReadIssue } from '../read-field.ts';
import { wayTo, type Group, type List } from './nodes.svelte.ts';

/** What the fields of a form come to. */
export interface ReadTree {
  body: Record<string, unknown>;
  /** texts that cannot be read as their fields, by path */
  issues: Map<string, ReadIssue>;
  /** what else was told of fields */
  told: Map<string, ReadIssue>;
  /** turns a path of the body, which leaves empty lines out, into the form's own */
  asTyped: (path: string) => string;
}

/** Reads a form into the body it asks for. Nothing is put where nothing is typed; a line left empty between two others is no line of the order. */
export function readTree(root: Group, fields: ReadonlyMap<string, FieldDescription>, locale: string): ReadTree {
  const issues = new Map<string, ReadIssue>();
  const told = new Map<string, ReadIssue>();
  /** of each list the lines that are in the body */
  const filled = new Map<List, number[]>();

  /** Answers undefined where a line has nothing to send. `from`: its path, `template`: the same as the contract writes it, each with a dot behind. */
  function readGroup(group: Group, from: string, template: string): unknown {
    const body: Record<string, unknown> = {};
    let isThere = false;
    const put = (at: string, value: unknown): void => {
      isThere = true;
      putLeaf(body, wayTo(at), value);
    };
    for (const [at, value] of group.bare)
      if (at !== '' && group.findList(at)?.leftOut !== true) put(at, structuredClone(value));
    for (const [at, leaf] of group.leaves) {
      const { text } = leaf;
      if (leaf.told) told.set(from + at, leaf.told);
      if (text === undefined) continue;
      // looked up once: wherever its line goes, it is the same field
      leaf.field ??= fields.get(template + at) ?? null;
      if (leaf.field === null) continue;
      const read = leaf.read(leaf.field, text, locale);
      if ('issue' in read) issues.set(from + at, read.issue);
      else if (read.value !== undefined) put(at, read.value);
    }
    for (const [at, list] of group.lists) {
      if (list.leftOut) continue;
      const lines = readList(list, from + at, template + at);
      // the texts of a list are typed in one field
      if (lines.length > 0 && group.findLeaf(at)?.text === undefined) put(at, lines);
    }
    return isThere ? body : structuredClone(group.bare.get(''));
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
    const { lines, rest } = apartAtLines(path);
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
  return { body, issues, told, asTyped };
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
