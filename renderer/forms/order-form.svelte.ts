import { fieldPathOf, parentOf, templateOf, isLine, withoutLine } from '../../shared/path/path.ts';
import { adviceOn, type Advice } from '../../shared/service/advice-on.ts';
import { checkKey, checkRequest } from '../../shared/service/check-request.ts';
import { keyPathOf } from '../../shared/service/create-facts.ts';
import { type FieldDescription, describeFields } from '../../shared/service/describe-fields.ts';
import type { EndpointNumber } from '../../shared/service/endpoints.ts';
import { choices } from '../choices/choices.svelte.ts';
import { findTypingSlip } from './desk-number.ts';
import { FieldsToReconfirm } from './fields-to-reconfirm.svelte.ts';
import { snapshotTree, restoreTree, type FormSnapshot, ChangedTexts } from './form-snapshot.ts';
import { FormTree, type Leaf, type Origin, fillTree, textsOf, readTree } from './form-tree.svelte.ts';
import type { ReadIssue } from './read-field.ts';

const confirmedByLeaving: readonly (Origin | undefined)[] = ['carried', 'template'];
const needsReview = ({ origin, seen }: Leaf): boolean => !seen && confirmedByLeaving.includes(origin);

/** Origins of prefilled texts; a text keeps its origin until it is changed. */
export class FieldOrigins {
  readonly #tree: FormTree;
  readonly #asked: FieldsToReconfirm;
  readonly #onFirstReview: () => void;

  /** `onFirstSeen`: called when a field is reviewed for the first time. */
  constructor(tree: FormTree, asked: FieldsToReconfirm, onFirstSeen: () => void) {
    this.#tree = tree;
    this.#asked = asked;
    this.#onFirstReview = onFirstSeen;
  }

  /** The origin of a field's text; undefined once it was changed or reviewed. */
  at(path: string): Origin | undefined {
    const leaf = this.#tree.find(path);
    return leaf?.seen ? undefined : leaf?.origin;
  }

  /** Sets the origin of every text in the form. */
  markAll(origin: Origin): void {
    for (const [, leaf] of this.#tree.leaves()) {
      if (leaf.text === undefined) continue;
      leaf.origin = origin;
      leaf.seen = false;
    }
  }

  /** Marks a carried-over field as reviewed: the user has passed it. */
  markReviewed(path: string): void {
    const leaf = this.#tree.leaf(path);
    const isNew = needsReview(leaf);
    if (isNew) leaf.seen = true;
    if (isNew || (!leaf.isVisited && this.#asked.needsReconfirm(path))) this.#onFirstReview();
  }

  /** Paths that still need review. */
  get pathsToReview(): string[] {
    return [...this.#tree.leaves()].flatMap(([path, leaf]) => (needsReview(leaf) ? [path] : []));
  }
}

/**
 * Problems that the contract, and the desk's own checks before it accepts an entry, find in a body: the first for each
 * form path.
 */
export function findIssues(
  endpoint: EndpointNumber,
  body: unknown,
  told: ReadonlyMap<string, ReadIssue>,
  asTyped: (path: string) => string,
): Map<string, ReadIssue> {
  const checked = checkRequest({ endpoint, body });
  const found = checked.ok ? [] : checked.issues.filter((issue) => issue.in === 'body');
  const all = new Map(told);
  for (const issue of [...checkKey(endpoint, body), ...found]) {
    const path = asTyped(fieldPathOf(issue.path));
    if (!all.has(path)) all.set(path, issue);
  }
  return all;
}

/**
 * Reports a missing object at its required fields, or else at its contact or first field: an object has no control of
 * its own.
 */
export function moveObjectIssues(
  issues: ReadonlyMap<string, ReadIssue>,
  fields: ReadonlyMap<string, FieldDescription>,
): Map<string, ReadIssue> {
  const found = new Map<string, ReadIssue>();
  for (const [path, issue] of issues) {
    const isPart = fields.get(templateOf(path))?.type === 'object';
    if (!isPart) found.set(path, issue);
    else for (const inner of fieldsForObject(path, fields)) if (!issues.has(inner)) found.set(inner, issue);
  }
  return found;
}

function fieldsForObject(part: string, fields: ReadonlyMap<string, FieldDescription>): string[] {
  const within = [...fields.values()].filter(
    ({ path, type }) => parentOf(path) === templateOf(part) && type !== 'object' && type !== 'list',
  );
  const needed = within.filter(({ required }) => required);
  const chosen =
    needed.length > 0
      ? needed
      : within.filter(
          ({ name }, at) => name === 'Contact' || (at === 0 && !within.some((one) => one.name === 'Contact')),
        );
  return chosen.map(({ name }) => `${part}.${name}`);
}

/**
 * Pending suggestions for partly typed text; the code they resolve to is written into its field as soon as it is known.
 */
export class PendingAutocomplete {
  #pending: Promise<void> | null = null;
  #applyFocused: (() => void) | null = null;

  add(coming: Promise<void>): void {
    const all = Promise.all([this.#pending, coming]).then(() => {
      if (this.#pending === all) this.#pending = null;
    });
    this.#pending = all;
  }

  /**
   * Registers the focused field: `take` applies its highlighted or pending suggestion. The returned function
   * unregisters it.
   */
  registerField(take: () => void): () => void {
    this.#applyFocused = take;
    return () => {
      if (this.#applyFocused === take) this.#applyFocused = null;
    };
  }

  /**
   * Applies the suggestion of the focused field and resolves when no suggestion is pending. Await before reading the
   * form.
   */
  async settled(): Promise<void> {
    this.#applyFocused?.();
    await this.#pending;
  }
}

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
    const { body, issues, deskIssues, toFormPath } = readTree(this.tree.root, this.#fields, choices.locale);
    const found = findIssues(this.endpoint, body, deskIssues, (path) => this.#typingPath(toFormPath(path)));
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
