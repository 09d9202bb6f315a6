import type { Lack } from '../../../shared/creates/create-record.ts';
import type { LabelProblem } from '../../../shared/labels/label-layout.ts';
import { lacksOf } from '../../../shared/service/lacks-of.ts';
import { AddressAssist, setAddressAssist } from '../../forms/address/address-assist.svelte.ts';
import { pathAfterList } from '../../forms/enter-navigation.ts';
import { focusNext, pathAfterFocus, pathOfFocus, sortByScreenOrder } from '../../forms/field-focus.ts';
import type { CreateKind } from '../../forms/form-fields.ts';
import { type LineToCopy, lineCommands } from '../../forms/line-commands.ts';
import { registerScale } from '../../forms/take-weight.svelte.ts';
import { actions, type ActionHandlers } from '../../keys/actions.svelte.ts';
import { holdsCtrl } from '../../keys/read-press.ts';
import { scale } from '../../scale/scale.svelte.ts';
import { bufferKeys } from '../../scan/buffer-keys.ts';
import { takePendingTemplate } from '../../state/pending-template.ts';
import { route } from '../../state/route.svelte.ts';
import { scanHandlers } from '../../state/scan-handlers.ts';
import { DeclarationPrefill } from './declaration-prefill.svelte.ts';
import { createScanHandler } from './order-scan-handler.ts';
import { OrderTask, formPurposes } from './order-task.svelte.ts';
import { OwnLabelCheck } from './own-label-check.svelte.ts';
import { SimilarWatch } from './similar-watch.svelte.ts';
import { fillFromTemplate, startFromEntry, startingHandlers } from './start-from.ts';
import { tick, untrack } from 'svelte';

/**
 * The question of the open dialog: for a line, how many copies to add; for an order that lacks something or whose own
 * label cannot be printed, whether to save it anyway.
 */
export type OrderQuestion =
  | 'clear'
  | 'field'
  | 'templates'
  | 'save-template'
  | { more: LineToCopy }
  | {
      lacks: readonly { lack: Lack; paths: readonly string[] }[];
      label: readonly LabelProblem[];
      save: () => unknown;
    };

/** Asks once before saving an order that makes no sense: the service has no cancel. */
export class SenseCheck {
  readonly #task: OrderTask;
  readonly #confirmed = new Set<Lack>();

  constructor(task: OrderTask) {
    this.#task = task;
  }

  /** Whether to ask now. Drafts are not checked, and contract breaches are shown first. */
  isActive(draft: boolean): boolean {
    const { form, purpose, entry } = this.#task;
    if (draft || (purpose === 'change' && entry?.state === 'draft')) return false;
    form.settle();
    return form.issues.size === 0;
  }

  /** What to ask about now. */
  unconfirmedLacks(draft: boolean): { lack: Lack; paths: readonly string[] }[] {
    const { form } = this.#task;
    if (!this.isActive(draft)) return [];
    return lacksOf(form.endpoint, form.body).filter(({ lack }) => !this.#confirmed.has(lack));
  }

  /** A person confirmed these. */
  confirm(lacks: readonly Lack[]): void {
    for (const lack of lacks) this.#confirmed.add(lack);
  }

  /** The form starts over. */
  clear(): void {
    this.#confirmed.clear();
  }
}

/**
 * Drives a person's work in an order form: where the cursor goes, what is asked before a save, and what keys and scans
 * do. Must be created during component initialisation.
 */
export class OrderFlow {
  readonly task: OrderTask;
  readonly addresses: AddressAssist;
  /** null unless the order is new: a changed, corrected or replacing order resembles its original */
  readonly similar: SimilarWatch | null;
  readonly ownLabel: OwnLabelCheck;
  /** the question of the open dialog */
  question = $state.raw<OrderQuestion | null>(null);
  /** the form element, once rendered */
  formElement = $state.raw<HTMLElement>();
  readonly #senseCheck: SenseCheck;
  readonly #declarationPrefill: DeclarationPrefill | null;
  /** fields with a problem, in screen order */
  readonly #invalidPaths = $derived.by(() => sortByScreenOrder(this.task.form.fields, this.task.form.issues.keys()));
  /** those whose problem is shown */
  readonly shownProblems = $derived.by(() =>
    this.#invalidPaths.filter((path) => this.task.form.problemAt(path) !== undefined),
  );

