import { tick, untrack } from 'svelte';
import { AddressDesk, setAddressDesk } from '../../forms/address/address-desk.svelte.ts';
import { afterList } from '../../forms/enter-lines.ts';
import type { CreateKind } from '../../forms/form-fields.ts';
import { focusNext, pathAfterFocus, pathOfFocus } from '../../forms/field-focus.ts';
import { inScreenOrder } from '../../forms/in-screen-order.ts';
import { lineCommands } from '../../forms/line-commands.ts';
import { acts, type CommandHandlers } from '../../keys/acts.svelte.ts';
import { holdsCtrl } from '../../keys/read-press.ts';
import { MeasuredForm } from '../../meter/measured-form.ts';
import { offerScale } from '../../scale/take-weight.svelte.ts';
import { scale } from '../../scale/scale.svelte.ts';
import { bufferKeys } from '../../scan/buffer-keys.ts';
import { route } from '../../state/route.svelte.ts';
import { takeNext } from '../../state/next-template.ts';
import { scanHandlers } from '../../state/scan-handlers.ts';
import { BroughtLabel } from './brought-label.svelte.ts';
import { DeclaredParcel } from './declared-parcel.svelte.ts';
import type { OrderQuestion } from './order-question.ts';
import { OrderSense } from './order-sense.ts';
import { OrderTask, tasks } from './order-task.svelte.ts';
import { SimilarWatch } from './similar-watch.svelte.ts';
import { fromNamed, likeEntry, startingHandlers } from './starting-from.ts';
import { scansInto } from './take-scans.ts';

/**
 * Drives a person's work in an order form: where the cursor goes, what is asked before a save, and what keys and scans
 * do. Must be created during component initialisation.
 */
export class OrderFlow {
  readonly task: OrderTask;
  readonly addresses: AddressDesk;
  /** null unless the order is new: a changed, corrected or replacing order resembles its original */
  readonly similar: SimilarWatch | null;
  readonly brought: BroughtLabel;
  /** the question of the open dialog */
  asking = $state.raw<OrderQuestion | null>(null);
  /** the form element, once rendered */
  page = $state.raw<HTMLElement>();
  readonly #sense: OrderSense;
  readonly #measured: MeasuredForm | null;
  readonly #parcel: DeclaredParcel | null;
  /** fields with a problem, in screen order */
  readonly #wrong = $derived.by(() => inScreenOrder(this.task.form.fields, this.task.form.issues.keys()));
  /** those whose problem is shown */
  readonly shownProblems = $derived.by(() =>
    this.#wrong.filter((path) => this.task.form.problemAt(path) !== undefined),
  );

