import type { MissingPart } from '../../../shared/creates/create-record.ts';
import type { LabelProblem } from '../../../shared/labels/label-layout.ts';
import { missingPartsOf } from '../../../shared/service/missing-parts.ts';
import { AddressAssist, setAddressAssist } from '../../forms/address/address-assist.svelte.ts';
import { pathAfterList } from '../../forms/enter-navigation.ts';
import { focusNext, pathAfterFocus, pathOfFocus, sortByScreenOrder } from '../../forms/field-focus.ts';
import type { CreateKind } from '../../forms/form-fields.ts';
import { type LineToCopy, lineActions } from '../../forms/line-actions.ts';
import { registerScaleInput } from '../../forms/scale-input.svelte.ts';
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
import { fillFromTemplate, startFromEntry, createStartHandlers } from './start-from.ts';
import { tick, untrack } from 'svelte';

/**
 * The question of the open dialog. With a line to copy: how many copies to add. With lacks or label problems: whether
 * to save the order anyway.
 */
export type OrderQuestion =
  | 'clear'
  | 'field'
  | 'templates'
  | 'save-template'
  | { lineToCopy: LineToCopy }
  | {
      lacks: readonly { part: MissingPart; paths: readonly string[] }[];
      labelProblems: readonly LabelProblem[];
      save: () => unknown;
    };

/** Asks once before an implausible order is saved, because the service has no cancel. */
export class SenseCheck {
  readonly #task: OrderTask;
  readonly #confirmed = new Set<MissingPart>();

  constructor(task: OrderTask) {
    this.#task = task;
  }

  /** Whether the check applies: drafts are not checked, and invalid fields are shown first. */
  isActive(draft: boolean): boolean {
    const { form, purpose, entry } = this.#task;
    if (draft || (purpose === 'change' && entry?.state === 'draft')) return false;
    form.readForm();
    return form.issues.size === 0;
  }

