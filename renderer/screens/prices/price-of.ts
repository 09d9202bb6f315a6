import { compareDecimals, readDecimal, type CurrencyTotal } from '../../../shared/text/exact-decimal.ts';
import type { PricedService } from '../../../shared/contract/price-answers.ts';

/** What a service costs: as it says itself in one amount, else as it sums it up, else what its charges add up to. */
export function priceOf({ TotalCharge, summary, detailTotals }: PricedService): readonly CurrencyTotal[] {
  if (TotalCharge) return [TotalCharge];
  return summary.length > 0 ? summary : detailTotals;
}

/** Currencies in which what the service sums up is not what its charges add up to; charges that it does not list prove nothing. */
export function differingTotals({ summary, detail, detailTotals, unread }: PricedService): CurrencyTotal[] {
  if (detail.length === 0 || summary.length === 0 || unread > 0) return [];
  return detailTotals.filter(({ Currency, Amount }) => {
    const stated = summary.find((total) => total.Currency === Currency);
    const [one, other] = [readDecimal(stated?.Amount), readDecimal(Amount)];
    return !one || !other || compareDecimals(one, other) !== 0;
  });
}
