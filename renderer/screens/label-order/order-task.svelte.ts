import type { Enqueued, EntryDetail } from '../../../shared/desk-contract.ts';
import type { Problem, Result } from '../../../shared/problem.ts';
import { fromJsonPath } from '../../forms/field-path.ts';
import { FormKeeper } from '../../forms/kept-form.ts';
import { OrderForm } from '../../forms/order-form.svelte.ts';
import { writeField } from '../../forms/read-field.ts';
import { leavesOf } from '../../forms/field-path.ts';
import { choices } from '../../state/choices.svelte.ts';
import { command } from '../../state/commands.ts';
import { desk } from '../../state/desk-watch.svelte.ts';
import { ask } from '../../transport/desk.ts';

export const tasks = ['new', 'change', 'mend', 'replace'] as const;
export type Task = (typeof tasks)[number];

const keyPath = 'Package.PackageId';
/** a second press within this time after a save does nothing */
const restMs = 1000;

/** What the form is for: a new label order, or one that is changed, mended or replaced. */
export class OrderTask {
  readonly task: Task;
  readonly form = new OrderForm(2, 'Package.Skus');
  /** the order it is about; null for a new one, or while the desk is asked */
  entry = $state.raw<EntryDetail | null>(null);
  missing = $state(false);
  /** what was sent, by path, to stand beside what is now */
  sent = $state.raw<ReadonlyMap<string, string> | undefined>(undefined);
  restored = $state(false);
  saving = $state(false);
  saved = $state.raw<Enqueued | null>(null);
  problem = $state.raw<Problem | null>(null);
  /** a person says that the service does not have the order; asked for where it may */
  decided = $state(false);
  ready = $state(false);
  readonly #keeper: FormKeeper;
  readonly #id: string | null;
  #savedAt = -Infinity;

  constructor(task: Task, id: string | null) {
    this.task = task;
    this.#id = id;
    this.#keeper = new FormKeeper(id === null ? 'label-order' : `${task}/${id.toLowerCase()}`);
  }

  /** Fills the form: what was half typed before, else the order, else what the settings offer. */
  async load(): Promise<void> {
    if (this.#id !== null) {
      const found = await ask('entries.get', { id: this.#id });
      if (!found.ok) {
        this.missing = true;
        this.problem = found.problem;
        return;
      }
      this.entry = found.value;
      this.form.start(found.value.request.body);
      const leaves = leavesOf(found.value.request.body);
      this.sent = new Map(leaves.map(([path, leaf]) => [path, writeField(leaf, choices.locale)]));
      if (this.task === 'replace') this.form.type(keyPath, '');
    } else this.#begin();
    const kept = await this.#keeper.recall();
    if (kept) {
      this.form.restore(kept);
      this.restored = true;
    }
    this.ready = true;
  }

  /** Keeps what is typed; called with each change. */
  keep(): void {
    if (!this.ready) return;
    const kept = this.form.keep();
    const anything = this.#id !== null || kept.texts.some(([path, text]) => text !== '' && path !== 'Location');
    this.#keeper.keep(anything ? kept : null);
  }

  clear(): void {
    this.restored = false;
    this.problem = null;
    if (this.entry) this.form.start(this.entry.request.body);
    else this.#begin();
    this.#keeper.keep(null);
  }

  /** The field the cursor belongs in: the one the service named, else the first with a problem. */
  guiltyPath(): string | undefined {
    const named = this.entry?.reason?.field;
    return (named ? this.form.pathNamed(named) : undefined) ?? this.form.issues.keys().next().value;
  }

  /** Saves; the entry is on disk when this answers true. */
  async save(draft: boolean): Promise<boolean> {
    if (this.saving || performance.now() - this.#savedAt < restMs) return false;
    this.form.tried = true;
    this.problem = null;
    if (this.form.issues.size > 0) return false;
    this.saving = true;
    const result = await this.#send(draft);
    this.saving = false;
    if (!result.ok) {
      this.#tell(result.problem);
      return false;
    }
    this.#savedAt = performance.now();
    this.saved = result.value;
    this.#keeper.keep(null);
    if (this.#id === null) this.#begin();
    return true;
  }

  #send(draft: boolean): Promise<Result<Enqueued>> {
    const request = { endpoint: 2, body: this.form.body };
    const id = this.#id ?? '';
    switch (this.task) {
      case 'new':
        return command('entry.enqueue', 'label-order', { request, draft });
      case 'change':
        return command('entry.change', id, { id, request, decided: this.decided });
      case 'mend':
        return command('entry.mend', id, { id, request, decided: this.decided });
      case 'replace':
        return command('entry.replace', id, { id, request });
    }
  }

  #tell(problem: Problem): void {
    this.problem = problem;
    for (const issue of problem.issues ?? []) this.form.tellAt(fromJsonPath(issue.path), issue);
    if (problem.kind === 'key-in-use') {
      this.form.tellAt(keyPath, { code: 'key-in-use', params: {}, message: problem.message });
    }
  }

  #begin(): void {
    const location = desk.settings?.location ?? '';
    this.form.start(location === '' ? {} : { Location: location });
  }
}
