import { dividedUp, hundredths } from './exact.ts';

/**
 * Dimensions of one parcel or box. Units are not documented; practice uses grams and centimetres, as the desk does by
 * default.
 */
export interface ParcelSize {
  Weight: number;
  Length: number;
  Width: number;
  Height: number;
}

const volumeDivisor = 6n; // cubic centimetres charged like one gram

/** Charged weight in hundredths of a gram: actual or volumetric weight, whichever is greater. */
export function chargedGrams({ Weight, Length, Width, Height }: ParcelSize): bigint {
  const volume = hundredths(Length) * hundredths(Width) * hundredths(Height);
  const byVolume = dividedUp(volume, volumeDivisor * 10_000n);
  const byScale = hundredths(Weight);
  return byScale > byVolume ? byScale : byVolume;
}

/** Price of hundredths of a gram at a rate per kilogram, rounded up to the cent. */
export const freight = (grams: bigint, centsPerKilogram: bigint): bigint =>
  dividedUp(grams * centsPerKilogram, 100_000n);
