import type { Enqueued, EntryDetail } from '../../../shared/contract/entry-answers.ts';
import type { Problem, Result } from '../../../shared/contract/problem.ts';
import { CreateForm } from '../../forms/create-form.svelte.ts';
import type { CreateKind } from '../../forms/form-fields.ts';
import { firstAsked } from '../../forms/enter-lines.ts';
import { fieldOf } from '../../../shared/path/path.ts';
import { fieldNamedIn } from '../../forms/named-field.ts';
import { textsOfBody } from '../../forms/texts-of-body.ts';
import { getsOwnKey } from '../../forms/own-key.ts';
import { choices } from '../../state/choices.svelte.ts';
import { command } from '../../state/commands.ts';
import { desk } from '../../state/desk-watch.svelte.ts';
import { whenIdle } from '../../state/when-idle.ts';
import { ask } from '../../transport/desk.ts';
import { Beginning } from './beginning.ts';
import { savedOrders } from './saved-orders.svelte.ts';

export const tasks = ['new', 'change', 'mend', 'replace'] as const;
export type Task = (typeof tasks)[number];

/** minimum interval between reads of the form while typing, instead of one per key */
const readMs = 80;

/** The task of a form: a new entry of a kind, or an entry to change, correct or replace. */
export class OrderTask {
  readonly task: Task;
  readonly form: CreateForm;
  readonly beginning: Beginning;
  /** the entry being edited; null for a new one, or while it is loading */
  entry = $state.raw<EntryDetail | null>(null);
  missing = $state(false);
  /** values as sent, by path, to show next to the current ones */
  sent = $state.raw<ReadonlyMap<string, string> | undefined>(undefined);
  restored = $state(false);
  saving = $state(false);
  saved = $state.raw<Enqueued | null>(null);
  problem = $state.raw<Problem | null>(null);
  ready = $state(false);
  /**
   * the initial values are filled in; the form is rendered only then, so that restored values do not mix with typed
   * ones
   */
  filled = $state(false);
  readonly #id: string | null;
  readonly lastSave = new LastSave();
  #doubted = '';

  constructor(kind: CreateKind, task: Task, id: string | null) {
    this.task = task;
    this.form = new CreateForm(kind, id === null ? null : { task, id }, (settle) => whenIdle(settle, readMs));
    this.beginning = new Beginning(this.form);
    this.#id = id;
  }

  /** The first field that still needs input. */
  get firstPath(): string {
    const first = this.form.fields.first.flatMap(({ fields }) => fields);
    const empty = first.find((path) => this.form.textAt(path).trim() === '');
    return firstAsked(this.form) ?? empty ?? first[0] ?? this.form.keyPath;
  }

  /** Whether the key is empty or only a generated number, which other input may replace. */
  get wantsKey(): boolean {
    const key = this.form.textAt(this.form.keyPath);
    return key.trim() === '' || this.form.origins.at(this.form.keyPath) === 'own';
  }

  /** Sets the key to a new number of this desk; undefined if the desk does not generate this key. */
  get freshNumber(): (() => Promise<void>) | undefined {
    const makes = this.task === 'new' || this.task === 'replace';
    return makes && getsOwnKey(this.form.fields.endpoint) ? () => this.beginning.fresh() : undefined;
  }

