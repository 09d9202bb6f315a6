import { conventionsOf } from './address-parts.ts';

/** Longer than any postcode, with its separators. */
const longest = 14;

/** Ways to write a postcode: with its country before it, and with a blank, a hyphen or nothing between its parts. */
function spellingsOf(written: string, country: string): string[] {
  const text = written
    .normalize('NFKC')
    .trim()
    .toUpperCase()
    .replace(/^〒\s*/, '')
    .replace(new RegExp(`^(?:${country}|[A-Z]{1,2})[- ](?=\\d)`), '');
  const bare = text.replaceAll(/[ -]/g, '');
  const parted = Array.from({ length: Math.max(0, bare.length - 1) }, (_, at) =>
    [' ', '-'].map((separator) => bare.slice(0, at + 1) + separator + bare.slice(at + 1)),
  );
  return [written.trim(), text, bare, ...parted.flat()];
}

/** Whether a postcode can be one of the country; true where nobody knows: for other countries and other texts. */
export function fitsPostcode(written: string, country: string): boolean {
  const pattern = conventionsOf(country)?.postcode;
  if (!pattern || written.trim() === '') return true;
  return written.trim().length <= longest && spellingsOf(written, country).some((one) => pattern.test(one));
}

/** The postcode that lost its zeros at the start, as a spreadsheet program drops them; undefined if that cannot be. */
export function withZeros(written: string, country: string): string | undefined {
  const text = written.trim();
  if (!/^\d{2,}(?:-\d+)?$/.test(text) || fitsPostcode(text, country)) return undefined;
  return [`0${text}`, `00${text}`].find((one) => fitsPostcode(one, country));
}
