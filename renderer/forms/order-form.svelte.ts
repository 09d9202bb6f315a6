import { isLine, templateOf, withoutLine } from '../../shared/path/path.ts';
import { describeFields, type FieldDescription } from '../../shared/service/describe-fields.ts';
import type { EndpointNumber } from '../../shared/service/endpoints.ts';
import { keyPathOf } from '../../shared/service/key-path.ts';
import { adviceOn, type Advice } from '../../shared/service/warnings.ts';
import { choices } from '../state/choices.svelte.ts';
import { FieldsToReconfirm } from './asked-fields.svelte.ts';
import { FieldOrigins } from './field-origins.ts';
import { findIssues, moveObjectIssues } from './issues-in.ts';
import { snapshotTree, restoreTree } from './keep-tree.ts';
import type { FormSnapshot } from './kept-shape.ts';
import { findTypingSlip } from './own-key.ts';
import type { ReadIssue } from './read-field.ts';
import { PendingAutocomplete } from './still-meant.ts';
import { fillTree } from './tree/fill-tree.ts';
import { FormTree, textsOf } from './tree/form-tree.svelte.ts';
import type { Origin } from './tree/nodes.svelte.ts';
import { readTree } from './tree/read-tree.ts';
import { ChangedTexts } from './typed-since.ts';

/** Defers reading the form: the returned function is called after each change and runs `settle` soon. */
export type DeferSettle = (settle: () => void) => () => void;

/** Result of the last reading of the form. */
interface FormReading {
  body: Record<string, unknown>;
  issues: ReadonlyMap<string, ReadIssue>;
  advice: Advice[];
}

/**
 * The contents of an order or a query while they are typed: a tree of fields, found by path. Body and problems are
 * computed from the contract after each key, or when `later` decides, so that typing in a large form stays fast. A
 * problem is shown once its field was left or a save was tried.
 */
export class OrderForm {
  readonly endpoint: EndpointNumber;
  readonly tree = new FormTree();
  readonly changedTexts = new ChangedTexts();
  readonly pendingAutocomplete = new PendingAutocomplete();
  /** The fields to reconfirm, if the form was started from another entry or a template. */
  readonly fieldsToReconfirm = new FieldsToReconfirm(this.tree, () => this.changedTexts.markAllChanged());
  readonly origins = new FieldOrigins(this.tree, this.fieldsToReconfirm, () => this.changedTexts.markAllChanged());
  saveTried = $state(false);
  #problemsSuppressed = false;
  /** A key the user confirmed although it looks like a slip of one of this desk's numbers. */
  confirmedKey = '';
  readonly #fields: ReadonlyMap<string, FieldDescription>;
  readonly #settleLater: () => void;
  #reading = $state.raw<FormReading>({ body: {}, issues: new Map(), advice: [] });

  constructor(endpoint: EndpointNumber, later: DeferSettle = (settle) => settle) {
    this.endpoint = endpoint;
    this.#fields = new Map(describeFields(endpoint).map((field) => [field.path, field]));
    this.#settleLater = later(() => this.settle());
    this.settle();
  }

  get body(): Record<string, unknown> {
    return this.#reading.body;
  }
  /** All problems by path, including those not shown yet. */
  get issues(): ReadonlyMap<string, ReadIssue> {
    return this.#reading.issues;
  }
  get advice(): Advice[] {
    return this.#reading.advice;
  }