  /** Fills the form: from unsaved input, otherwise from the entry, otherwise from the settings. */
  async load(): Promise<void> {
    if (this.#id !== null) {
      const found = await ask('entries.get', { id: this.#id });
      if (!found.ok) return this.#miss(found.problem);
      this.entry = found.value;
      if (found.value.endpoint !== this.form.fields.endpoint)
        return this.#miss({ kind: 'unknown-entry', message: 'The entry is of another kind.' });
      this.#startFrom(found.value);
      this.sent = textsOfBody(found.value.request.body, choices.locale);
    } else this.#begin();
    const [kept] = await Promise.all([
      this.form.keeping.recall(),
      this.task === 'new' ? this.beginning.ask() : undefined,
    ]);
    if (kept) {
      this.beginning.giveBack();
      this.form.restore(kept);
      this.restored = true;
    } else if (this.task === 'new') this.beginning.fill();
    this.ready = true;
    this.form.keeping.began();
  }

  #miss(problem: Problem): void {
    this.missing = true;
    this.problem = problem;
  }

  /** Called when the form is left: stores unsaved input and returns an unused number. */
  leave(): void {
    this.form.settle();
    this.form.keeping.now();
    if (!this.form.hasTyped) this.beginning.giveBack();
  }

  clear(): void {
    this.restored = false;
    this.problem = null;
    if (this.entry) this.#startFrom(this.entry);
    else this.#begin();
    this.form.keeping.forget();
  }

  /** The first field to correct: the one the service named, otherwise the first with a problem. */
  guiltyPath(): string | undefined {
    const reason = this.entry?.reason;
    return (reason && fieldNamedIn(this.form, reason.text, reason.field)) ?? this.form.issues.keys().next().value;
  }

  /** The service may have the order; only a person can decide that it does not. One that waits is replaced instead. */
  readonly asksToDecide = (): boolean =>
    this.problem?.kind === 'maybe-taken' && (this.task !== 'change' || this.problem.params?.['reason'] === 'withdrawn');

  /** Just saved and nothing entered since: a key press now was meant for the saved order. */
  get rests(): boolean {
    return this.lastSave.isRecent && !(this.task === 'new' && this.form.hasTyped);
  }

  /**
   * Saves the entry; it is on disk when this returns true. `decided`: a person says that the service does not have the
   * order, or one that was withdrawn under its key.
   */
  async save(draft: boolean, decided = false): Promise<boolean> {
    if (this.saving || this.rests) return false;
    this.saving = true;
    // wait until goods that were just named are filled in
    await this.form.goods.settled();
    this.saving = false;
    this.form.settle();
    this.form.tried = true;
    this.problem = null;
    if (this.#insists()) this.form.settle();
    if (this.form.issues.size > 0) return false;
    this.saving = true;
    const result = await this.#send(draft, decided);
    this.saving = false;
    if (!result.ok) return this.#show(result.problem);
    this.lastSave.note();
    this.saved = result.value;
    savedOrders.add(result.value);
    this.form.keeping.forget();
    if (this.#id === null) {
      this.beginning.used();
      this.beginning.saw(this.form.body);
      this.#begin();
    }
    // saved input is not stored again as unsaved when the screen is left
    else {
      this.ready = false;
      this.form.keeping.ended();
    }
    return true;
  }

  // a key that looks mistyped is asked about once; saving it again confirms it
  #insists(): boolean {
    if (this.form.issues.get(this.form.keyPath)?.code !== 'mistyped-number') return false;
    const key = this.form.textAt(this.form.keyPath).trim();
    const again = this.#doubted === key;
    if (again) this.form.wantedKey = key;
    this.#doubted = key;
    return again;
  }

  #send(draft: boolean, decided: boolean): Promise<Result<Enqueued>> {
    const { endpoint } = this.form.fields;
    const query = this.entry?.request.query;
    const request = { endpoint, body: this.form.body, ...(query && { query }) };
    const id = this.#id ?? '';
    switch (this.task) {
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
    for (const issue of problem.issues ?? []) this.form.setIssue(fieldOf(issue.path), issue);
    if (problem.kind === 'key-in-use')
      this.form.setIssue(this.form.keyPath, { code: 'key-in-use', params: {}, message: problem.message });
    return false;
  }

  #begin(): void {
    const location = desk.settings?.location ?? '';
    const located = location !== '' && this.form.fieldAt('Location') !== undefined;
    this.form.start(located ? { Location: location } : {});
    if (this.ready) this.beginning.fill();
    this.form.calm();
  }

  /** Puts a withdrawn order back into the form; false if another one has been begun meanwhile. */
  async putBack(id: string): Promise<boolean> {
    const found = await ask('entries.get', { id });
    if (!found.ok || this.task !== 'new' || this.form.hasTyped) return false;
    this.beginning.giveBack();
    this.lastSave.over();
    this.#startFrom(found.value);
    return true;
  }

  #startFrom({ request: { body } }: EntryDetail): void {
    this.form.start(body);
    if (this.task === 'replace') void this.beginning.newKey();
  }
}

/** a key press within this time after a save belongs to it */
const restMs = 1000;

/** Time of the last save: a double press means one order. */
class LastSave {
  #at = -Infinity;

  note(): void {
    this.#at = performance.now();
  }

  /** Another order was begun since, so key presses are about that one. */
  over(): void {
    this.#at = -Infinity;
  }

  get isRecent(): boolean {
    return performance.now() - this.#at < restMs;
  }
}
