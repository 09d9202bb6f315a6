import type { Enqueued, EntryDetail } from '../../../shared/contract/entry-answers.ts';
import type { Problem, Result } from '../../../shared/contract/problem.ts';
import { fieldPathOf } from '../../../shared/path/path.ts';
import { choices } from '../../choices/choices.svelte.ts';
import { CreateForm } from '../../forms/create-form.svelte.ts';
import { getsGeneratedKey } from '../../forms/desk-number.ts';
import { firstFieldToReconfirm } from '../../forms/enter-navigation.ts';
import { findFieldInMessage } from '../../forms/find-field-in-message.ts';
import { type CreateKind, textsOfBody } from '../../forms/form-fields.ts';
import { command } from '../../state/commands.ts';
import { desk } from '../../state/desk-watch.svelte.ts';
import { runWhenIdle } from '../../state/throttle.ts';
import { ask } from '../../transport/desk.ts';
import { EntryDefaults } from './entry-defaults.ts';
import { savedOrders } from './saved-orders.svelte.ts';

export const formPurposes = ['new', 'change', 'mend', 'replace'] as const;
export type FormPurpose = (typeof formPurposes)[number];

/** minimum interval between reads of the form while typing, instead of one per key */
const readIntervalMs = 80;

/** The task of a form: a new entry of a kind, or an entry to change, correct or replace. */
export class OrderTask {
  readonly purpose: FormPurpose;
  readonly form: CreateForm;
  readonly defaults: EntryDefaults;
  /** the entry being edited; null for a new one, or while it is loading */
  entry = $state.raw<EntryDetail | null>(null);
  isUnavailable = $state(false);
  /** values as sent, by path, to show next to the current ones */
  sentTexts = $state.raw<ReadonlyMap<string, string> | undefined>(undefined);
  isRestored = $state(false);
  isSaving = $state(false);
  lastSaved = $state.raw<Enqueued | null>(null);
  problem = $state.raw<Problem | null>(null);
  isReady = $state(false);
  /**
   * the initial values are filled in; the form is rendered only then, so that restored values do not mix with typed
   * ones
   */
  isFilled = $state(false);
  readonly #entryId: string | null;
  readonly saveCooldown = new SaveCooldown();
  #keyAwaitingConfirmation = '';

  constructor(kind: CreateKind, purpose: FormPurpose, id: string | null) {
    this.purpose = purpose;
    this.form = new CreateForm(kind, id === null ? null : { task: purpose, id }, (settle) =>
      runWhenIdle(settle, readIntervalMs),
    );
    this.defaults = new EntryDefaults(this.form);
    this.#entryId = id;
  }

  /** The first field that still needs input. */
  get firstPath(): string {
    const firstFields = this.form.fields.first.flatMap(({ fields }) => fields);
    const emptyPath = firstFields.find((path) => this.form.textAt(path).trim() === '');
    return firstFieldToReconfirm(this.form) ?? emptyPath ?? firstFields[0] ?? this.form.keyPath;
  }

  /** Whether the key is empty or only a generated number, which other input may replace. */
  get needsKey(): boolean {
    const key = this.form.textAt(this.form.keyPath);
    return key.trim() === '' || this.form.origins.originOf(this.form.keyPath) === 'own';
  }

  /** Sets the key to a new number of this desk; undefined if the desk does not generate this key. */
  get renewNumber(): (() => Promise<void>) | undefined {
    const canRenew = this.purpose === 'new' || this.purpose === 'replace';
    return canRenew && getsGeneratedKey(this.form.fields.endpoint) ? () => this.defaults.renewNumber() : undefined;
  }