  /** Computes body, problems and advice from the current texts. */
  settle(): void {
    const {
      body,
      issues,
      deskIssues: told,
      toFormPath: asTyped,
    } = readTree(this.tree.root, this.#fields, choices.locale);
    const found = findIssues(this.endpoint, body, told, (path) => this.#typingPath(asTyped(path)));
    for (const [path, issue] of issues) found.set(path, issue);
    const keyPath = keyPathOf(this.endpoint);
    const slip = findTypingSlip(this.endpoint, this.textAt(keyPath).trim(), this.confirmedKey);
    if (slip) found.set(keyPath, slip);
    this.#reading = { body, issues: moveObjectIssues(found, this.#fields), advice: adviceOn(this.endpoint, body) };
  }

  fieldAt(path: string): FieldDescription | undefined {
    return this.#fields.get(templateOf(path));
  }

  /** Paths of all fields in the contract, lists with `[]`. */
  get allPaths(): string[] {
    return [...this.#fields.keys()];
  }

  textAt(path: string): string {
    return this.tree.find(path)?.text ?? '';
  }

  /** Every text that was typed or filled in, including emptied ones, by path. */
  get texts(): Iterable<[path: string, text: string]> {
    return textsOf(this.tree.leaves());
  }

  /** The texts of one line and its nested lists. */
  textsIn(list: string, line: number): Iterable<[path: string, text: string]> {
    return textsOf(this.tree.leavesIn(list, line));
  }

  /**
   * Suppresses problems: in a form that has just begun, the cursor moves before the user presses or types anything, and
   * a field left that way must not show its problem.
   */
  suppressProblems(suppressed = true): void {
    this.#problemsSuppressed = suppressed;
  }

  /** `joined`: several pasted lines were joined into one. */
  type(path: string, text: string, joined = false): void {
    this.suppressProblems(false);
    this.#write(path, text, joined);
    this.changedTexts.type(path, text);
  }

  /** Writes a text the user did not type, marked with its origin. */
  prefill(path: string, text: string, origin: Origin): void {
    this.#write(path, text, false);
    this.tree.leaf(path).origin = origin;
    this.changedTexts.markAllChanged();
  }

  /** Called when a field is left: its problem may be shown, and a carried-over text counts as reviewed. */
  leave(path: string): void {
    if (this.#problemsSuppressed) return;
    this.origins.markReviewed(path);
    this.tree.leaf(path).isVisited = true;
    this.completed(path);
  }

  /** Called when a field has its final text: it was left, or filled from a block or by a scan. */
  completed(_path: string): void {
    // of a form that fills nothing in by itself
  }

  /** Lets a field show its problem though it never had the cursor: it was filled as part of something else. */
  markVisited(path: string): void {
    this.tree.leaf(path).isVisited = true;
  }

  /** Hides the problems of all fields that were left. */
  clearVisited(): void {
    for (const [, leaf] of this.tree.leaves()) leaf.isVisited = false;
  }

  isJoined(path: string): boolean {
    return this.tree.find(path)?.joined ?? false;
  }

  /** Whether a field to reconfirm has not been passed yet. */
  needsReconfirmNow(path: string): boolean {
    return this.fieldsToReconfirm.needsReconfirm(path) && this.tree.find(path)?.isVisited !== true;
  }

  /** The problem to show at a field now. */
  problemAt(path: string): ReadIssue | undefined {
    return this.saveTried || this.tree.find(path)?.isVisited ? this.#reading.issues.get(path) : undefined;
  }

  /** Sets a problem the desk found and the contract cannot know; it stays until something is typed there. */
  setIssue(path: string, issue: ReadIssue): void {
    this.tree.leaf(path).deskIssue = issue;
    this.settle();
  }

  /** Number of lines of a list on the screen; at least one, to type in. */
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

  /**
   * Appends `times` copies of a line and its nested lists; returns the index of the first copy. `numbered` is a column
   * to count up.
   */
  copyLine(list: string, line: number, times = 1, numbered?: string): number {
    const first = this.lines(list);
    this.tree.list(list).copy(line, times, numbered);
    this.#changed();
    return first;
  }

  dropLine(list: string, line: number): void {
    this.tree.list(list).drop(line);
    this.tree.linesMoved = true;
    this.#changed();
  }

  /** Excludes a list from the body or includes it again; its texts are kept. */
  leaveOut(list: string, out: boolean): void {
    this.tree.list(list).isLeftOut = out;
    this.#changed();
  }

  isLeftOut(list: string): boolean {
    return this.tree.findList(list)?.isLeftOut ?? false;
  }

  /** The path a field had when the form began; undefined in a line added since. */
  originalPath(path: string): string | undefined {
    return this.tree.originalPath(path);
  }

  /** Restarts the form from a body: a refused order to correct, or the initial values of a new one. */
  start(body: unknown, leftOut: readonly string[] = []): void {
    this.changedTexts.reset();
    this.saveTried = false;
    this.fieldsToReconfirm.clear();
    fillTree(this.tree, body, leftOut, (path) => this.#typingPath(path));
    this.settle();
  }

  snapshot(): FormSnapshot {
    this.changedTexts.startTracking();
    return snapshotTree(this.tree, this.fieldsToReconfirm);
  }

  restore(kept: FormSnapshot): void {
    restoreTree(this.tree, this.fieldsToReconfirm, kept);
    this.changedTexts.reset();
    this.saveTried = false;
    this.settle();
  }

  // A list of plain texts is typed in one field: `ServiceCode[1]` in `ServiceCode`.
  #typingPath(path: string): string {
    return isLine(path) && this.fieldAt(path) ? withoutLine(path) : path;
  }

  #write(path: string, text: string, joined: boolean): void {
    const leaf = this.tree.leaf(path);
    Object.assign(leaf, { text, origin: undefined, seen: false, joined });
    leaf.deskIssue = undefined;
    this.tree.clearEmptyValue(path);
    this.#settleLater();
  }

  #changed(): void {
    this.#settleLater();
    this.changedTexts.markAllChanged();
  }
}
