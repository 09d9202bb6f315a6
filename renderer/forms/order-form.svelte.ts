import { SvelteSet } from 'svelte/reactivity';
import { describeFields, type FieldDescription } from '../../shared/service/describe-fields.ts';
import type { EndpointNumber } from '../../shared/service/endpoints.ts';
import { adviseOn, type Advice } from '../../shared/service/warnings.ts';
import { choices } from '../state/choices.svelte.ts';
import { BareLeaves } from './bare-leaves.ts';
import { BodyReader } from './body-of-texts.ts';
import { issuesIn, withoutParts } from './issues-in.ts';
import { leavesOf } from '../../shared/path/leaves.ts';
import { templateOf } from '../../shared/path/path.ts';
import { keyPathOf } from '../../shared/service/key-path.ts';
import { FieldOrigins, type Origin } from './field-origins.svelte.ts';
import { FieldTexts } from './field-texts.svelte.ts';
import { FormLines } from './form-lines.svelte.ts';
import type { KeptForm } from './kept-form.ts';
import { copyLine, takeLine } from './order-lines.ts';
import { slipIn } from './own-key.ts';
import { writeField, type ReadIssue } from './read-field.ts';
import { nothing, type Seen } from './seen-form.ts';
import { StillMeant } from './still-meant.ts';
import { TypedSince } from './typed-since.ts';

/**
 * An order, or a question, as it is typed: the text of every field by its path. What it comes to, and what is wrong with it, is read from
 * the contract after each key, or as `later` says, so that typing into a large form waits for nothing. A problem is told once its field was left
 * or a save was tried.
 */
export class OrderForm {
  readonly endpoint: EndpointNumber;
  readonly texts = new FieldTexts();
  readonly typed = new TypedSince();
  readonly meant = new StillMeant();
  /** called when a field was left, or filled from a block */
  onleave: (path: string) => void = () => undefined;
  readonly left = new SvelteSet<string>();
  /** fields into which several lines were pasted that stand in one now, until something is typed there */
  readonly joined = new SvelteSet<string>();
  /** lists that are not sent, though something may be typed in them */
  readonly leftOut = new SvelteSet<string>();
  tried = $state(false);
  readonly origins = new FieldOrigins(() => this.typed.whole());
  #isCalm = false;
  /** a key that a person wants as it is, though it looks like a slip of one of this desk's numbers */
  wantedKey = '';
  readonly #lines = new FormLines();
  readonly #fields: ReadonlyMap<string, FieldDescription>;
  readonly #reader: BodyReader;
  readonly #settleLater: () => void;
  #seen = $state.raw<Seen>(nothing);
  /** issues the desk found that the contract cannot know, by path, until the field changes */
  readonly #told = new Map<string, ReadIssue>();
  readonly #bare = new BareLeaves();

  constructor(endpoint: EndpointNumber, later: (settle: () => void) => () => void = (settle) => settle) {
    this.endpoint = endpoint;
    const fields = describeFields(endpoint);
    this.#fields = new Map(fields.map((field) => [field.path, field]));
    this.#reader = new BodyReader(fields);
    this.#settleLater = later(() => this.settle());
    this.settle();
  }

  get body(): Record<string, unknown> {
    return this.#seen.body;
  }
  /** every problem, by path, also those not told yet */
  get issues(): ReadonlyMap<string, ReadIssue> {
    return this.#seen.issues;
  }
  get advice(): Advice[] {
    return this.#seen.advice;
  }
  get isEmpty(): boolean {
    return this.#seen.isEmpty;
  }

