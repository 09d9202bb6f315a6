import type { Enqueued, EntryDetail } from '../../../shared/contract/entry-answers.ts';
import type { Problem, Result } from '../../../shared/contract/problem.ts';
import { formOf, type CreateKind, type FormFields, unaskedLists } from '../../forms/form-fields.ts';
import { hasTyped } from '../../forms/has-typed.ts';
import { GoodsFilling } from '../../forms/goods-filling.svelte.ts';
import { firstAsked } from '../../forms/enter-lines.ts';
import { fieldOf } from '../../../shared/path/path.ts';
import { keyPathOf } from '../../../shared/service/key-path.ts';
import { FormKeeper } from '../../forms/kept-form.ts';
import { fieldNamedIn } from '../../forms/named-field.ts';
import { OrderForm } from '../../forms/order-form.svelte.ts';
import { textsOfBody } from '../../forms/texts-of-body.ts';
import { getsOwnKey } from '../../forms/own-key.ts';
import { choices } from '../../state/choices.svelte.ts';
import { command } from '../../state/commands.ts';
import { desk } from '../../state/desk-watch.svelte.ts';
import { whenIdle } from '../../state/when-idle.ts';
import { ask } from '../../transport/desk.ts';
import { Beginning } from './beginning.ts';
import { LastSave } from './last-save.ts';
import { savedOrders } from './saved-orders.svelte.ts';

export const tasks = ['new', 'change', 'mend', 'replace'] as const;
export type Task = (typeof tasks)[number];

/** a form is read this often while it is typed in, not with each key */
const readMs = 80;
/** and kept this often, and a moment later at the desk: a crash costs less than half a second of typing */
const keepMs = 100;

/** What the form is for: a new entry of a kind, or one that is changed, mended or replaced. */
export class OrderTask {
  readonly task: Task;
  readonly kind: CreateKind;
  readonly fields: FormFields;
  readonly keyPath: string;
  readonly form: OrderForm;
  readonly goods: GoodsFilling;
  readonly beginning: Beginning;
  /** the order it is about; null for a new one, or while the desk is asked */
  entry = $state.raw<EntryDetail | null>(null);
  missing = $state(false);
  /** what was sent, by path, to stand beside what is now */
  sent = $state.raw<ReadonlyMap<string, string> | undefined>(undefined);
  restored = $state(false);
  saving = $state(false);
  saved = $state.raw<Enqueued | null>(null);
  problem = $state.raw<Problem | null>(null);
  ready = $state(false);
  readonly #keeper: FormKeeper;
  readonly #id: string | null;
  readonly lastSave = new LastSave();
  #doubted = '';

  constructor(kind: CreateKind, task: Task, id: string | null) {
    this.task = task;
    this.kind = kind;
    this.fields = formOf[kind];
    this.keyPath = keyPathOf(this.fields.endpoint);
    this.form = new OrderForm(this.fields.endpoint, (settle) => whenIdle(settle, readMs));
    this.beginning = new Beginning(this.form, this.fields);
    this.goods = new GoodsFilling(this.form, this.fields.lists);
    this.form.onleave = (path) => this.goods.completed(path);
    this.form.typed.onchange = () => this.#keepSoon();
    this.#id = id;
    this.#keeper = new FormKeeper(id === null ? kind : `${task}/${id.toLowerCase()}`);
  }

  /** The first field that still needs a person. */
  get firstPath(): string {
    const first = this.fields.first.flatMap(({ fields }) => fields);
    const empty = first.find((path) => this.form.textAt(path).trim() === '');
    return firstAsked(this.form, this.fields) ?? empty ?? first[0] ?? this.keyPath;
  }

  /** Whether the key is still to be filled in; a number of the desk gives way. */
  get wantsKey(): boolean {
    const key = this.form.textAt(this.keyPath);
    return key.trim() === '' || this.form.origins.at(this.keyPath) === 'own';
  }

  /** Puts a new number of this desk into the key; undefined where the key is not the desk's to make. */
  get freshNumber(): (() => Promise<void>) | undefined {
    const makes = this.task === 'new' || this.task === 'replace';
    return makes && getsOwnKey(this.fields.endpoint) ? () => this.beginning.fresh() : undefined;
  }

