import type { PriceAnswer, PriceRequest, PricedService } from '../../../shared/contract/lookup-answers.ts';
import { sizeFields } from '../../../shared/creates/form/form-fields.ts';
import { compareDecimals, readDecimal, type CurrencyTotal } from '../../../shared/text/exact-decimal.ts';
import type { FormFields } from '../../forms/form-fields.ts';
import type { DeferReading } from '../../forms/order-form.svelte.ts';
import { ScreenForm } from '../../forms/screen-form.svelte.ts';
import { Lookup } from '../../lookups/lookup.svelte.ts';
import { route } from '../../state/route.svelte.ts';
import { throttle } from '../../state/throttle.ts';
import { toasts } from '../../state/toasts.svelte.ts';
import { sayProblem, t } from '../../texts/say.svelte.ts';
import { ask } from '../../transport/desk.ts';

/** Form of the request to endpoint 14. */
export const inboundPriceFields: FormFields = {
  endpoint: 14,
  first: [
    { name: 'destination', fields: ['WarehouseId', 'LocationId'] },
    { name: 'services', fields: ['ServiceCode', 'IsCustomsClearance', 'IsBorrowTaxNo', 'IncludeUnsuccessful'] },
  ],
  choices: [],
  lists: [
    {
      name: 'boxes',
      list: 'Boxes',
      columns: ['Quantity', 'Weight', ...sizeFields],
      more: [],
      piecesColumn: 'Quantity',
      weightColumn: 'Weight',
      isWeightPerPiece: true,
    },
  ],
  folded: [],
  foldedLists: [],
};

/** Form of the request to endpoint 17. */
export const outboundPriceFields: FormFields = {
  endpoint: 17,
  first: [
    { name: 'parcel', fields: ['Weight', ...sizeFields] },
    { name: 'route', fields: ['WarehouseId', 'Country', 'Postcode', 'City', 'Province', 'Address'] },
    { name: 'services', fields: ['ServiceCode', 'IncludeUnsuccessful'] },
  ],
  choices: [],
  lists: [],
  folded: [],
  foldedLists: [],
};

export type PriceEndpoint = 14 | 17;

const procedures = { 14: 'prices.inbound', 17: 'prices.outbound' } as const;
const formFields: Record<PriceEndpoint, FormFields> = { 14: inboundPriceFields, 17: outboundPriceFields };
const readIntervalMs = 80;

/** A pricing request as typed, and the answer to the last one sent. It outlives the screen. */
export class PriceRequestForm {
  readonly endpoint: PriceEndpoint;
  readonly form: ScreenForm;
  readonly lookup = new Lookup<PriceAnswer>();
  /** key of the entry it was filled from */
  sourceKey = $state<string | null>(null);
  #requestedBody = $state('');
  #initialTexts = '';
  #loading: Promise<void> | null = null;

  constructor(endpoint: PriceEndpoint) {
    this.endpoint = endpoint;
    const deferSettle: DeferReading = (settle) => throttle(() => Promise.resolve(settle()), readIntervalMs);
    this.form = new ScreenForm(formFields[endpoint], `prices/${endpoint}`, deferSettle);
  }

  /** Whether the form changed since the last request, so that the answer no longer applies to it. */
  get hasChanged(): boolean {
    return this.lookup.answer !== null && JSON.stringify(this.form.body) !== this.#requestedBody;
  }

  get firstPath(): string {
    return this.form.fields.first[0]?.fields[0] ?? '';
  }

  /** Restores unsaved input the first time it is called. */
  async load(): Promise<void> {
    this.#loading ??= this.#restoreInput();
    await this.#loading;
    // nothing was typed, so on return no field counts as visited
    if (JSON.stringify([...this.form.texts]) === this.#initialTexts) this.form.clearVisited();
  }

  async #restoreInput(): Promise<void> {
    this.form.startFrom({ IncludeUnsuccessful: true });
    this.#initialTexts = JSON.stringify([...this.form.texts]);
    const initialSnapshot = JSON.stringify(this.form.takeSnapshot());
    const unsavedInput = await this.form.autosave.load();
    // a late answer must not overwrite input made meanwhile
    if (unsavedInput && this.sourceKey === null && JSON.stringify(this.form.takeSnapshot()) === initialSnapshot)
      this.form.restore(unsavedInput);
    // input typed while loading has not been stored
    this.form.changedTexts.reset();
    this.form.autosave.start();
  }