  /** What the order lacks and no person has confirmed yet; empty if the check does not apply. */
  unconfirmedLacks(draft: boolean): { part: MissingPart; paths: readonly string[] }[] {
    const { form } = this.#task;
    if (!this.isActive(draft)) return [];
    return missingPartsOf(form.endpoint, form.body).filter(({ part }) => !this.#confirmed.has(part));
  }

  /** Called when a person confirmed these lacks. */
  confirmLacks(lacks: readonly MissingPart[]): void {
    for (const lack of lacks) this.#confirmed.add(lack);
  }

  /** Called when the form starts over. */
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
  /** fields whose problem is shown, in screen order */
  readonly shownProblems = $derived.by(() =>
    this.#invalidPaths.filter((path) => this.task.form.problemAt(path) !== undefined),
  );

  constructor(kind: CreateKind) {
    const task = taskFromRoute(kind);
    const { form } = task;
    const isNew = task.purpose === 'new';
    this.task = task;
    this.addresses = setAddressAssist(new AddressAssist(form, (path) => void this.#continueFromAddress(path)));
    this.similar = isNew ? new SimilarWatch(form) : null;
    this.ownLabel = new OwnLabelCheck(form);
    this.#senseCheck = new SenseCheck(task);
    this.#declarationPrefill = DeclarationPrefill.create(task, () => void this.#continueFromAddress(null));
    $effect(() => {
      // the effect runs after each read of the form
      void form.body;
      untrack(() => {
        this.similar?.refresh();
        this.ownLabel.refresh();
      });
    });
    $effect(() => () => task.leaveForm());
    $effect(() => scanHandlers.register(createScanHandler(task, this.#declarationPrefill, this.goTo)));
    $effect(() => actions.register(lineActions(form, (lineToCopy) => (this.question = { lineToCopy }))));
    $effect(() => actions.register(this.#actionHandlers()));
    registerScaleInput(form, () => this.#parcelOnScale);
  }

  /** Identifies the parcel that a weight from the scale belongs to. */
  get #parcelOnScale(): string {
    return this.task.entry?.id ?? `new ${scale.savedParcels}`;
  }

  /** Fills the form and places the cursor. */
  openForm(): Promise<void> {
    const { task } = this;
    return bufferKeys(async () => {
      const focusBefore = document.activeElement;
      await task.loadForm();
      const [routeAction, routeValue] = route.segments;
      if (routeAction === 'new' && routeValue !== undefined && task.needsKey)
        task.form.enterText(task.form.keyPath, routeValue);
      const template = task.purpose === 'new' ? takePendingTemplate(task.form.endpoint) : null;
      if (template) await fillFromTemplate(task, template);
      if (routeAction === 'like' && routeValue !== undefined) await startFromEntry(task, routeValue);
      task.isFilled = true;
      // a person has moved the cursor to another field meanwhile, where it stays
      if (document.activeElement !== focusBefore && this.formElement?.contains(document.activeElement)) return true;
      return this.goTo((task.purpose === 'mend' ? task.firstFieldToFix() : undefined) ?? task.firstPath);
    });
  }

  readonly save = (draft: boolean, decided = false): Promise<void> =>
    bufferKeys(() => this.#checkAndSave(draft, decided));

  readonly goTo = async (path: string): Promise<true> => {
    // the problem may concern a whole section
    if (!(await this.task.form.position.focusPath(path)))
      document.querySelector<HTMLElement>(`[id^="field-${CSS.escape(path)}"]`)?.focus();
    return true;
  };

  /** Handles Enter: moves to the next field, skipping carried-over fields that need no confirmation. */
  handleEnter(event: KeyboardEvent): void {
    const { target } = event;
    const { formElement } = this;
    if (event.key !== 'Enter' || holdsCtrl(event) || event.altKey || event.isComposing || !formElement) return;
    const isSingleLine = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
    // in a multi-line field Shift+Enter inserts a line
    if (!isSingleLine && (event.shiftKey || !(target instanceof HTMLTextAreaElement))) return;
    event.preventDefault();
    const isCarriedOver = (path: string) => this.task.form.fieldsToReconfirm.isCarriedOver(path);
    if (
      !this.addresses.handleEnter(pathOfFocus()) &&
      this.#declarationPrefill?.handleEnter() !== true &&
      !focusNext(formElement, target, isCarriedOver)
    )
      this.focusSave();
  }

  /** Moves the focus past the last field, to the save button. */
  readonly focusSave = (): void => this.formElement?.querySelector<HTMLElement>('[data-save] button')?.focus();

  readonly clear = (): void => {
    this.task.clearForm();
    this.addresses.addressFill.clear();
    this.task.form.position.clear();
  };

  async #checkAndSave(draft: boolean, decided: boolean): Promise<boolean> {
    const { task } = this;
    await task.form.pendingAutocomplete.whenDone();
    if (task.isWithinSaveCooldown) return false;
    if (!draft && this.addresses.requestReview()) return false;
    const lacks = this.#senseCheck.unconfirmedLacks(draft);
    const labelProblems = this.#senseCheck.isActive(draft) ? await this.ownLabel.problemsBeforeSave() : [];
    if (lacks.length + labelProblems.length > 0) {
      const save = () => {
        this.#senseCheck.confirmLacks(lacks.map(({ part }) => part));
        this.ownLabel.confirmLabel();
        return this.save(draft, decided);
      };
      this.question = { lacks, labelProblems, save };
      return false;
    }
    if (!draft && (await this.similar?.mustAsk())) return false;
    task.form.onFieldCompleted(pathOfFocus());
    const isSaved = await task.save(draft, decided);
    await tick();
    if (!isSaved) {
      const firstProblem = this.shownProblems[0];
      if (firstProblem !== undefined) await this.goTo(firstProblem);
      return false;
    }
    scale.endParcel(this.#parcelOnScale);
    this.task.form.position.clear();
    this.addresses.addressFill.clear();
    this.similar?.clear();
    this.#senseCheck.clear();
    this.ownLabel.clear();
    if (task.purpose === 'new') return this.goTo(task.firstPath);
    route.go('outbox', task.lastSaved?.id ?? '');
    return false;
  }

  /** Moves the cursor to a field of the address to be checked, or with null past the address to the goods. */
  async #continueFromAddress(path: string | null): Promise<void> {
    const { form } = this.task;
    const nextPath = path ?? pathAfterList(form, undefined, (list) => form.position.shownLineOf(list));
    if (nextPath === undefined) this.focusSave();
    else await this.goTo(nextPath);
  }

  #nextProblem(): void {
    const { form } = this.task;
    form.readForm();
    form.hasTriedSave = true;
    const nextPath = pathAfterFocus(this.#invalidPaths);
    if (nextPath !== undefined) void this.goTo(nextPath);
  }

  #actionHandlers(): ActionHandlers {
    const { task } = this;
    const isNew = task.purpose === 'new';
    return {
      save: () => this.save(false),
      ...(task.needsDecision() ? { 'save-decided': () => this.save(false, true) } : {}),
      ...(isNew ? { park: () => this.save(true) } : {}),
      'next-problem': () => this.#nextProblem(),
      ...(isNew ? createStartHandlers(task, this.goTo, (dialog) => (this.question = dialog)) : {}),
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
  const [name, id] = route.segments;
  const purpose = formPurposes.find((one) => one === name);
  return purpose && purpose !== 'new' && id !== undefined
    ? new OrderTask(kind, purpose, id)
    : new OrderTask(kind, 'new', null);
}