  /** Fills the form: from unsaved input, otherwise from the entry, otherwise from the settings. */
  async loadForm(): Promise<void> {
    if (this.#entryId !== null) {
      const answer = await ask('entries.get', { id: this.#entryId });
      if (!answer.ok) return this.#failToLoad(answer.problem);
      this.entry = answer.value;
      if (answer.value.endpoint !== this.form.fields.endpoint)
        return this.#failToLoad({ kind: 'unknown-entry', message: 'The entry is of another kind.' });
      this.#startFrom(answer.value);
      this.sentTexts = textsOfBody(answer.value.request.body, choices.locale);
    } else this.#startNew();
    const [unsavedInput] = await Promise.all([
      this.form.autosave.load(),
      this.purpose === 'new' ? this.defaults.loadDefaults() : undefined,
    ]);
    if (unsavedInput) {
      this.defaults.releaseNumber();
      this.form.restore(unsavedInput);
      this.isRestored = true;
    } else if (this.purpose === 'new') this.defaults.fillEmptyFields();
    this.isReady = true;
    this.form.autosave.start();
  }

  #failToLoad(problem: Problem): void {
    this.isUnavailable = true;
    this.problem = problem;
  }

  /** Called when the form is left: stores unsaved input and returns an unused number. */
  leaveForm(): void {
    this.form.readForm();
    this.form.autosave.saveNow();
    if (!this.form.hasTyped) this.defaults.releaseNumber();
  }

  clearForm(): void {
    this.isRestored = false;
    this.problem = null;
    if (this.entry) this.#startFrom(this.entry);
    else this.#startNew();
    this.form.autosave.discard();
  }

  /** The first field to correct: the one the service named, otherwise the first with a problem. */
  firstFieldToFix(): string | undefined {
    const reason = this.entry?.reason;
    return (reason && findFieldInMessage(this.form, reason.text, reason.field)) ?? this.form.issues.keys().next().value;
  }

  /**
   * Whether only a person can decide to save: the service may have the order. An order being changed is replaced
   * instead, unless one was withdrawn under its key.
   */
  readonly needsDecision = (): boolean =>
    this.problem?.kind === 'maybe-taken' &&
    (this.purpose !== 'change' || this.problem.params?.['reason'] === 'withdrawn');

  /** Whether an order was just saved and nothing entered since: a key press now was meant for that order. */
  get isWithinSaveCooldown(): boolean {
    return this.saveCooldown.isActive && !(this.purpose === 'new' && this.form.hasTyped);
  }

  /**
   * Saves the entry; it is on disk when this returns true. `decided`: a person says that the service does not have the
   * order, or one that was withdrawn under its key.
   */
  async save(draft: boolean, decided = false): Promise<boolean> {
    if (this.isSaving || this.isWithinSaveCooldown) return false;
    this.isSaving = true;
    // wait until goods that were just named are filled in
    await this.form.goodsAutofill.whenDone();
    this.isSaving = false;
    this.form.readForm();
    this.form.hasTriedSave = true;
    this.problem = null;
    if (this.#confirmsSuspiciousKey()) this.form.readForm();
    if (this.form.issues.size > 0) return false;
    this.isSaving = true;
    const answer = await this.#send(draft, decided);
    this.isSaving = false;
    if (!answer.ok) return this.#showProblem(answer.problem);
    this.saveCooldown.start();
    this.lastSaved = answer.value;
    savedOrders.trackOrder(answer.value);
    this.form.autosave.discard();
    if (this.#entryId === null) {
      this.defaults.markNumberUsed();
      this.defaults.rememberLastBody(this.form.body);
      this.#startNew();
    }
    // saved input is not stored again as unsaved when the screen is left
    else {
      this.isReady = false;
      this.form.autosave.stop();
    }
    return true;
  }

  // a key that looks mistyped is asked about once; saving it again confirms it
  #confirmsSuspiciousKey(): boolean {
    if (this.form.issues.get(this.form.keyPath)?.code !== 'mistyped-number') return false;
    const key = this.form.textAt(this.form.keyPath).trim();
    const isConfirmed = this.#keyAwaitingConfirmation === key;
    if (isConfirmed) this.form.confirmedKey = key;
    this.#keyAwaitingConfirmation = key;
    return isConfirmed;
  }

  #send(draft: boolean, decided: boolean): Promise<Result<Enqueued>> {
    const { endpoint } = this.form.fields;
    const query = this.entry?.request.query;
    const request = { endpoint, body: this.form.body, ...(query && { query }) };
    const id = this.#entryId ?? '';
    switch (this.purpose) {
      case 'new':
        return command('entry.enqueue', this.form.kind, { request, draft, decided });
      case 'change':
        return command('entry.change', id, { id, request, decided });
      case 'mend':
        return command('entry.mend', id, { id, request, decided });
      case 'replace':
        return command('entry.replace', id, { id, request, decided });
    }
  }

  #showProblem(problem: Problem): false {
    this.problem = problem;
    for (const issue of problem.issues ?? []) this.form.setIssue(fieldPathOf(issue.path), issue);
    if (problem.kind === 'key-in-use')
      this.form.setIssue(this.form.keyPath, { code: 'key-in-use', params: {}, message: problem.message });
    return false;
  }

  #startNew(): void {
    const location = desk.settings?.location ?? '';
    const hasLocation = location !== '' && this.form.fieldAt('Location') !== undefined;
    this.form.startFrom(hasLocation ? { Location: location } : {});
    if (this.isReady) this.defaults.fillEmptyFields();
    this.form.suppressProblems();
  }

  /** Puts a withdrawn order back into the form; returns false if another one was begun meanwhile. */
  async restoreWithdrawn(id: string): Promise<boolean> {
    const answer = await ask('entries.get', { id });
    if (!answer.ok || this.purpose !== 'new' || this.form.hasTyped) return false;
    this.defaults.releaseNumber();
    this.saveCooldown.end();
    this.#startFrom(answer.value);
    return true;
  }

  #startFrom({ request: { body } }: EntryDetail): void {
    this.form.startFrom(body);
    if (this.purpose === 'replace') void this.defaults.setKeyOfCopy();
  }
}

/** how long after a save a key press counts as part of it */
const saveCooldownMs = 1000;

/** The time right after a save, in which another save is ignored: a double press means one order. */
class SaveCooldown {
  #startedAtMs = -Infinity;

  start(): void {
    this.#startedAtMs = performance.now();
  }

  /** Called when another order is begun, which later key presses are about. */
  end(): void {
    this.#startedAtMs = -Infinity;
  }

  get isActive(): boolean {
    return performance.now() - this.#startedAtMs < saveCooldownMs;
  }
}