  /** Fills the form with the request derived from an entry. */
  fillFrom(body: Record<string, unknown>, sourceKey: string): void {
    this.form.startFrom(body);
    this.form.position.clear();
    this.form.autosave.schedule();
    this.sourceKey = sourceKey;
  }

  clear(): void {
    this.form.startFrom({ IncludeUnsuccessful: true });
    this.form.position.clear();
    this.form.autosave.schedule();
    this.sourceKey = null;
  }

  /** Sends the request in the form; returns false if it is not valid yet. */
  send(): boolean {
    this.form.readForm();
    this.form.hasTriedSave = true;
    if (this.form.issues.size > 0) return false;
    const { body } = this.form;
    this.#requestedBody = JSON.stringify(body);
    this.lookup.ask({
      load: (mode) => ask(procedures[this.endpoint], { body, mode }),
      isFresh: ({ fresh: fresh }) => fresh,
    });
    return true;
  }
}

export const priceSortOrders = ['byPrice', 'byTime'] as const;
export type PriceSortOrder = (typeof priceSortOrders)[number];

/** The price calculator: both requests, and how their answers are shown. */
class PriceBoard {
  endpoint = $state<PriceEndpoint>(17);
  sortOrder = $state<PriceSortOrder>('byPrice');
  readonly requestForms = { 14: new PriceRequestForm(14), 17: new PriceRequestForm(17) };

  get requestForm(): PriceRequestForm {
    return this.requestForms[this.endpoint];
  }

  switchEndpoint(): void {
    this.endpoint = this.endpoint === 17 ? 14 : 17;
  }

  switchSortOrder(): void {
    this.sortOrder = this.sortOrder === 'byPrice' ? 'byTime' : 'byPrice';
  }

  /** Fills in the pricing request derived from an entry or form, and sends it if nothing is missing. */
  async requestPrices({ endpoint, body }: PriceRequest, sourceKey: string): Promise<void> {
    this.endpoint = endpoint;
    const requestForm = this.requestForms[endpoint];
    await requestForm.load();
    requestForm.fillFrom(body, sourceKey);
    requestForm.send();
  }
}

export const priceBoard = new PriceBoard();

/** Price of a service: its stated total, otherwise its summary, otherwise the sum of its charges. */
export function priceOf({ TotalCharge, summary, detailTotals }: PricedService): readonly CurrencyTotal[] {
  if (TotalCharge) return [TotalCharge];
  return summary.length > 0 ? summary : detailTotals;
}

/** Currencies in which the service's summary differs from the sum of its charges; incomplete charges prove nothing. */
export function differingTotals({ summary, detail, detailTotals, unread }: PricedService): CurrencyTotal[] {
  if (detail.length === 0 || summary.length === 0 || unread > 0) return [];
  return detailTotals.filter(({ Currency, Amount }) => {
    const stated = summary.find((total) => total.Currency === Currency);
    const [one, other] = [readDecimal(stated?.Amount), readDecimal(Amount)];
    return !one || !other || compareDecimals(one, other) !== 0;
  });
}

/** Requests prices for an entry of this desk. */
export async function priceEntry(id: string): Promise<void> {
  const entryAnswer = await ask('entries.get', { id });
  const request = await ask('prices.fromEntry', { id });
  if (!request.ok) toasts.show(() => sayProblem(request.problem), 'no');
  else await priceBoard.requestPrices(request.value, entryAnswer.ok ? entryAnswer.value.key : id);
}

/** Requests prices for an open form, saved or not, and shows them. `key` may still be empty. */
export async function priceForm(endpoint: number, body: Record<string, unknown>, key: string): Promise<void> {
  const request = await ask('prices.fromBody', { endpoint, body });
  if (!request.ok) {
    toasts.show(() => sayProblem(request.problem), 'no');
    return;
  }
  await priceBoard.requestPrices(request.value, key === '' ? t().prices.openForm : key);
  route.go('prices');
}
