import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import { checkKey } from '../../shared/service/desk-key.ts';
import { checkRequest } from '../../shared/service/check-request.ts';
import { describeFields, type FieldDescription } from '../../shared/service/describe-fields.ts';
import type { CreateNumber } from '../../shared/service/endpoints.ts';
import { adviseOn, type Advice } from '../../shared/service/warnings.ts';
import type { FieldIssue } from '../../shared/problem.ts';
import { choices } from '../state/choices.svelte.ts';
import { fromJsonPath, lastName, leavesOf, putAt, templateOf } from './field-path.ts';
import { readField, writeField, type ReadIssue } from './read-field.ts';

/** What a form keeps over a reload. */
export interface KeptForm {
  texts: [path: string, text: string][];
  lines: number;
}

/**
 * An order as it is typed: the text of every field by its path. The body, and what is wrong with it, follow from the
 * contract with each key. A problem is told once its field was left or a save was tried.
 */
export class OrderForm {
  readonly endpoint: CreateNumber;
  readonly texts = new SvelteMap<string, string>();
  readonly left = new SvelteSet<string>();
  /** lines of the list at `listPath`; one is always there to type in */
  lines = $state(1);
  tried = $state(false);
  readonly #fields: ReadonlyMap<string, FieldDescription>;
  readonly #listPath: string;
  /** issues the desk found that the contract cannot know, by path, until the field changes */
  readonly #told = new SvelteMap<string, ReadIssue>();
  /** fields of the first body that held an empty text, which stays one until it is typed over */
  #empty = new Set<string>();

  constructor(endpoint: CreateNumber, listPath: string) {
    this.endpoint = endpoint;
    this.#listPath = listPath;
    this.#fields = new Map(describeFields(endpoint).map((field) => [field.path, field]));
  }

  readonly #read = $derived.by(() => {
    const body: Record<string, unknown> = {};
    const issues = new Map<string, ReadIssue>();
    for (const [path, text] of this.texts) {
      const field = this.fieldAt(path);
      if (!field) continue;
      const read = readField(field, text, choices.locale);
      if ('issue' in read) issues.set(path, read.issue);
      else if (read.value !== undefined) putAt(body, path, read.value);
      else if (this.#empty.has(path)) putAt(body, path, '');
    }
    return { body: withoutHoles(body), issues };
  });

  readonly #issues = $derived.by(() => {
    const { body, issues } = this.#read;
    const checked = checkRequest({ endpoint: this.endpoint, body });
    const found: FieldIssue[] = checked.ok ? [] : checked.issues;
    const all = new Map<string, ReadIssue>(this.#told);
    for (const issue of [...checkKey(this.endpoint, body), ...found]) {
      const path = this.#asTyped(fromJsonPath(issue.path));
      if (!all.has(path)) all.set(path, issue);
    }
    for (const [path, issue] of issues) all.set(path, issue);
    // a part that is missing as a whole is said at the field in it that is missing, where there is one
    const paths = [...all.keys()];
    return new Map([...all].filter(([path]) => !paths.some((other) => other.startsWith(`${path}.`))));
  });

  get body(): Record<string, unknown> {
    return this.#read.body;
  }
  /** every problem, by path, also those not told yet */
  get issues(): ReadonlyMap<string, ReadIssue> {
    return this.#issues;
  }
  get advice(): Advice[] {
    return adviseOn(this.endpoint, this.body);
  }
  get isEmpty(): boolean {
    return [...this.texts.values()].every((text) => text.trim() === '');
  }

  fieldAt(path: string): FieldDescription | undefined {
    return this.#fields.get(templateOf(path));
  }

  textAt(path: string): string {
    return this.texts.get(path) ?? '';
  }

  type(path: string, text: string): void {
    this.texts.set(path, text);
    this.#empty.delete(path);
    this.#told.delete(path);
  }

  /** The problem to tell at a field now. */
  problemAt(path: string): ReadIssue | undefined {
    return this.tried || this.left.has(path) ? this.#issues.get(path) : undefined;
  }

  /** Path of the field the service names, as `Phone`, or undefined. */
  pathNamed(name: string): string | undefined {
    const paths = [...this.#fields.keys()].map((path) => path.replaceAll('[]', '[0]'));
    return paths.find((path) => path === name) ?? paths.find((path) => lastName(path) === name);
  }

  tellAt(path: string, issue: ReadIssue): void {
    this.#told.set(path, issue);
  }

  lineIsEmpty(line: number): boolean {
    return this.#ofLine(line).every(([, text]) => text.trim() === '');
  }

  addLine(copyOf?: number): number {
    const line = this.lines++;
    if (copyOf !== undefined) {
      for (const [path, text] of this.#ofLine(copyOf)) this.texts.set(this.#moved(path, line), text);
    }
    return line;
  }

  dropLine(line: number): void {
    for (let at = line; at < this.lines; at++) {
      for (const [path] of this.#ofLine(at)) this.texts.delete(path);
      for (const [path, text] of this.#ofLine(at + 1)) this.texts.set(this.#moved(path, at), text);
    }
    this.lines = Math.max(1, this.lines - 1);
  }

  /** Starts anew from a body: a refused order to mend, or what a new order begins with. */
  start(body: unknown): void {
    this.#reset();
    for (const [path, leaf] of leavesOf(body)) {
      this.texts.set(path, writeField(leaf, choices.locale));
      if (leaf === '') this.#empty.add(path);
      const line = this.#lineOf(path);
      if (line !== undefined) this.lines = Math.max(this.lines, line + 1);
    }
  }

  keep(): KeptForm {
    return { texts: [...this.texts], lines: this.lines };
  }

  restore(kept: KeptForm): void {
    const empty = this.#empty;
    this.#reset();
    for (const [path, text] of kept.texts) this.texts.set(path, text);
    this.#empty = new Set([...empty].filter((path) => this.texts.get(path) === ''));
    this.lines = Math.max(1, kept.lines);
  }

  #reset(): void {
    this.texts.clear();
    this.left.clear();
    this.#told.clear();
    this.#empty = new Set();
    this.lines = 1;
    this.tried = false;
  }

  #ofLine(line: number): [string, string][] {
    const start = `${this.#listPath}[${line}].`;
    return [...this.texts].filter(([path]) => path.startsWith(start));
  }

  #moved(path: string, line: number): string {
    return path.replace(/\[\d+\]/, `[${line}]`);
  }

  /** The contract counts the lines of the body, which leaves empty ones out; a form counts all. */
  #asTyped(path: string): string {
    const line = this.#lineOf(path);
    if (line === undefined) return path;
    const filled = Array.from({ length: this.lines }, (_, at) => at).filter((at) => !this.lineIsEmpty(at));
    return this.#moved(path, filled[line] ?? line);
  }

  #lineOf(path: string): number | undefined {
    const found = path.startsWith(`${this.#listPath}[`) ? /\[(\d+)\]/.exec(path)?.[1] : undefined;
    return found === undefined ? undefined : Number(found);
  }
}

// a line left empty between two others is no line of the order
function withoutHoles(value: Record<string, unknown>): Record<string, unknown> {
  const solid = (inner: unknown): unknown => {
    if (Array.isArray(inner)) return inner.filter((item) => item !== undefined).map(solid);
    if (typeof inner !== 'object' || inner === null) return inner;
    return Object.fromEntries(Object.entries(inner).map(([name, item]) => [name, solid(item)]));
  };
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, solid(item)]));
}