  constructor(kind: CreateKind) {
    const task = taskOf(kind);
    const { form } = task;
    const isNew = task.task === 'new';
    this.task = task;
    this.addresses = setAddressDesk(new AddressDesk(form, (path) => void this.#leaveAddress(path)));
    this.similar = isNew ? new SimilarWatch(form) : null;
    this.brought = new BroughtLabel(form);
    this.#sense = new OrderSense(task);
    this.#measured = isNew ? new MeasuredForm(form.kind, form.endpoint, () => form.hasTyped) : null;
    this.#parcel = DeclaredParcel.of(task, () => void this.#leaveAddress(null));
    $effect(() => {
      // runs after each read of the form
      void form.body;
      untrack(() => {
        this.similar?.refresh();
        this.brought.refresh();
      });
    });
    $effect(() => () => task.leave());
    $effect(() => this.#measured?.listen());
    $effect(() => {
      const taker = scansInto(task, this.#parcel, this.goTo);
      return scanHandlers.offer(this.#measured?.counting(taker) ?? taker);
    });
    $effect(() => acts.offer(lineCommands(form, (more) => (this.asking = { more }))));
    $effect(() => acts.offer(this.#commands()));
    offerScale(form, () => this.#onScale);
  }

  /** Identifies the parcel that a weight from the scale belongs to. */
  get #onScale(): string {
    return this.task.entry?.id ?? `new ${scale.saved}`;
  }

  /** Fills the form and places the cursor. */
  begin(): Promise<void> {
    const { task } = this;
    return bufferKeys(async () => {
      const before = document.activeElement;
      await task.load();
      const [to, given] = route.rest;
      if (to === 'new' && given !== undefined && task.wantsKey) task.form.type(task.form.keyPath, given);
      const named = task.task === 'new' ? takeNext(task.form.endpoint) : null;
      if (named) await fromNamed(task, named);
      if (to === 'like' && given !== undefined) await likeEntry(task, given);
      task.filled = true;
      // leave the cursor in a field that a person moved to meanwhile
      if (document.activeElement !== before && this.page?.contains(document.activeElement)) return true;
      return this.goTo((task.task === 'mend' ? task.guiltyPath() : undefined) ?? task.firstPath);
    });
  }

  readonly save = (draft: boolean, decided = false): Promise<void> => bufferKeys(() => this.#saved(draft, decided));

  readonly goTo = async (path: string): Promise<true> => {
    // the problem may concern a whole section
    if (!(await this.task.form.place.goTo(path)))
      document.querySelector<HTMLElement>(`[id^="field-${CSS.escape(path)}"]`)?.focus();
    return true;
  };

  /** Handles Enter: moves to the next field, skipping carried-over fields that need no confirmation. */
  enter(event: KeyboardEvent): void {
    const { target } = event;
    const { page } = this;
    if (event.key !== 'Enter' || holdsCtrl(event) || event.altKey || event.isComposing || !page) return;
    const typed = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
    // in a multi-line field Shift+Enter inserts a line
    if (!typed && (event.shiftKey || !(target instanceof HTMLTextAreaElement))) return;
    event.preventDefault();
    const stays = (path: string) => this.task.form.asked.stays(path);
    if (!this.addresses.enter(pathOfFocus()) && this.#parcel?.enter() !== true && !focusNext(page, target, stays))
      this.end();
  }

  /** Moves the focus past the last field, to the save button. */
  readonly end = (): void => this.page?.querySelector<HTMLElement>('[data-save] button')?.focus();

  readonly clear = (): void => {
    this.task.clear();
    this.#measured?.begin();
    this.addresses.filling.clear();
    this.task.form.place.clear();
  };

  async #saved(draft: boolean, decided: boolean): Promise<boolean> {
    const { task } = this;
    await task.form.meant.settled();
    if (task.rests) return false;
    if (!draft && this.addresses.asksToLook()) return false;
    const lacks = this.#sense.asks(draft);
    const label = this.#sense.isAsked(draft) ? await this.brought.asks() : [];
    if (lacks.length + label.length > 0) {
      const save = () => {
        this.#sense.means(lacks.map(({ lack }) => lack));
        this.brought.means();
        return this.save(draft, decided);
      };
      this.asking = { lacks, label, save };
      return false;
    }
    if (!draft && (await this.similar?.asks())) return false;
    task.form.completed(pathOfFocus());
    const done = await task.save(draft, decided);
    await tick();
    if (!done) {
      const first = this.shownProblems[0];
      if (first !== undefined) await this.goTo(first);
      return false;
    }
    scale.next(this.#onScale);
    if (draft) this.#measured?.begin();
    else this.#measured?.saved();
    this.task.form.place.clear();
    this.addresses.filling.clear();
    this.similar?.clear();
    this.#sense.clear();
    this.brought.clear();
    if (task.task === 'new') return this.goTo(task.firstPath);
    route.go('outbox', task.saved?.id ?? '');
    return false;
  }

  /** Moves the cursor to a field of the address to be checked, or with null past the address to the goods. */
  async #leaveAddress(path: string | null): Promise<void> {
    const { form } = this.task;
    const next = path ?? afterList(form, undefined, (list) => form.place.at(list));
    if (next === undefined) this.end();
    else await this.goTo(next);
  }

  #nextProblem(): void {
    const { form } = this.task;
    form.settle();
    form.tried = true;
    const next = pathAfterFocus(this.#wrong);
    if (next !== undefined) void this.goTo(next);
  }

  #commands(): CommandHandlers {
    const { task } = this;
    const isNew = task.task === 'new';
    return {
      save: () => this.save(false),
      ...(task.asksToDecide() ? { 'save-decided': () => this.save(false, true) } : {}),
      ...(isNew ? { park: () => this.save(true) } : {}),
      'next-problem': () => this.#nextProblem(),
      ...(isNew ? startingHandlers(task, this.goTo, (dialog) => (this.asking = dialog)) : {}),
      ...(task.freshNumber ? { 'fresh-number': task.freshNumber } : {}),
      'go-to-field': () => (this.asking = 'field'),
      'clear-form': () => (this.asking = 'clear'),
      'unfold-all': () => this.task.form.place.toggleFolds(),
      back: () => route.go('outbox', ...(task.entry ? [task.entry.id] : [])),
    };
  }
}

/** The task given by the route. */
function taskOf(kind: CreateKind): OrderTask {
  const [name, id] = route.rest;
  const known = tasks.find((one) => one === name);
  return known && known !== 'new' && id !== undefined
    ? new OrderTask(kind, known, id)
    : new OrderTask(kind, 'new', null);
}
