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
import { FormTree, type Leaf, type Origin, fillTree, enteredTexts, readTree } from './form-tree.svelte.ts';
import type { FieldIssue } from './read-field.ts';

const originsToReview: readonly (Origin | undefined)[] = ['carried', 'template'];
const needsReview = ({ origin, isReviewed }: Leaf): boolean => !isReviewed && originsToReview.includes(origin);

/** Origins of prefilled texts; a text keeps its origin until it is changed. */
export class FieldOrigins {
  readonly #tree: FormTree;
  readonly #fieldsToReconfirm: FieldsToReconfirm;
  readonly #onFirstReview: () => void;

  /** `onFirstReview`: called when a field is reviewed for the first time. */
  constructor(tree: FormTree, fieldsToReconfirm: FieldsToReconfirm, onFirstReview: () => void) {
    this.#tree = tree;
    this.#fieldsToReconfirm = fieldsToReconfirm;
    this.#onFirstReview = onFirstReview;
  }

  /** The origin of a field's text; undefined once it was changed or reviewed. */
  originOf(path: string): Origin | undefined {
    const leaf = this.#tree.findLeaf(path);
    return leaf?.isReviewed ? undefined : leaf?.origin;
  }

  /** Sets the origin of every text in the form. */
  setOriginOfAll(origin: Origin): void {
    for (const [, leaf] of this.#tree.leaves()) {
      if (leaf.text === undefined) continue;
      leaf.origin = origin;
      leaf.isReviewed = false;
    }
  }

