import { isLine, templateOf, withoutLine } from '../../shared/path/path.ts';
import { describeFields, type FieldDescription } from '../../shared/service/describe-fields.ts';
import type { EndpointNumber } from '../../shared/service/endpoints.ts';
import { keyPathOf } from '../../shared/service/key-path.ts';
import { adviseOn, type Advice } from '../../shared/service/warnings.ts';
import { choices } from '../state/choices.svelte.ts';
import { AskedFields } from './asked-fields.svelte.ts';
import { FieldOrigins } from './field-origins.ts';
import { issuesIn, withoutParts } from './issues-in.ts';
import { keepTree, restoreTree } from './keep-tree.ts';
import type { KeptForm } from './kept-shape.ts';
import { slipIn } from './own-key.ts';
import type { ReadIssue } from './read-field.ts';
import { StillMeant } from './still-meant.ts';
import { fillTree } from './tree/fill-tree.ts';
import { FormTree, textsOf } from './tree/form-tree.svelte.ts';
import type { Origin } from './tree/nodes.svelte.ts';
import { readTree } from './tree/read-tree.ts';
import { TypedSince } from './typed-since.ts';

/** Puts off what reads the form: called after each change, it runs `settle` soon. */
export type Later = (settle: () => void) => () => void;

/** What the texts came to when they were last read. */
interface Seen {
  body: Record<string, unknown>;
  issues: ReadonlyMap<string, ReadIssue>;
  advice: Advice[];
}

/**
 * An order, or a question, as it is typed: a tree of fields, found by path. What it comes to, and what is wrong with it, is read from
 * the contract after each key, or as `later` says, so that typing into a large form waits for nothing. A problem is told once its field was left
 * or a save was tried.
 */
export class OrderForm {
  readonly endpoint: EndpointNumber;
  readonly tree = new FormTree();
  readonly typed = new TypedSince();
  readonly meant = new StillMeant();
  /** what is asked again, where the form was begun from another */
  readonly asked = new AskedFields(this.tree, () => this.typed.whole());
  readonly origins = new FieldOrigins(this.tree, this.asked, () => this.typed.whole());
  tried = $state(false);
  #isCalm = false;
  /** a key that a person wants as it is, though it looks like a slip of one of this desk's numbers */
  wantedKey = '';
  readonly #fields: ReadonlyMap<string, FieldDescription>;
  readonly #settleLater: () => void;
  #seen = $state.raw<Seen>({ body: {}, issues: new Map(), advice: [] });

