/**
 * Values around "Decimal digits,places": the number of digits in total, and of those after the point. Values that
 * doubles cannot distinguish are omitted, except in `blurred`.
 */
export type DecimalEdges = {
  fits: readonly number[];
  tooManyDecimals: readonly number[];
  tooManyDigits: readonly number[];
  blurred: readonly { value: number; written: string }[];
};

/** Some of them, times 100, are not whole numbers in binary. */
const twoPlaces = [0, 0.01, 0.1, 1, 0.29, 0.57, 1.1, 1.15, 4.35, 8.2, 33.33, 100000.07, 999999.9, 999999.99];
const threePlaces = [1.234, 0.001, 0.005, 1.005, 123.456, 0.0000001, -1.234];

const edges: Record<string, DecimalEdges> = {
  '8,2': {
    fits: [...twoPlaces, 999999],
    tooManyDecimals: [...threePlaces, 999999.995, 999999.991, 123456.789],
    tooManyDigits: [1000000, 1000000.01, 1000000.5, 9999999.9, 10000000, 1e21, 1.7976931348623157e308, -1000000],
    blurred: [],
  },
  '18,2': {
    fits: [...twoPlaces, 1000000, 12345678901234.56, 99999999999999.98, 9007199254740991, 9999999999999998],
    tooManyDecimals: [...threePlaces, 123456789.123],
    tooManyDigits: [10000000000000002, 1e17, 1e18, 1e21, 1.7976931348623157e308, -1e17],
    blurred: [{ value: 1e16, written: '9999999999999999.99' }],
  },
};

export const decimalEdges = (digits: number, places: number): DecimalEdges => {
  const found = edges[`${digits},${places}`];
  if (!found) throw new Error(`No edges are written for Decimal ${digits},${places}`);
  return found;
};
