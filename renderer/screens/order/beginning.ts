import { borrowsKey } from '../../../shared/creates/create-kinds.ts';
import { stickyFields } from '../../forms/form-fields.ts';
import { withSuffix } from '../../forms/next-number.ts';
import type { CreateForm } from '../../forms/create-form.svelte.ts';
import { getsOwnKey } from '../../forms/own-key.ts';
import { textsOfBody } from '../../forms/texts-of-body.ts';
import { choices } from '../../state/choices.svelte.ts';
import { desk } from '../../state/desk-watch.svelte.ts';
import { ownNumbers } from '../../state/own-numbers.ts';
import { ask } from '../../transport/desk.ts';

/** Initial values of a new entry: a package number of this desk, and the fields that rarely change. */
export class Beginning {
  readonly #form: CreateForm;
  #last: ReadonlyMap<string, string> = new Map();
  /** the number reserved for this form and not used yet */
  #own: string | undefined;

  constructor(form: CreateForm) {
    this.#form = form;
  }

  /** Loads what `fill` needs; later calls to `fill` have it at once. */
  async ask(): Promise<void> {
    const { endpoint } = this.#form;
    if (desk.settings === null) {
      const settings = await ask('settings.get', {});
      if (settings.ok) desk.settings ??= settings.value;
    }
    const sticky = stickyFields(this.#form.fields).length > 0;
    const operator = choices.operator;
    const [own, last] = await Promise.all([
      this.#makesOwn ? ownNumbers.take() : undefined,
      sticky ? ask('entries.last', { endpoint, ...(operator !== '' && { operator }) }) : null,
    ]);
    this.#own ??= own;
    if (last?.ok === true && last.value.last) this.saw(last.value.last.request.body);
  }

  /** Notes the body of the last entry of this kind. */
  saw(body: unknown): void {
    this.#last = textsOfBody(body, choices.locale);
  }

  /** Fills the empty fields. */
  fill(): void {
    const form = this.#form;
    const isEmpty = (path: string) => form.textAt(path).trim() === '';
    if (this.#makesOwn && isEmpty(this.#form.keyPath)) this.#prefillOwn((this.#own ??= ownNumbers.takeNow()));
    if (desk.settings?.offerLast === false) return;
    for (const path of stickyFields(this.#form.fields)) {
      const before = this.#last.get(path) ?? '';
      if (before !== '' && isEmpty(path)) form.prefill(path, before, 'carried');
    }
  }

  /**
   * Sets the key of a copy: a new number of this desk if it generates them; for a declaration the key of the order that
   * replaced the declared one; otherwise the old key with an incremented suffix.
   */
  async newKey(): Promise<void> {
    const old = this.#form.textAt(this.#form.keyPath);
    this.#form.prefill(this.#form.keyPath, withSuffix(old), 'own');
    if (this.#makesOwn) await this.fresh();
    if (!borrowsKey(this.#form.endpoint)) return;
    const key = await keyInPlaceOf(old);
    if (key !== undefined) this.#form.prefill(this.#form.keyPath, key, 'order');
  }

  /** Replaces the key by another number of this desk. */
  async fresh(): Promise<void> {
    const used = this.#own;
    this.#own = await ownNumbers.take();
    this.#prefillOwn(this.#own);
    if (used !== undefined && used !== this.#own) ownNumbers.giveBack(used);
  }

  /** The number now belongs to a saved entry. */
  used(): void {
    this.#own = undefined;
  }

  /** Returns the unused number when an empty form is left. */
  giveBack(): void {
    if (this.#own !== undefined) ownNumbers.giveBack(this.#own);
    this.#own = undefined;
  }

  get #makesOwn(): boolean {
    return getsOwnKey(this.#form.endpoint) && desk.settings?.ownNumbers !== false;
  }

  #prefillOwn(own: string | undefined): void {
    if (own !== undefined) this.#form.prefill(this.#form.keyPath, own, 'own');
  }
}

/** upper bound against cycles; a counter never replaces one order this often */
const maxReplacements = 50;

/** The key of the latest order in the chain of replacements of this key; undefined if it was not replaced. */
async function keyInPlaceOf(key: string): Promise<string | undefined> {
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
