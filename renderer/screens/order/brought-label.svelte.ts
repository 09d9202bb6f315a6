import type { LabelPreview } from '../../../shared/labels/label-lists.ts';
import type { LabelProblem } from '../../../shared/labels/label-layout.ts';
import { isAtAddress, ownLabelsIn, type OwnLabelText } from '../../../shared/labels/own-label.ts';
import type { OrderForm } from '../../forms/order-form.svelte.ts';
import { choices } from '../../state/choices.svelte.ts';
import { soon } from '../../state/soon.ts';
import { ask } from '../../transport/desk.ts';

/** a form is looked at this often while it is typed in */
const restMs = 400;
/** printable ASCII: no order of it has to be looked at before it is saved */
const everyFontHas = /^[ -~]*$/;
/** how long a save waits for what is known of the label: a large one takes a second to draw */
const waitMs = 2000;

/**
 * A label that the order brings along, as it would come out. It is drawn as soon as it is typed or pasted, so that one that cannot be
 * printed is corrected now and not when the parcel stands on the scale; who saved it all the same is not asked about it again.
 */
export class BroughtLabel {
  shown = $state.raw<LabelPreview | null>(null);
  /** the texts hold it, and none of them only says where it is */
  hasPicture = $state(false);
  readonly #form: OrderForm;
  #askedFor: readonly OwnLabelText[] = [];
  #asked: Promise<void> = Promise.resolve();
  #meant: LabelPreview | null = null;
  /** an order without a label of its own, as it was typed when it was looked at last, and as a person means it */
  #typed = '';
  #meantText: string | null = null;

  constructor(form: OrderForm) {
    this.#form = form;
  }

  /** Called whenever the form was read. */
  readonly refresh = soon(async () => this.#ask(), restMs);

  /** Before a save: why the label cannot be printed as it is. */
  async asks(): Promise<readonly LabelProblem[]> {
    if (ownLabelsIn(this.#form.body).length === 0) return this.#unprintable();
    await Promise.race([this.#ask(), new Promise((done) => setTimeout(done, waitMs))]);
    return this.shown === this.#meant ? [] : this.problems;
  }

  get problems(): readonly LabelProblem[] {
    return this.shown?.problems.filter(({ stops }) => stops) ?? [];
  }

  /**
   * What no font of the label has, as an emoji in a name, by where it was typed. The engine says so, by laying out the label that it would
   * print; a service that draws the label of the order itself has no more fonts. It is not asked about texts that every font has.
   */
  async #unprintable(): Promise<readonly LabelProblem[]> {
    const { body } = this.#form;
    const typed = JSON.stringify(body);
    this.#typed = typed;
    if (typed === this.#meantText || everyFontHas.test(typed)) return [];
    const late = new Promise<null>((done) => setTimeout(() => done(null), waitMs));
    const answer = await Promise.race([ask('labels.draft', { body, operator: choices.operator }), late]);
    if (!answer?.ok) return [];
    return answer.value.problems
      .filter(({ kind, stops }) => kind === 'missing-glyph' && stops)
      .map((one) => ({
        ...one,
        field: one.field.replace(/^recipient\b/, 'ShipToAddress').replace(/^sender\b/, 'Sender'),
      }));
  }

  /** A person means it so. */
  means(): void {
    this.#meantText = this.#typed;
    this.#meant = this.shown;
  }

  /** The form begins anew. */
  clear(): void {
    this.#meantText = null;
    this.#meant = null;
  }

  #ask(): Promise<void> {
    const texts = ownLabelsIn(this.#form.body);
    if (!isSame(texts, this.#askedFor)) {
      this.#askedFor = texts;
      this.#asked = this.#look(texts);
    }
    return this.#asked;
  }

  async #look(texts: readonly OwnLabelText[]): Promise<void> {
    this.shown = null;
    if (texts.length === 0) return;
    const body = { Package: Object.fromEntries(texts.map(({ field, text }) => [field, text])) };
    const answer = await ask('labels.draft', { body, operator: choices.operator });
    if (texts !== this.#askedFor) return;
    this.hasPicture = !texts.some(isAtAddress);
    if (answer.ok) this.shown = answer.value;
  }
}

const isSame = (some: readonly OwnLabelText[], others: readonly OwnLabelText[]): boolean =>
  some.length === others.length &&
  some.every(({ field, text }, at) => others[at]?.field === field && others[at].text === text);
