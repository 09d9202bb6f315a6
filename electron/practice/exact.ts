/** Exact decimal arithmetic in whole hundredths, so that sums of charges are right to the cent. */
export type Hundredths = bigint;

/** Converts a number of the contract's ranges (absolute value at most 1000000), rounded to hundredths. */
export const hundredths = (value: number): Hundredths => BigInt(value.toFixed(2).replace('.', ''));

/** Converts hundredths to a number, which JSON shows with at most two decimals; exact up to 2^53 hundredths. */
export const numberOf = (value: Hundredths): number => Number(value) / 100;

/** Division that rounds up, for non-negative amounts. */
export const dividedUp = (value: bigint, by: bigint): bigint => (value + by - 1n) / by;
