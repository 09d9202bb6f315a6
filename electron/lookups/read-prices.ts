import { compareDecimals, currencyTotals, readDecimal, type CurrencyTotal } from '../../shared/text/exact-decimal.ts';
import type { PriceAnswer, PricedService } from '../../shared/contract/price-answers.ts';
import { valueAt } from '../../shared/service/value-at.ts';
import { flagAt } from '../sync/record-field.ts';
import { decimalAt, recordsAt, wordsAt, wordsOf } from './field-words.ts';

/** Converts a pricing result (of endpoints 14 and 17) for screens. */
export function readPrice(result: Record<string, unknown>): PricedService {
  const charges = valueAt(result, ['ChargeInfo']);
  const detail = recordsAt(charges, 'Detail').map((charge) => ({
    ...wordsOf(charge, ['ChargeName', 'Remark', 'Currency']),
    Amount: decimalAt(charge, 'Amount'),
  }));
  const summary = currencyTotals(recordsAt(charges, 'Summary').map(amountOf));
  const details = currencyTotals(detail);
  const times = valueAt(result, ['LogisticsTimes']);
  const total = currencyTotals([amountOf(valueAt(result, ['TotalCharge']))]).totals[0];
  return {
    ...wordsOf(result, ['ServiceCode', 'ServiceName', 'Message']),
    Success: flagAt(result, 'Success'),
    summary: summary.totals,
    detail,
    detailTotals: details.totals,
    unread: summary.unread + details.unread,
    TotalCharge: total ?? null,
    Min: decimalAt(times, 'Min'),
    Max: decimalAt(times, 'Max'),
  };
}

const amountOf = (amount: unknown) => ({
  Amount: decimalAt(amount, 'Amount') ?? undefined,
  Currency: wordsAt(amount, 'Currency'),
});

/** Sort orders of services: those with a price first, compared within one currency; then those that fail. */
export function priceOrders(services: readonly PricedService[]): Pick<PriceAnswer, 'byPrice' | 'byTime'> {
  const places = services.map((_, place) => place);
  const prices = services.map(priceOf);
  const fails = services.map(({ Success }) => Success === false);
  const currencies = currencyRanks(prices.filter((_, place) => !fails[place]));
  const byPrice = (one: number, other: number): number => {
    const [a, b] = [prices[one], prices[other]];
    if (!a || !b) return Number(!a) - Number(!b);
    const rank = (currencies.get(a.Currency) ?? 0) - (currencies.get(b.Currency) ?? 0);
    return rank || compareTexts(a.Amount, b.Amount);
  };
  const byTime = (one: number, other: number): number => {
    const [a, b] = [services[one], services[other]];
    return compareTexts(a?.Max ?? a?.Min, b?.Max ?? b?.Min) || compareTexts(a?.Min, b?.Min);
  };
  const sorted = (compare: (one: number, other: number) => number): number[] =>
    places.toSorted((one, other) => Number(fails[one]) - Number(fails[other]) || compare(one, other));
  return { byPrice: sorted(byPrice), byTime: sorted((one, other) => byTime(one, other) || byPrice(one, other)) };
}

/** The price by which a service is compared: one amount in one currency, or null. */
function priceOf({ TotalCharge, summary, detailTotals, unread }: PricedService): CurrencyTotal | null {
  if (TotalCharge) return TotalCharge;
  // A partial price would look low.
  if (unread > 0) return null;
  const totals = summary.length > 0 ? summary : detailTotals;
  return totals.length === 1 ? (totals[0] ?? null) : null;
}

function currencyRanks(prices: readonly (CurrencyTotal | null)[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const price of prices) if (price) counts.set(price.Currency, (counts.get(price.Currency) ?? 0) + 1);
  return new Map([...counts].sort(([, one], [, other]) => other - one).map(([currency], rank) => [currency, rank]));
}

/** Missing values come last. */
function compareTexts(one: string | null | undefined, other: string | null | undefined): number {
  const [a, b] = [readDecimal(one), readDecimal(other)];
  if (!a || !b) return Number(!a) - Number(!b);
  return compareDecimals(a, b);
}
