import { borrowsKey } from '../../../shared/creates/create-kinds.ts';
import { choices } from '../../choices/choices.svelte.ts';
import type { CreateForm } from '../../forms/create-form.svelte.ts';
import { withReplacementSuffix, getsGeneratedKey } from '../../forms/desk-number.ts';
import { stickyFields, textsOfBody } from '../../forms/form-fields.ts';
import { desk } from '../../state/desk-watch.svelte.ts';
import { reservedNumbers } from '../../state/reserved-numbers.ts';
import { ask } from '../../transport/desk.ts';

/** Initial values of a new entry: a package number of this desk, and the fields that rarely change. */
export class EntryDefaults {
  readonly #form: CreateForm;
  #lastTexts: ReadonlyMap<string, string> = new Map();
  /** the number reserved for this form and not used yet */
  #reservedNumber: string | undefined;

  constructor(form: CreateForm) {
    this.#form = form;
  }

  /** Loads what `fill` needs; later calls to `fill` have it at once. */
  async load(): Promise<void> {
    const { endpoint } = this.#form;
    if (desk.settings === null) {
      const settings = await ask('settings.get', {});
      if (settings.ok) desk.settings ??= settings.value;
    }
    const sticky = stickyFields(this.#form.fields).length > 0;
    const operator = choices.operator;
    const [own, last] = await Promise.all([
      this.#generatesKey ? reservedNumbers.take() : undefined,
      sticky ? ask('entries.last', { endpoint, ...(operator !== '' && { operator }) }) : null,
    ]);
    this.#reservedNumber ??= own;
    if (last?.ok === true && last.value.last) this.noteLastBody(last.value.last.request.body);
  }

  /** Notes the body of the last entry of this kind. */
  noteLastBody(body: unknown): void {
    this.#lastTexts = textsOfBody(body, choices.locale);
  }

  /** Fills the empty fields. */
  fill(): void {
    const form = this.#form;
    const isEmpty = (path: string) => form.textAt(path).trim() === '';
    if (this.#generatesKey && isEmpty(this.#form.keyPath))
      this.#prefillNumber((this.#reservedNumber ??= reservedNumbers.takeNow()));
    if (desk.settings?.offerLast === false) return;
    for (const path of stickyFields(this.#form.fields)) {
      const before = this.#lastTexts.get(path) ?? '';
      if (before !== '' && isEmpty(path)) form.prefill(path, before, 'carried');
    }
  }

  /**
   * Sets the key of a copy: a new number of this desk if it generates them; for a declaration the key of the order that
   * replaced the declared one; otherwise the old key with an incremented suffix.
   */
  async newKey(): Promise<void> {
    const old = this.#form.textAt(this.#form.keyPath);
    this.#form.prefill(this.#form.keyPath, withReplacementSuffix(old), 'own');
    if (this.#generatesKey) await this.renewNumber();
    if (!borrowsKey(this.#form.endpoint)) return;
    const key = await latestReplacementKey(old);
    if (key !== undefined) this.#form.prefill(this.#form.keyPath, key, 'order');
  }

  /** Replaces the key by another number of this desk. */
  async renewNumber(): Promise<void> {
    const markNumberUsed = this.#reservedNumber;
    this.#reservedNumber = await reservedNumbers.take();
    this.#prefillNumber(this.#reservedNumber);
    if (markNumberUsed !== undefined && markNumberUsed !== this.#reservedNumber)
      reservedNumbers.returnNumber(markNumberUsed);
  }

  /** The number now belongs to a saved entry. */
  used(): void {
    this.#reservedNumber = undefined;
  }

  /** Returns the unused number when an empty form is left. */
  releaseNumber(): void {
    if (this.#reservedNumber !== undefined) reservedNumbers.returnNumber(this.#reservedNumber);
    this.#reservedNumber = undefined;
  }

  get #generatesKey(): boolean {
    return getsGeneratedKey(this.#form.endpoint) && desk.settings?.ownNumbers !== false;
  }

  #prefillNumber(own: string | undefined): void {
    if (own !== undefined) this.#form.prefill(this.#form.keyPath, own, 'own');
  }
}

/** upper bound against cycles; a counter never replaces one order this often */
const maxReplacements = 50;

/** The key of the latest order in the chain of replacements of this key; undefined if it was not replaced. */
async function latestReplacementKey(key: string): Promise<string | undefined> {
  const meant = await ask('scan.find', { text: key });
  const entries = meant.ok && meant.value.is === 'entry' ? meant.value.entries : [];
  let id = entries.find((entry) => entry.key === key && !borrowsKey(entry.endpoint))?.id;
  let found: string | undefined;
  for (let step = 0; id !== undefined && step < maxReplacements; step++) {
    const entry = await ask('entries.get', { id });
    const next = entry.ok ? entry.value.inItsPlace : null;
    found = next?.key ?? found;
    id = next?.id;
  }
  return found;
}