  /** Fills the form: what was half typed before, else the order, else what the settings offer. */
  async load(): Promise<void> {
    if (this.#id !== null) {
      const found = await ask('entries.get', { id: this.#id });
      if (!found.ok) return this.#miss(found.problem);
      this.entry = found.value;
      if (found.value.endpoint !== this.fields.endpoint)
        return this.#miss({ kind: 'unknown-entry', message: 'The entry is of another kind.' });
      this.#startFrom(found.value);
      this.sent = textsOfBody(found.value.request.body, choices.locale);
    } else this.#begin();
    const [kept] = await Promise.all([this.#keeper.recall(), this.task === 'new' ? this.beginning.ask() : undefined]);
    if (kept) {
      this.beginning.giveBack();
      this.form.restore(kept);
      if (this.form.asked.on) this.goods.known();
      this.restored = true;
    } else if (this.task === 'new') this.beginning.fill();
    this.ready = true;
  }

  #miss(problem: Problem): void {
    this.missing = true;
    this.problem = problem;
  }

  /** Keeps what is typed, soon. */
  readonly #keepSoon = whenIdle(() => this.keep(), keepMs);

  keep(): void {
    if (!this.ready) return;
    const typed = this.form.typed.take();
    if (typed?.size === 0) return;
    const has = this.hasTyped;
    if (has && typed !== null && this.#keeper.keepTyped(typed)) return;
    this.#keeper.keep(has ? this.form.keep() : null);
  }

  /** The form is left: what is typed is kept, a number nobody needed is given back. */
  leave(): void {
    this.form.settle();
    this.keep();
    if (!this.hasTyped) this.beginning.giveBack();
  }

  /** What the desk filled in by itself is nobody's typing. */
  get hasTyped(): boolean {
    return this.#id !== null || hasTyped(this.form);
  }

  clear(): void {
    this.restored = false;
    this.problem = null;
    if (this.entry) this.#startFrom(this.entry);
    else this.#begin();
    this.#keeper.keep(null);
  }

  /** The field the cursor belongs in: the one the service named, else the first with a problem. */
  guiltyPath(): string | undefined {
    const reason = this.entry?.reason;
    return (reason && fieldNamedIn(this.form, reason.text, reason.field)) ?? this.form.issues.keys().next().value;
  }

  /** The service may have the refused order; only a person can say that it does not. */
  readonly asksToDecide = (): boolean => this.task === 'mend' && this.problem?.kind === 'maybe-taken';

  /** A press now was meant for what is saved: nothing was entered since. */
  get rests(): boolean {
    return this.lastSave.isRecent && !(this.task === 'new' && this.hasTyped);
  }

  /** Saves; the entry is on disk when this answers true. `decided`: a person says that the service does not have the order. */
  async save(draft: boolean, decided = false): Promise<boolean> {
    if (this.saving || this.rests) return false;
    this.saving = true;
    // goods named a moment ago are filled in first
    await this.goods.settled();
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
    this.#keeper.keep(null);
    if (this.#id === null) {
      this.beginning.used();
      this.beginning.saw(this.form.body);
      this.#begin();
    }
    // what is saved is not kept as half typed when the screen is left
    else this.ready = false;
    return true;
  }

  // a key that looks like a slip is asked about once; saving it again says that it is meant
  #insists(): boolean {
    if (this.form.issues.get(this.keyPath)?.code !== 'mistyped-number') return false;
    const key = this.form.textAt(this.keyPath).trim();
    const again = this.#doubted === key;
    if (again) this.form.wantedKey = key;
    this.#doubted = key;
    return again;
  }

  #send(draft: boolean, decided: boolean): Promise<Result<Enqueued>> {
    const { endpoint } = this.fields;
    const query = this.entry?.request.query;
    const request = { endpoint, body: this.form.body, ...(query && { query }) };
    const id = this.#id ?? '';
    switch (this.task) {
      case 'new':
        return command('entry.enqueue', this.kind, { request, draft });
      case 'change':
        return command('entry.change', id, { id, request });
      case 'mend':
        return command('entry.mend', id, { id, request, decided });
      case 'replace':
        return command('entry.replace', id, { id, request });
    }
  }

  #show(problem: Problem): false {
    this.problem = problem;
    for (const issue of problem.issues ?? []) this.form.tellAt(fieldOf(issue.path), issue);
    if (problem.kind === 'key-in-use')
      this.form.tellAt(this.keyPath, { code: 'key-in-use', params: {}, message: problem.message });
    return false;
  }

  #begin(): void {
    this.goods.clear();
    const location = desk.settings?.location ?? '';
    const located = location !== '' && this.form.fieldAt('Location') !== undefined;
    this.form.start(located ? { Location: location } : {}, unaskedLists(this.fields, {}));
    if (this.ready) this.beginning.fill();
    this.form.calm();
  }

  /** What was taken back stands in the form again, unless somebody has begun another meanwhile; false: it does not. */
  async putBack(id: string): Promise<boolean> {
    const found = await ask('entries.get', { id });
    if (!found.ok || this.task !== 'new' || this.hasTyped) return false;
    this.beginning.giveBack();
    this.lastSave.over();
    this.#startFrom(found.value);
    return true;
  }

  #startFrom({ request: { body } }: EntryDetail): void {
    this.form.start(body, unaskedLists(this.fields, body));
    if (this.task === 'replace') void this.beginning.newKey();
  }
}