  /** Marks a carried-over field as reviewed: the user has passed it. */
  markReviewed(path: string): void {
    const leaf = this.#tree.ensureLeaf(path);
    const isNew = needsReview(leaf);
    if (isNew) leaf.isReviewed = true;
    if (isNew || (!leaf.isVisited && this.#fieldsToReconfirm.needsReconfirm(path))) this.#onFirstReview();
  }

  /** Paths that still need review. */
  get pathsToReview(): string[] {
    return [...this.#tree.leaves()].flatMap(([path, leaf]) => (needsReview(leaf) ? [path] : []));
  }
}

/**
 * Problems of a body found by the contract and by the checks the desk makes before it accepts an entry: the first one
 * for each form path.
 */
export function findIssues(
  endpoint: EndpointNumber,
  body: unknown,
  deskIssues: ReadonlyMap<string, FieldIssue>,
  toFormPath: (path: string) => string,
): Map<string, FieldIssue> {
  const checked = checkRequest({ endpoint, body });
  const bodyIssues = checked.ok ? [] : checked.issues.filter((issue) => issue.in === 'body');
  const issuesByPath = new Map(deskIssues);
  for (const issue of [...checkKey(endpoint, body), ...bodyIssues]) {
    const path = toFormPath(fieldPathOf(issue.path));
    if (!issuesByPath.has(path)) issuesByPath.set(path, issue);
  }
  return issuesByPath;
}

/**
 * Moves the problem of a missing object to its required fields, or else to its contact or first field, because an
 * object has no control of its own.
 */
export function moveObjectIssues(
  issues: ReadonlyMap<string, FieldIssue>,
  fields: ReadonlyMap<string, FieldDescription>,
): Map<string, FieldIssue> {
  const movedIssues = new Map<string, FieldIssue>();
  for (const [path, issue] of issues) {
    const isObject = fields.get(templateOf(path))?.type === 'object';
    if (!isObject) movedIssues.set(path, issue);
    else
      for (const innerPath of fieldsForObject(path, fields))
        if (!issues.has(innerPath)) movedIssues.set(innerPath, issue);
  }
  return movedIssues;
}

function fieldsForObject(objectPath: string, fields: ReadonlyMap<string, FieldDescription>): string[] {
  const innerFields = [...fields.values()].filter(
    ({ path, type }) => parentOf(path) === templateOf(objectPath) && type !== 'object' && type !== 'list',
  );
  const requiredFields = innerFields.filter(({ required }) => required);
  const targetFields =
    requiredFields.length > 0
      ? requiredFields
      : innerFields.filter(
          ({ name }, at) => name === 'Contact' || (at === 0 && !innerFields.some((one) => one.name === 'Contact')),
        );
  return targetFields.map(({ name }) => `${objectPath}.${name}`);
}

/**
 * Pending suggestions for partly typed text; the code they resolve to is written into its field as soon as it is known.
 */
export class PendingAutocomplete {
  #pending: Promise<void> | null = null;
  #applyFocused: (() => void) | null = null;

  addPending(pendingSuggestion: Promise<void>): void {
    const allPending = Promise.all([this.#pending, pendingSuggestion]).then(() => {
      if (this.#pending === allPending) this.#pending = null;
    });
    this.#pending = allPending;
  }

  /**
   * Registers the focused field: `applySuggestion` applies its highlighted or pending suggestion. The returned function
   * unregisters it.
   */
  registerField(applySuggestion: () => void): () => void {
    this.#applyFocused = applySuggestion;
    return () => {
      if (this.#applyFocused === applySuggestion) this.#applyFocused = null;
    };
  }

  /**
   * Applies the suggestion of the focused field and resolves when no suggestion is pending. Await before reading the
   * form.
   */
  async whenDone(): Promise<void> {
    this.#applyFocused?.();
    await this.#pending;
  }
}

/** Defers reading the form: the returned function is called after each change and runs `readForm` soon. */
export type DeferReading = (readForm: () => void) => () => void;

/** Result of the last reading of the form. */
interface FormReading {
  body: Record<string, unknown>;
  issues: ReadonlyMap<string, FieldIssue>;
  advice: Advice[];
}

/**
 * The contents of an order or a query while they are typed: a tree of fields, found by path. Body and problems are
 * computed from the contract after each key, or when `deferReading` decides, so that typing in a large form stays fast.
 * A problem is shown once its field was left or a save was tried.
 */
export class OrderForm {
  readonly endpoint: EndpointNumber;
  readonly tree = new FormTree();
  readonly changedTexts = new ChangedTexts();
  readonly pendingAutocomplete = new PendingAutocomplete();
  /** The fields to reconfirm, if the form was started from another entry or a template. */
  readonly fieldsToReconfirm = new FieldsToReconfirm(this.tree, () => this.changedTexts.markAllChanged());
  readonly origins = new FieldOrigins(this.tree, this.fieldsToReconfirm, () => this.changedTexts.markAllChanged());
  hasTriedSave = $state(false);
  #problemsSuppressed = false;
  /** A key the user confirmed although it looks like a slip of one of this desk's numbers. */
  confirmedKey = '';
  readonly #fields: ReadonlyMap<string, FieldDescription>;
  readonly #readFormLater: () => void;
  #reading = $state.raw<FormReading>({ body: {}, issues: new Map(), advice: [] });

  constructor(endpoint: EndpointNumber, deferReading: DeferReading = (settle) => settle) {
    this.endpoint = endpoint;
    this.#fields = new Map(describeFields(endpoint).map((field) => [field.path, field]));
    this.#readFormLater = deferReading(() => this.readForm());
    this.readForm();
  }

  get body(): Record<string, unknown> {
    return this.#reading.body;
  }
  /** All problems by path, including those not shown yet. */
  get issues(): ReadonlyMap<string, FieldIssue> {
    return this.#reading.issues;
  }
  get advice(): Advice[] {
    return this.#reading.advice;
  }

  /** Computes body, problems and advice from the current texts. */
  readForm(): void {
    const { body, issues, deskIssues, toFormPath } = readTree(this.tree.root, this.#fields, choices.locale);
    const issuesByPath = findIssues(this.endpoint, body, deskIssues, (path) => this.#fieldPathOf(toFormPath(path)));
    for (const [path, issue] of issues) issuesByPath.set(path, issue);
    const keyPath = keyPathOf(this.endpoint);
    const typingSlip = findTypingSlip(this.endpoint, this.textAt(keyPath).trim(), this.confirmedKey);
    if (typingSlip) issuesByPath.set(keyPath, typingSlip);
    this.#reading = {
      body,
      issues: moveObjectIssues(issuesByPath, this.#fields),
      advice: adviceOn(this.endpoint, body),
    };
  }

  fieldAt(path: string): FieldDescription | undefined {
    return this.#fields.get(templateOf(path));
  }

  /** Paths of all fields in the contract, lists with `[]`. */
  get contractPaths(): string[] {
    return [...this.#fields.keys()];
  }

  textAt(path: string): string {
    return this.tree.findLeaf(path)?.text ?? '';
  }

  /** Every text that was typed or filled in, including emptied ones, by path. */
  get texts(): Iterable<[path: string, text: string]> {
    return enteredTexts(this.tree.leaves());
  }

  /** The texts of one line and its nested lists. */
  textsInLine(list: string, line: number): Iterable<[path: string, text: string]> {
    return enteredTexts(this.tree.leavesIn(list, line));
  }

  /**
   * Suppresses problems. In a form that has just begun, the cursor moves before the user presses or types anything, and
   * a field left that way must not show its problem.
   */
  suppressProblems(areSuppressed = true): void {
    this.#problemsSuppressed = areSuppressed;
  }

  /** `isJoined`: several pasted lines were joined into one. */
  enterText(path: string, text: string, isJoined = false): void {
    this.suppressProblems(false);
    this.#setText(path, text, isJoined);
    this.changedTexts.recordText(path, text);
  }

  /** Writes a text the user did not type, marked with its origin. */
  prefill(path: string, text: string, origin: Origin): void {
    this.#setText(path, text, false);
    this.tree.ensureLeaf(path).origin = origin;
    this.changedTexts.markAllChanged();
  }

  /** Called when a field is left: its problem may be shown, and a carried-over text counts as reviewed. */
  leaveField(path: string): void {
    if (this.#problemsSuppressed) return;
    this.origins.markReviewed(path);
    this.tree.ensureLeaf(path).isVisited = true;
    this.onFieldCompleted(path);
  }

  /** Called when the text of a field is final, for example because the field was left or a scan filled it. */
  onFieldCompleted(_path: string): void {
    // Overridden by forms that fill in other fields.
  }

  /** Lets a field show its problem although it never had the cursor, because a whole address was filled in. */
  markVisited(path: string): void {
    this.tree.ensureLeaf(path).isVisited = true;
  }

  /** Hides the problems of all fields that were left. */
  clearVisited(): void {
    for (const [, leaf] of this.tree.leaves()) leaf.isVisited = false;
  }

  isJoined(path: string): boolean {
    return this.tree.findLeaf(path)?.joined ?? false;
  }

  /** Whether a field to reconfirm has not been passed yet. */
  needsReconfirmNow(path: string): boolean {
    return this.fieldsToReconfirm.needsReconfirm(path) && this.tree.findLeaf(path)?.isVisited !== true;
  }

  /** The problem to show at a field now. */
  problemAt(path: string): FieldIssue | undefined {
    return this.hasTriedSave || this.tree.findLeaf(path)?.isVisited ? this.#reading.issues.get(path) : undefined;
  }

  /** Sets a problem the desk found and the contract cannot know; it stays until something is typed in the field. */
  setIssue(path: string, issue: FieldIssue): void {
    this.tree.ensureLeaf(path).deskIssue = issue;
    this.readForm();
  }

  /** Number of lines of a list on the screen; at least one, to type in. */
  lineCount(list: string): number {
    return this.tree.findList(list)?.lines.length ?? 1;
  }

  isLineEmpty(list: string, line: number): boolean {
    return this.tree.findLine(list, line)?.isBlank ?? true;
  }

  addLine(list: string): number {
    const line = this.lineCount(list);
    this.tree.ensureList(list).growTo(line + 1);
    this.#onLinesChanged();
    return line;
  }

  /**
   * Appends `times` copies of a line and its nested lists; returns the index of the first copy. `numberedColumn` is
   * counted up from copy to copy.
   */
  copyLine(list: string, line: number, times = 1, numberedColumn?: string): number {
    const firstCopy = this.lineCount(list);
    this.tree.ensureList(list).appendCopies(line, times, numberedColumn);
    this.#onLinesChanged();
    return firstCopy;
  }

  removeLine(list: string, line: number): void {
    this.tree.ensureList(list).removeLine(line);
    this.tree.hasRemovedLines = true;
    this.#onLinesChanged();
  }

  /** Excludes a list from the body or includes it again; its texts are kept. */
  setLeftOut(list: string, isLeftOut: boolean): void {
    this.tree.ensureList(list).isLeftOut = isLeftOut;
    this.#onLinesChanged();
  }

  isLeftOut(list: string): boolean {
    return this.tree.findList(list)?.isLeftOut ?? false;
  }

  /** The path a field had when the form began; undefined in a line added since. */
  originalPath(path: string): string | undefined {
    return this.tree.originalPath(path);
  }

  /** Restarts the form from a body: a refused order to correct, or the initial values of a new one. */
  startFrom(body: unknown, leftOutLists: readonly string[] = []): void {
    this.changedTexts.reset();
    this.hasTriedSave = false;
    this.fieldsToReconfirm.clear();
    fillTree(this.tree, body, leftOutLists, (path) => this.#fieldPathOf(path));
    this.readForm();
  }

  takeSnapshot(): FormSnapshot {
    this.changedTexts.startTracking();
    return snapshotTree(this.tree, this.fieldsToReconfirm);
  }

  restore(snapshot: FormSnapshot): void {
    restoreTree(this.tree, this.fieldsToReconfirm, snapshot);
    this.changedTexts.reset();
    this.hasTriedSave = false;
    this.readForm();
  }

  // A list of plain texts is typed in one field: `ServiceCode[1]` in `ServiceCode`.
  #fieldPathOf(path: string): string {
    return isLine(path) && this.fieldAt(path) ? withoutLine(path) : path;
  }

  #setText(path: string, text: string, isJoined: boolean): void {
    const leaf = this.tree.ensureLeaf(path);
    Object.assign(leaf, { text, origin: undefined, isReviewed: false, joined: isJoined });
    leaf.deskIssue = undefined;
    this.tree.clearEmptyValue(path);
    this.#readFormLater();
  }

  #onLinesChanged(): void {
    this.#readFormLater();
    this.changedTexts.markAllChanged();
  }
}
