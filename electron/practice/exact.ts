/** Exact arithmetic on decimals as whole hundredths, so that sums of charges are right to the cent. */
export type Hundredths = bigint;

/** A number of the contract's ranges (at most 1000000 in size), rounded to hundredths. */
export const hundredths = (value: number): Hundredths => BigInt(value.toFixed(2).replace('.', ''));

/** Whole hundredths as the number that JSON shows with two decimals; exact up to 2^53 hundredths. */
export const numberOf = (value: Hundredths): number => Number(value) / 100;

/** Division that rounds up, for amounts not below zero. */
export const dividedUp = (value: bigint, by: bigint): bigint => (value + by - 1n) / by;
