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

  /** Loads what `fillEmptyFields` needs, which then fills without waiting. */
  async loadDefaults(): Promise<void> {
    const { endpoint } = this.#form;
    if (desk.settings === null) {
      const answer = await ask('settings.get', {});
      if (answer.ok) desk.settings ??= answer.value;
    }
    const hasStickyFields = stickyFields(this.#form.fields).length > 0;
    const operator = choices.operator;
    const [number, lastAnswer] = await Promise.all([
      this.#generatesKey ? reservedNumbers.take() : undefined,
      hasStickyFields ? ask('entries.last', { endpoint, ...(operator !== '' && { operator }) }) : null,
    ]);
    this.#reservedNumber ??= number;
    if (lastAnswer?.ok === true && lastAnswer.value.last) this.rememberLastBody(lastAnswer.value.last.request.body);
  }

  /** Remembers the body of the last entry of this kind. */
  rememberLastBody(body: unknown): void {
    this.#lastTexts = textsOfBody(body, choices.locale);
  }

  /** Fills the empty fields. */
  fillEmptyFields(): void {
    const form = this.#form;
    const isEmpty = (path: string) => form.textAt(path).trim() === '';
    if (this.#generatesKey && isEmpty(this.#form.keyPath))
      this.#prefillNumber((this.#reservedNumber ??= reservedNumbers.takeNow()));
    if (desk.settings?.offerLast === false) return;
    for (const path of stickyFields(this.#form.fields)) {
      const lastText = this.#lastTexts.get(path) ?? '';
      if (lastText !== '' && isEmpty(path)) form.prefill(path, lastText, 'carried');
    }
  }

  /**
   * Sets the key of a copy: a new number of this desk if it generates them; for a declaration the key of the order that
   * replaced the declared one; otherwise the old key with an incremented suffix.
   */
  async setKeyOfCopy(): Promise<void> {
    const oldKey = this.#form.textAt(this.#form.keyPath);
    this.#form.prefill(this.#form.keyPath, withReplacementSuffix(oldKey), 'own');
    if (this.#generatesKey) await this.renewNumber();
    if (!borrowsKey(this.#form.endpoint)) return;
    const key = await latestReplacementKey(oldKey);
    if (key !== undefined) this.#form.prefill(this.#form.keyPath, key, 'order');
  }

  /** Replaces the key by another number of this desk. */
  async renewNumber(): Promise<void> {
    const previousNumber = this.#reservedNumber;
    this.#reservedNumber = await reservedNumbers.take();
    this.#prefillNumber(this.#reservedNumber);
    if (previousNumber !== undefined && previousNumber !== this.#reservedNumber)
      reservedNumbers.returnNumber(previousNumber);
  }

  /** Called when the number belongs to a saved entry. */
  markNumberUsed(): void {
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

  #prefillNumber(number: string | undefined): void {
    if (number !== undefined) this.#form.prefill(this.#form.keyPath, number, 'own');
  }
}

/** upper bound against cycles; a counter never replaces one order this often */
const maxReplacements = 50;

/** The key of the latest order in the chain of replacements of this key; undefined if it was not replaced. */
async function latestReplacementKey(key: string): Promise<string | undefined> {
  const answer = await ask('scan.find', { text: key });
  const entries = answer.ok && answer.value.is === 'entry' ? answer.value.entries : [];
  let id = entries.find((entry) => entry.key === key && !borrowsKey(entry.endpoint))?.id;
  let latestKey: string | undefined;
  for (let step = 0; id !== undefined && step < maxReplacements; step++) {
    const entryAnswer = await ask('entries.get', { id });
    const replacement = entryAnswer.ok ? entryAnswer.value.inItsPlace : null;
    latestKey = replacement?.key ?? latestKey;
    id = replacement?.id;
  }
  return latestKey;
}
