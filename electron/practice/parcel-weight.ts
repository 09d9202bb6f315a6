import { dividedUp, hundredths } from './exact.ts';

/** Sizes of one parcel or box. Units are not shown; practice takes grams and centimetres, as the desk does by default. */
export interface ParcelSize {
  Weight: number;
  Length: number;
  Width: number;
  Height: number;
}

const volumeDivisor = 6n; // cubic centimetres that weigh as much as a gram

/** Grams that are charged, as hundredths: the scale's weight or the volume's, whichever is more. */
export function chargedGrams({ Weight, Length, Width, Height }: ParcelSize): bigint {
  const volume = hundredths(Length) * hundredths(Width) * hundredths(Height);
  const byVolume = dividedUp(volume, volumeDivisor * 10_000n);
  const byScale = hundredths(Weight);
  return byScale > byVolume ? byScale : byVolume;
}

/** What hundredths of a gram cost at so many cents a kilogram, rounded up to the cent. */
export const freight = (grams: bigint, centsPerKilogram: bigint): bigint =>
  dividedUp(grams * centsPerKilogram, 100_000n);
