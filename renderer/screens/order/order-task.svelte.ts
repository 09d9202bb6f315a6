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
import { whenIdle } from '../../state/throttled.ts';
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
  missing = $state(false);
  /** values as sent, by path, to show next to the current ones */
  sentTexts = $state.raw<ReadonlyMap<string, string> | undefined>(undefined);
  restored = $state(false);
  saving = $state(false);
  saved = $state.raw<Enqueued | null>(null);
  problem = $state.raw<Problem | null>(null);
  isReady = $state(false);
  /**
   * the initial values are filled in; the form is rendered only then, so that restored values do not mix with typed
   * ones
   */
  isFilled = $state(false);
  readonly #id: string | null;
  readonly saveCooldown = new SaveCooldown();
  #keyAwaitingConfirmation = '';

  constructor(kind: CreateKind, task: FormPurpose, id: string | null) {
    this.purpose = task;
    this.form = new CreateForm(kind, id === null ? null : { task, id }, (settle) => whenIdle(settle, readIntervalMs));
    this.defaults = new EntryDefaults(this.form);
    this.#id = id;
  }

  /** The first field that still needs input. */
  get firstPath(): string {
    const first = this.form.fields.first.flatMap(({ fields }) => fields);
    const empty = first.find((path) => this.form.textAt(path).trim() === '');
    return firstFieldToReconfirm(this.form) ?? empty ?? first[0] ?? this.form.keyPath;
  }

  /** Whether the key is empty or only a generated number, which other input may replace. */
  get needsKey(): boolean {
    const key = this.form.textAt(this.form.keyPath);
    return key.trim() === '' || this.form.origins.at(this.form.keyPath) === 'own';
  }

  /** Sets the key to a new number of this desk; undefined if the desk does not generate this key. */
  get renewNumber(): (() => Promise<void>) | undefined {
    const makes = this.purpose === 'new' || this.purpose === 'replace';
    return makes && getsGeneratedKey(this.form.fields.endpoint) ? () => this.defaults.renewNumber() : undefined;
  }

  /** Fills the form: from unsaved input, otherwise from the entry, otherwise from the settings. */
  async load(): Promise<void> {
    if (this.#id !== null) {
      const found = await ask('entries.get', { id: this.#id });
      if (!found.ok) return this.#failToLoad(found.problem);
      this.entry = found.value;
      if (found.value.endpoint !== this.form.fields.endpoint)
        return this.#failToLoad({ kind: 'unknown-entry', message: 'The entry is of another kind.' });
      this.#startFrom(found.value);
      this.sentTexts = textsOfBody(found.value.request.body, choices.locale);
    } else this.#startNew();
    const [kept] = await Promise.all([
      this.form.autosave.load(),
      this.purpose === 'new' ? this.defaults.load() : undefined,
    ]);
    if (kept) {
      this.defaults.releaseNumber();
      this.form.restore(kept);
      this.restored = true;
    } else if (this.purpose === 'new') this.defaults.fill();
    this.isReady = true;
    this.form.autosave.start();
  }

  #failToLoad(problem: Problem): void {
    this.missing = true;
    this.problem = problem;
  }

  /** Called when the form is left: stores unsaved input and returns an unused number. */
  leave(): void {
    this.form.settle();
    this.form.autosave.saveNow();
    if (!this.form.hasTyped) this.defaults.releaseNumber();
  }

  clear(): void {
    this.restored = false;
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

  /** The service may have the order; only a person can decide that it does not. One that waits is replaced instead. */
  readonly needsDecision = (): boolean =>
    this.problem?.kind === 'maybe-taken' &&
    (this.purpose !== 'change' || this.problem.params?.['reason'] === 'withdrawn');

  /** Just saved and nothing entered since: a key press now was meant for the saved order. */
  get isWithinSaveCooldown(): boolean {
    return this.saveCooldown.isActive && !(this.purpose === 'new' && this.form.hasTyped);
  }

  /**
   * Saves the entry; it is on disk when this returns true. `decided`: a person says that the service does not have the
   * order, or one that was withdrawn under its key.
   */
  async save(draft: boolean, decided = false): Promise<boolean> {
    if (this.saving || this.isWithinSaveCooldown) return false;
    this.saving = true;
    // wait until goods that were just named are filled in
    await this.form.goods.settled();
    this.saving = false;
    this.form.settle();
    this.form.saveTried = true;
    this.problem = null;
    if (this.#confirmsSuspiciousKey()) this.form.settle();
    if (this.form.issues.size > 0) return false;
    this.saving = true;
    const result = await this.#send(draft, decided);
    this.saving = false;
    if (!result.ok) return this.#show(result.problem);
    this.saveCooldown.start();
    this.saved = result.value;
    savedOrders.add(result.value);
    this.form.autosave.discard();
    if (this.#id === null) {
      this.defaults.used();
      this.defaults.noteLastBody(this.form.body);
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
    const again = this.#keyAwaitingConfirmation === key;
    if (again) this.form.confirmedKey = key;
    this.#keyAwaitingConfirmation = key;
    return again;
  }

  #send(draft: boolean, decided: boolean): Promise<Result<Enqueued>> {
    const { endpoint } = this.form.fields;
    const query = this.entry?.request.query;
    const request = { endpoint, body: this.form.body, ...(query && { query }) };
    const id = this.#id ?? '';
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

  #show(problem: Problem): false {
    this.problem = problem;
    for (const issue of problem.issues ?? []) this.form.setIssue(fieldPathOf(issue.path), issue);
    if (problem.kind === 'key-in-use')
      this.form.setIssue(this.form.keyPath, { code: 'key-in-use', params: {}, message: problem.message });
    return false;
  }

  #startNew(): void {
    const location = desk.settings?.location ?? '';
    const located = location !== '' && this.form.fieldAt('Location') !== undefined;
    this.form.start(located ? { Location: location } : {});
    if (this.isReady) this.defaults.fill();
    this.form.suppressProblems();
  }

  /** Puts a withdrawn order back into the form; false if another one has been begun meanwhile. */
  async restoreWithdrawn(id: string): Promise<boolean> {
    const found = await ask('entries.get', { id });
    if (!found.ok || this.purpose !== 'new' || this.form.hasTyped) return false;
    this.defaults.releaseNumber();
    this.saveCooldown.end();
    this.#startFrom(found.value);
    return true;
  }

  #startFrom({ request: { body } }: EntryDetail): void {
    this.form.start(body);
    if (this.purpose === 'replace') void this.defaults.newKey();
  }
}

/** a key press within this time after a save belongs to it */
const saveCooldownMs = 1000;

/** Time of the last save: a double press means one order. */
class SaveCooldown {
  #at = -Infinity;

  start(): void {
    this.#at = performance.now();
  }

  /** Another order was begun since, so key presses are about that one. */
  end(): void {
    this.#at = -Infinity;
  }

  get isActive(): boolean {
    return performance.now() - this.#at < saveCooldownMs;
  }
}