  /** Reads what stands there now. */
  settle(): void {
    const { body, issues, asTyped } = this.#reader.read(this.texts, this.#bare.all, this.leftOut, choices.locale);
    const found = issuesIn(this.endpoint, body, this.#told, (path) => this.#typedAt(asTyped(path)));
    for (const [path, issue] of issues) found.set(path, issue);
    const keyPath = keyPathOf(this.endpoint);
    const slip = slipIn(this.endpoint, this.textAt(keyPath).trim(), this.wantedKey);
    if (slip) found.set(keyPath, slip);
    const isEmpty = [...this.texts.values()].every((text) => text.trim() === '');
    this.#seen = { body, issues: withoutParts(found, this.#fields), advice: adviseOn(this.endpoint, body), isEmpty };
  }

  fieldAt(path: string): FieldDescription | undefined {
    return this.#fields.get(templateOf(path));
  }

  textAt(path: string): string {
    return this.texts.get(path) ?? '';
  }

  /** It began anew; what the cursor leaves before anybody pressed or typed something was left by no person, and tells no problem. */
  calm(isCalm = true): void {
    this.#isCalm = isCalm;
  }

  type(path: string, text: string): void {
    this.calm(false);
    this.texts.set(path, text);
    this.#told.delete(path);
    this.origins.touched(path);
    this.#bare.typed(path);
    this.joined.delete(path);
    this.#settleLater();
    this.typed.type(path, text);
  }

  /** Writes what nobody typed, marked with where it comes from. */
  bring(path: string, text: string, origin: Origin): void {
    const isCalm = this.#isCalm;
    this.type(path, text);
    this.calm(isCalm);
    this.origins.set(path, origin, text);
    this.typed.whole();
  }

  /** A field was left: its problem may be told, and what was carried over into it was seen. */
  leave(path: string): void {
    if (this.#isCalm) return;
    this.origins.left(path, this.left);
    this.left.add(path);
    this.onleave(path);
  }

  /** The problem to tell at a field now. */
  problemAt(path: string): ReadIssue | undefined {
    return this.tried || this.left.has(path) ? this.#seen.issues.get(path) : undefined;
  }

  /** Every field of the contract, lists with `[]`. */
  get allPaths(): string[] {
    return [...this.#fields.keys()];
  }

  tellAt(path: string, issue: ReadIssue): void {
    this.#told.set(path, issue);
    this.settle();
  }

  /** Lines of a list that stand on the screen; one is always there to type in. */
  lines(list: string): number {
    return this.#lines.of(list);
  }

  /** Where a path was when the form began; undefined in a line that was added since. */
  cameFrom(path: string): string | undefined {
    return this.#lines.cameFrom(path);
  }

  lineIsEmpty(list: string, line: number): boolean {
    return this.texts.isBlank(list, line);
  }

  addLine(list: string): number {
    const line = this.lines(list);
    this.#lines.set(list, line + 1);
    this.#changed();
    return line;
  }

  /** Copies a line, and what lies in it, `times` times below the last; answers the first copy. `numbered`: a column to count up. */
  copyLine(list: string, line: number, times = 1, numbered?: string): number {
    const first = this.lines(list);
    const to = Array.from({ length: times }, (_, at) => first + at);
    this.#lines.set(list, first + times);
    copyLine(this.texts, this.#lines.counts, list, line, to, numbered);
    this.#changed();
    return first;
  }

  dropLine(list: string, line: number): void {
    const lines = this.lines(list);
    takeLine(this.texts, list, line, lines);
    this.#lines.drop(list, line);
    this.origins.moved(list);
    this.#bare.moved(list);
    this.#changed();
  }

  /** Leaves a list out of what is sent, or takes it in again; what was typed in it stays. */
  leaveOut(list: string, out: boolean): void {
    if (out) this.leftOut.add(list);
    else this.leftOut.delete(list);
    this.#changed();
  }

  /** Starts anew from a body: a refused order to mend, or what a new order begins with. */
  start(body: unknown, leftOut: readonly string[] = []): void {
    this.#reset();
    this.#lines.clear();
    this.#bare.clear();
    for (const list of leftOut) this.leftOut.add(list);
    for (const [path, leaf] of leavesOf(body)) {
      if (leaf === '' || typeof leaf === 'object') this.#bare.add(path, leaf);
      else this.texts.append(this.#typedAt(path), writeField(leaf, choices.locale));
      this.#lines.beginAt(path);
    }
    this.settle();
  }

  keep(): KeptForm {
    this.typed.begin();
    return {
      texts: [...this.texts],
      ...this.#lines.keep(),
      leftOut: [...this.leftOut],
      left: [...this.left],
      ...this.origins.keep(),
    };
  }

  restore(kept: KeptForm): void {
    this.#reset();
    for (const [path, text] of kept.texts) {
      this.texts.set(path, text);
      this.#bare.typed(path);
    }
    this.#lines.restore(kept);
    for (const list of kept.leftOut) this.leftOut.add(list);
    for (const path of kept.left ?? []) this.left.add(path);
    this.origins.restore(kept, (path) => this.textAt(path));
    this.settle();
  }

  // the texts of a list are typed in one field: `ServiceCode[1]` in `ServiceCode`
  #typedAt(path: string): string {
    return path.endsWith(']') && this.fieldAt(path) ? path.replace(/\[\d+\]$/, '') : path;
  }

  #changed(): void {
    this.#settleLater();
    this.typed.whole();
  }

  #reset(): void {
    this.typed.forget();
    this.texts.clear();
    this.left.clear();
    this.joined.clear();
    this.leftOut.clear();
    this.origins.clear();
    this.#told.clear();
    this.tried = false;
  }
}
