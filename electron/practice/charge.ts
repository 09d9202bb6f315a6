import { numberOf, type Hundredths } from './exact.ts';

/** One charge of a price. */
export interface Charge {
  Currency: string;
  amount: Hundredths;
  ChargeName: string;
  Remark: string;
}

/** Charges in the format of a price: the details, and their sum per currency. */
export function chargeInfo(charges: readonly Charge[]) {
  const sums = new Map<string, Hundredths>();
  for (const { Currency, amount } of charges) sums.set(Currency, (sums.get(Currency) ?? 0n) + amount);
  return {
    Summary: [...sums].map(([Currency, sum]) => ({ Currency, Amount: numberOf(sum) })),
    Detail: charges.map(({ Currency, amount, ChargeName, Remark }) => ({
      Currency,
      Amount: numberOf(amount),
      ChargeName,
      Remark,
    })),
  };
}
