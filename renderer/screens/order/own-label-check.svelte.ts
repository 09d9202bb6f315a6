import type { LabelProblem } from '../../../shared/labels/label-layout.ts';
import type { LabelPreview } from '../../../shared/labels/label-lists.ts';
import { isLabelAddress, ownLabelsIn, type OwnLabelText } from '../../../shared/labels/own-label.ts';
import { plainText } from '../../../shared/labels/plain-text.ts';
import { choices } from '../../choices/choices.svelte.ts';
import type { OrderForm } from '../../forms/order-form.svelte.ts';
import { throttle } from '../../state/throttle.ts';
import { ask } from '../../transport/desk.ts';

/** minimum interval between checks while the form is edited */
const minIntervalMs = 400;
/** how long a save waits for the check of the label: drawing a large one takes a second */
const maxWaitMs = 2000;

/**
 * The own label of an order, as it would be printed. It is drawn as soon as it is typed or pasted, so that a label that
 * cannot be printed is corrected now and not when the parcel is on the scale. After a person saves it anyway, it is not
 * asked about again.
 */
export class OwnLabelCheck {
  preview = $state.raw<LabelPreview | null>(null);
  /** the fields contain the label itself, not an address */
  hasPicture = $state(false);
  readonly #form: OrderForm;
  #checkedLabels: readonly OwnLabelText[] = [];
  #pendingCheck: Promise<void> = Promise.resolve();
  #confirmedPreview: LabelPreview | null = null;
  /** body text of an order without an own label: as last checked, and as confirmed by a person */
  #checkedText = '';
  #confirmedText: string | null = null;

  constructor(form: OrderForm) {
    this.#form = form;
  }

  /** Called after each read of the form. */
  readonly refresh = throttle(async () => this.#startCheck(), minIntervalMs);

  /** Called before a save: the problems that keep the label from being printed. */
  async problemsBeforeSave(): Promise<readonly LabelProblem[]> {
    if (ownLabelsIn(this.#form.body).length === 0) return this.#missingGlyphs();
    await Promise.race([this.#startCheck(), new Promise((resolve) => setTimeout(resolve, maxWaitMs))]);
    return this.preview === this.#confirmedPreview ? [] : this.problems;
  }

  get problems(): readonly LabelProblem[] {
    return this.preview?.problems.filter(({ stops }) => stops) ?? [];
  }

  /**
   * Characters that no label font has, such as emoji in a name, by the field they were typed in. The engine finds them
   * by laying out the label; a service that draws its own label has no more fonts. Texts that every font covers are not
   * checked.
   */
  async #missingGlyphs(): Promise<readonly LabelProblem[]> {
    const { body } = this.#form;
    const bodyText = JSON.stringify(body);
    this.#checkedText = bodyText;
    if (bodyText === this.#confirmedText || plainText.test(bodyText)) return [];
    const timeout = new Promise<null>((resolve) => setTimeout(() => resolve(null), maxWaitMs));
    const answer = await Promise.race([ask('labels.draft', { body, operator: choices.operator }), timeout]);
    if (!answer?.ok) return [];
    return answer.value.problems
      .filter(({ kind, stops }) => kind === 'missing-glyph' && stops)
      .map((problem) => ({
        ...problem,
        field: problem.field.replace(/^recipient\b/, 'ShipToAddress').replace(/^sender\b/, 'Sender'),
      }));
  }

  /** Called when a person confirmed the label as it is. */
  confirmLabel(): void {
    this.#confirmedText = this.#checkedText;
    this.#confirmedPreview = this.preview;
  }

  /** Called when the form starts over. */
  clear(): void {
    this.#confirmedText = null;
    this.#confirmedPreview = null;
  }

  #startCheck(): Promise<void> {
    const texts = ownLabelsIn(this.#form.body);
    if (!hasSameLabels(texts, this.#checkedLabels)) {
      this.#checkedLabels = texts;
      this.#pendingCheck = this.#drawPreview(texts);
    }
    return this.#pendingCheck;
  }

  async #drawPreview(texts: readonly OwnLabelText[]): Promise<void> {
    this.preview = null;
    if (texts.length === 0) return;
    const body = { Package: Object.fromEntries(texts.map(({ field, text }) => [field, text])) };
    const answer = await ask('labels.draft', { body, operator: choices.operator });
    if (texts !== this.#checkedLabels) return;
    this.hasPicture = !texts.some(isLabelAddress);
    if (answer.ok) this.preview = answer.value;
  }
}

const hasSameLabels = (labels: readonly OwnLabelText[], otherLabels: readonly OwnLabelText[]): boolean =>
  labels.length === otherLabels.length &&
  labels.every(({ field, text }, index) => otherLabels[index]?.field === field && otherLabels[index].text === text);