  constructor(kind: CreateKind) {
    const task = taskFromRoute(kind);
    const { form } = task;
    const isNew = task.purpose === 'new';
    this.task = task;
    this.addresses = setAddressAssist(new AddressAssist(form, (path) => void this.#leaveAddress(path)));
    this.similar = isNew ? new SimilarWatch(form) : null;
    this.ownLabel = new OwnLabelCheck(form);
    this.#senseCheck = new SenseCheck(task);
    this.#declarationPrefill = DeclarationPrefill.create(task, () => void this.#leaveAddress(null));
    $effect(() => {
      // runs after each read of the form
      void form.body;
      untrack(() => {
        this.similar?.refresh();
        this.ownLabel.refresh();
      });
    });
    $effect(() => () => task.leave());
    $effect(() => scanHandlers.register(createScanHandler(task, this.#declarationPrefill, this.goTo)));
    $effect(() => actions.register(lineCommands(form, (more) => (this.question = { more }))));
    $effect(() => actions.register(this.#commands()));
    registerScale(form, () => this.#parcelOnScale);
  }

  /** Identifies the parcel that a weight from the scale belongs to. */
  get #parcelOnScale(): string {
    return this.task.entry?.id ?? `new ${scale.savedParcels}`;
  }

  /** Fills the form and places the cursor. */
  begin(): Promise<void> {
    const { task } = this;
    return bufferKeys(async () => {
      const before = document.activeElement;
      await task.load();
      const [to, given] = route.rest;
      if (to === 'new' && given !== undefined && task.needsKey) task.form.type(task.form.keyPath, given);
      const named = task.purpose === 'new' ? takePendingTemplate(task.form.endpoint) : null;
      if (named) await fillFromTemplate(task, named);
      if (to === 'like' && given !== undefined) await startFromEntry(task, given);
      task.isFilled = true;
      // leave the cursor in a field that a person moved to meanwhile
      if (document.activeElement !== before && this.formElement?.contains(document.activeElement)) return true;
      return this.goTo((task.purpose === 'mend' ? task.firstFieldToFix() : undefined) ?? task.firstPath);
    });
  }

  readonly save = (draft: boolean, decided = false): Promise<void> =>
    bufferKeys(() => this.#checkAndSave(draft, decided));

  readonly goTo = async (path: string): Promise<true> => {
    // the problem may concern a whole section
    if (!(await this.task.form.position.goTo(path)))
      document.querySelector<HTMLElement>(`[id^="field-${CSS.escape(path)}"]`)?.focus();
    return true;
  };

  /** Handles Enter: moves to the next field, skipping carried-over fields that need no confirmation. */
  handleEnter(event: KeyboardEvent): void {
    const { target } = event;
    const { formElement } = this;
    if (event.key !== 'Enter' || holdsCtrl(event) || event.altKey || event.isComposing || !formElement) return;
    const typed = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
    // in a multi-line field Shift+Enter inserts a line
    if (!typed && (event.shiftKey || !(target instanceof HTMLTextAreaElement))) return;
    event.preventDefault();
    const stays = (path: string) => this.task.form.fieldsToReconfirm.isCarriedOver(path);
    if (
      !this.addresses.enter(pathOfFocus()) &&
      this.#declarationPrefill?.handleEnter() !== true &&
      !focusNext(formElement, target, stays)
    )
      this.focusSave();
  }

  /** Moves the focus past the last field, to the save button. */
  readonly focusSave = (): void => this.formElement?.querySelector<HTMLElement>('[data-save] button')?.focus();

  readonly clear = (): void => {
    this.task.clear();
    this.addresses.filling.clear();
    this.task.form.position.clear();
  };

  async #checkAndSave(draft: boolean, decided: boolean): Promise<boolean> {
    const { task } = this;
    await task.form.pendingAutocomplete.settled();
    if (task.isWithinSaveCooldown) return false;
    if (!draft && this.addresses.requestReview()) return false;
    const lacks = this.#senseCheck.unconfirmedLacks(draft);
    const label = this.#senseCheck.isActive(draft) ? await this.ownLabel.problemsBeforeSave() : [];
    if (lacks.length + label.length > 0) {
      const save = () => {
        this.#senseCheck.confirm(lacks.map(({ lack }) => lack));
        this.ownLabel.confirm();
        return this.save(draft, decided);
      };
      this.question = { lacks, label, save };
      return false;
    }
    if (!draft && (await this.similar?.mustAsk())) return false;
    task.form.completed(pathOfFocus());
    const done = await task.save(draft, decided);
    await tick();
    if (!done) {
      const first = this.shownProblems[0];
      if (first !== undefined) await this.goTo(first);
      return false;
    }
    scale.endParcel(this.#parcelOnScale);
    this.task.form.position.clear();
    this.addresses.filling.clear();
    this.similar?.clear();
    this.#senseCheck.clear();
    this.ownLabel.clear();
    if (task.purpose === 'new') return this.goTo(task.firstPath);
    route.go('outbox', task.saved?.id ?? '');
    return false;
  }

  /** Moves the cursor to a field of the address to be checked, or with null past the address to the goods. */
  async #leaveAddress(path: string | null): Promise<void> {
    const { form } = this.task;
    const next = path ?? pathAfterList(form, undefined, (list) => form.position.at(list));
    if (next === undefined) this.focusSave();
    else await this.goTo(next);
  }

  #nextProblem(): void {
    const { form } = this.task;
    form.settle();
    form.saveTried = true;
    const next = pathAfterFocus(this.#invalidPaths);
    if (next !== undefined) void this.goTo(next);
  }

  #commands(): ActionHandlers {
    const { task } = this;
    const isNew = task.purpose === 'new';
    return {
      save: () => this.save(false),
      ...(task.needsDecision() ? { 'save-decided': () => this.save(false, true) } : {}),
      ...(isNew ? { park: () => this.save(true) } : {}),
      'next-problem': () => this.#nextProblem(),
      ...(isNew ? startingHandlers(task, this.goTo, (dialog) => (this.question = dialog)) : {}),
      ...(task.renewNumber ? { 'fresh-number': task.renewNumber } : {}),
      'go-to-field': () => (this.question = 'field'),
      'clear-form': () => (this.question = 'clear'),
      'unfold-all': () => this.task.form.position.toggleFolds(),
      back: () => route.go('outbox', ...(task.entry ? [task.entry.id] : [])),
    };
  }
}

/** The task given by the route. */
function taskFromRoute(kind: CreateKind): OrderTask {
  const [name, id] = route.rest;
  const known = formPurposes.find((one) => one === name);
  return known && known !== 'new' && id !== undefined
    ? new OrderTask(kind, known, id)
    : new OrderTask(kind, 'new', null);
}
