import type { PriceRequest } from '../../../shared/contract/price-answers.ts';
import { PriceQuestion, type PriceEndpoint } from './price-question.svelte.ts';

export const priceOrders = ['byPrice', 'byTime'] as const;
export type PriceOrder = (typeof priceOrders)[number];

/** The price calculator: both requests, and how their answers are shown. */
class PriceBoard {
  side = $state<PriceEndpoint>(17);
  order = $state<PriceOrder>('byPrice');
  readonly questions = { 14: new PriceQuestion(14), 17: new PriceQuestion(17) };

  get question(): PriceQuestion {
    return this.questions[this.side];
  }

  switchSide(): void {
    this.side = this.side === 17 ? 14 : 17;
  }

  switchOrder(): void {
    this.order = this.order === 'byPrice' ? 'byTime' : 'byPrice';
  }

  /** Fills in the pricing request derived from an entry or form, and sends it if nothing is missing. */
  async take({ endpoint, body }: PriceRequest, from: string): Promise<void> {
    this.side = endpoint;
    const question = this.questions[endpoint];
    await question.load();
    question.fill(body, from);
    question.ask();
  }
}

export const priceBoard = new PriceBoard();
