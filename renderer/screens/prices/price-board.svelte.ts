import type { PriceRequest } from '../../../shared/contract/price-answers.ts';
import { PriceRequestForm, type PriceEndpoint } from './price-question.svelte.ts';

export const priceSortOrders = ['byPrice', 'byTime'] as const;
export type PriceSortOrder = (typeof priceSortOrders)[number];

/** The price calculator: both requests, and how their answers are shown. */
class PriceBoard {
  endpoint = $state<PriceEndpoint>(17);
  sortOrder = $state<PriceSortOrder>('byPrice');
  readonly questions = { 14: new PriceRequestForm(14), 17: new PriceRequestForm(17) };

  get question(): PriceRequestForm {
    return this.questions[this.endpoint];
  }

  switchEndpoint(): void {
    this.endpoint = this.endpoint === 17 ? 14 : 17;
  }

  switchSortOrder(): void {
    this.sortOrder = this.sortOrder === 'byPrice' ? 'byTime' : 'byPrice';
  }

  /** Fills in the pricing request derived from an entry or form, and sends it if nothing is missing. */
  async price({ endpoint, body }: PriceRequest, from: string): Promise<void> {
    this.endpoint = endpoint;
    const question = this.questions[endpoint];
    await question.load();
    question.fill(body, from);
    question.ask();
  }
}

export const priceBoard = new PriceBoard();
