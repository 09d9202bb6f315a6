import { compareDecimals, readDecimal, type CurrencyTotal } from '../../../shared/text/exact-decimal.ts';
import type { PricedService } from '../../../shared/contract/price-answers.ts';

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
