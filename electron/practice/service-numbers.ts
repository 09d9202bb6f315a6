/** A number from 0 to 2^32 - 1, the same for the same text on every machine (FNV-1a over UTF-16 units, mixed). */
export function hashText(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  // FNV gives close values to texts that differ in the last digit: without mixing, consecutive orders would have the
  // same fate
  value = Math.imul(value ^ (value >>> 16), 0x45d9f3b);
  return (value ^ (value >>> 16)) >>> 0;
}

/** Whether a text is selected for a purpose; one in `oneIn` texts is. The same text always gives the same answer. */
export const isSelected = (purpose: string, text: string, oneIn: number): boolean =>
  hashText(`${purpose}:${text}`) % oneIn === 0;

/** Selects an item of a list by a text, always the same for the same text. */
export function selectFrom<T>(purpose: string, text: string, list: readonly [T, ...T[]]): T {
  return list[hashText(`${purpose}:${text}`) % list.length] ?? list[0];
}

/**
 * Numbers that the practice service assigns contain the number of their arrival, so that they are resolved without an
 * index. Tracking numbers have the form of a postal item number: with its check digit, computed by these weights, and
 * with a country code that no country has.
 */
const weights = [8, 6, 4, 2, 3, 5, 9, 7];

function checkDigit(digits: string): number {
  const sum = [...digits].reduce(
    (total, digit, index) => total + Number(digit) * (weights[index % weights.length] ?? 0),
    0,
  );
  const digit = 11 - (sum % 11);
  return digit === 10 ? 0 : digit === 11 ? 5 : digit;
}

/** `PR…ZZ`, or `PV…ZZ` for a provisional number. */
export function trackingNumber(seq: number, provisional = false): string {
  const digits = String(seq).padStart(8, '0');
  return `P${provisional ? 'V' : 'R'}${digits}${checkDigit(digits)}ZZ`;
}

/** The number of the arrival that a tracking number was assigned to; null if practice did not assign it. */
export function seqOfTrackingNumber(number: string): { seq: number; provisional: boolean } | null {
  const match = /^P([RV])(\d{8,15})\dZZ$/.exec(number);
  if (!match?.[1] || !match[2]) return null;
  const seq = Number(match[2]);
  const provisional = match[1] === 'V';
  return trackingNumber(seq, provisional) === number ? { seq, provisional } : null;
}

/** The service's own id of an object: SvcPackageId, SvcOrderId or SvcSku. */
export const svcId = (seq: number): string => `PRACTICE${String(seq).padStart(8, '0')}`;

export function seqOfSvcId(id: string): number | null {
  const match = /^PRACTICE(\d{8,15})$/.exec(id);
  return match?.[1] && svcId(Number(match[1])) === id ? Number(match[1]) : null;
}
