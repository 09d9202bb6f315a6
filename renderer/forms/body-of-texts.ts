import type { FieldDescription } from '../../shared/service/describe-fields.ts';
import { putLeaf } from '../../shared/path/leaves.ts';
import { type Path, readPath, templateOf } from '../../shared/path/path.ts';
import { readField, type ReadIssue, type ReadValue } from './read-field.ts';

interface Read {
  text: string;
  locale: string;
  segments: Path;
  read: ReadValue | null;
}

/** What a form's texts come to. `asTyped` turns a path of the body, which leaves empty lines out, into the form's own. */
export interface BodyOfTexts {
  body: Record<string, unknown>;
  issues: Map<string, ReadIssue>;
  asTyped: (path: string) => string;
}

/** Reads the texts of a form into a body; a text that did not change since the last time is not read again. */
export class BodyReader {
  readonly #fields: ReadonlyMap<string, FieldDescription>;
  readonly #known = new Map<string, Read>();

  constructor(fields: readonly FieldDescription[]) {
    this.#fields = new Map(fields.map((field) => [field.path, field]));
  }

  /** `bare`: values to put where nothing is typed, an empty text, list or object that a body came with. */
  read(
    texts: Iterable<[string, string]>,
    bare: ReadonlyMap<string, unknown>,
    leftOut: ReadonlySet<string>,
    locale: string,
  ): BodyOfTexts {
    const sparse: Record<string, unknown> = {};
    const issues = new Map<string, ReadIssue>();
    const skipped = [...leftOut].map((list) => `${list}[`);
    for (const [path, value] of bare) {
      if (!isLeftOut(path, skipped) && !leftOut.has(path)) putLeaf(sparse, readPath(path), structuredClone(value));
    }
    for (const [path, text] of texts) {
      if (isLeftOut(path, skipped)) continue;
      const { read, segments } = this.#readOne(path, text, locale);
      if (read === null) continue;
      if ('issue' in read) issues.set(path, read.issue);
      else if (read.value !== undefined) putLeaf(sparse, segments, read.value);
    }
    return { body: solid(sparse), issues, asTyped: (path) => asTyped(sparse, path) };
  }

  #readOne(path: string, text: string, locale: string): Read {
    const known = this.#known.get(path);
    if (known?.text === text && known.locale === locale) return known;
    const field = this.#fields.get(templateOf(path));
    const read = field ? readField(field, text, locale) : null;
    const fresh = { text, locale, segments: known?.segments ?? readPath(path), read };
    this.#known.set(path, fresh);
    return fresh;
  }
}

const isLeftOut = (path: string, skipped: readonly string[]): boolean => skipped.some((list) => path.startsWith(list));

// a line left empty between two others is no line of the order
function solid(value: Record<string, unknown>): Record<string, unknown> {
  const whole = (inner: unknown): unknown => {
    if (Array.isArray(inner)) return inner.filter((item) => item !== undefined).map(whole);
    return isObject(inner) ? solid(inner) : inner;
  };
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, whole(item)]));
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function asTyped(sparse: Record<string, unknown>, path: string): string {
  let inner: unknown = sparse;
  let typed = '';
  for (const segment of readPath(path)) {
    if (typeof segment === 'number') {
      const lines: unknown[] = Array.isArray(inner) ? inner : [];
      const filled = [...lines.keys()].filter((line) => lines[line] !== undefined);
      const line = filled[segment] ?? segment;
      inner = lines[line];
      typed += `[${line}]`;
    } else {
      inner = isObject(inner) ? inner[segment] : undefined;
      typed += typed === '' ? segment : `.${segment}`;
    }
  }
  return typed;
}