  constructor(endpoint: EndpointNumber, later: Later = (settle) => settle) {
    this.endpoint = endpoint;
    this.#fields = new Map(describeFields(endpoint).map((field) => [field.path, field]));
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

  /** Reads what stands there now. */
  settle(): void {
    const { body, issues, told, asTyped } = readTree(this.tree.root, this.#fields, choices.locale);
    const found = issuesIn(this.endpoint, body, told, (path) => this.#typedAt(asTyped(path)));
    for (const [path, issue] of issues) found.set(path, issue);
    const keyPath = keyPathOf(this.endpoint);
    const slip = slipIn(this.endpoint, this.textAt(keyPath).trim(), this.wantedKey);
    if (slip) found.set(keyPath, slip);
    this.#seen = { body, issues: withoutParts(found, this.#fields), advice: adviseOn(this.endpoint, body) };
  }

  fieldAt(path: string): FieldDescription | undefined {
    return this.#fields.get(templateOf(path));
  }

  /** Every field of the contract, lists with `[]`. */
  get allPaths(): string[] {
    return [...this.#fields.keys()];
  }

  textAt(path: string): string {
    return this.tree.find(path)?.text ?? '';
  }

  /** Every text that was typed or brought, emptied ones too, by path. */
  get texts(): Iterable<[path: string, text: string]> {
    return textsOf(this.tree.leaves());
  }

  /** Those of a line, and of what lies in it. */
  textsIn(list: string, line: number): Iterable<[path: string, text: string]> {
    return textsOf(this.tree.leavesIn(list, line));
  }

  /** It began anew; what the cursor leaves before anybody pressed or typed something was left by no person, and tells no problem. */
  calm(isCalm = true): void {
    this.#isCalm = isCalm;
  }

  /** `joined`: several lines were pasted that stand in one now. */
  type(path: string, text: string, joined = false): void {
    this.calm(false);
    this.#write(path, text, joined);
    this.typed.type(path, text);
  }

  /** Writes what nobody typed, marked with where it comes from. */
  prefill(path: string, text: string, origin: Origin): void {
    this.#write(path, text, false);
    this.tree.leaf(path).origin = origin;
    this.typed.whole();
  }

  /** A field was left: its problem may be told, and what was carried over into it was seen. */
  leave(path: string): void {
    if (this.#isCalm) return;
    this.origins.markSeen(path);
    this.tree.leaf(path).left = true;
    this.completed(path);
  }

  /** A field has its text: it was left, or filled from a block or by a scan. */
  completed(_path: string): void {
    // of a form that fills nothing in by itself
  }

  /** Its problem may be told, though nobody was in it: it was filled as a part of something else. */
  pass(path: string): void {
    this.tree.leaf(path).left = true;
  }

  /** Nobody went past any field yet. */
  forgetLeft(): void {
    for (const [, leaf] of this.tree.leaves()) leaf.left = false;
  }

  isJoined(path: string): boolean {
    return this.tree.find(path)?.joined ?? false;
  }

  /** Whether a field that is asked again still waits for somebody to go past it. */
  isAskedNow(path: string): boolean {
    return this.asked.asks(path) && this.tree.find(path)?.left !== true;
  }

  /** The problem to tell at a field now. */
  problemAt(path: string): ReadIssue | undefined {
    return this.tried || this.tree.find(path)?.left ? this.#seen.issues.get(path) : undefined;
  }

  /** Tells at a field what the desk found wrong that the contract cannot know, until something is typed there. */
  setIssue(path: string, issue: ReadIssue): void {
    this.tree.leaf(path).told = issue;
    this.settle();
  }

  /** Lines of a list that stand on the screen; one is always there to type in. */
  lines(list: string): number {
    return this.tree.findList(list)?.lines.length ?? 1;
  }

  lineIsEmpty(list: string, line: number): boolean {
    return this.tree.findLine(list, line)?.isBlank ?? true;
  }

  addLine(list: string): number {
    const line = this.lines(list);
    this.tree.list(list).grow(line + 1);
    this.#changed();
    return line;
  }

  /** Copies a line, and what lies in it, `times` times below the last; answers the first copy. `numbered`: a column to count up. */
  copyLine(list: string, line: number, times = 1, numbered?: string): number {
    const first = this.lines(list);
    this.tree.list(list).copy(line, times, numbered);
    this.#changed();
    return first;
  }

  dropLine(list: string, line: number): void {
    this.tree.list(list).drop(line);
    this.tree.moved = true;
    this.#changed();
  }

  /** Leaves a list out of what is sent, or takes it in again; what was typed in it stays. */
  leaveOut(list: string, out: boolean): void {
    this.tree.list(list).leftOut = out;
    this.#changed();
  }

  isLeftOut(list: string): boolean {
    return this.tree.findList(list)?.leftOut ?? false;
  }

  /** Where a path was when the form began; undefined in a line that was added since. */
  cameFrom(path: string): string | undefined {
    return this.tree.cameFrom(path);
  }

  /** Starts anew from a body: a refused order to mend, or what a new order begins with. */
  start(body: unknown, leftOut: readonly string[] = []): void {
    this.typed.forget();
    this.tried = false;
    this.asked.clear();
    fillTree(this.tree, body, leftOut, (path) => this.#typedAt(path));
    this.settle();
  }

  keep(): KeptForm {
    this.typed.begin();
    return keepTree(this.tree, this.asked);
  }

  restore(kept: KeptForm): void {
    restoreTree(this.tree, this.asked, kept);
    this.typed.forget();
    this.tried = false;
    this.settle();
  }

  // the texts of a list are typed in one field: `ServiceCode[1]` in `ServiceCode`
  #typedAt(path: string): string {
    return isLine(path) && this.fieldAt(path) ? withoutLine(path) : path;
  }

  #write(path: string, text: string, joined: boolean): void {
    const leaf = this.tree.leaf(path);
    Object.assign(leaf, { text, origin: undefined, seen: false, joined });
    leaf.told = undefined;
    this.tree.endBare(path);
    this.#settleLater();
  }

  #changed(): void {
    this.#settleLater();
    this.typed.whole();
  }
}
