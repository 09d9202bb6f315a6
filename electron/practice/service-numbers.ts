/** A number from 0 to 2^32 - 1, the same for the same text on every machine (FNV-1a over UTF-16 units, mixed). */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  }
  // FNV gives close values to ids that differ in their last digit; without mixing, consecutive orders would share a
  // fate.
  value = Math.imul(value ^ (value >>> 16), 0x45d9f3b);
  return (value ^ (value >>> 16)) >>> 0;
}

/** Whether a text is selected for a purpose, with a probability of one in `among`. */
export const isSelected = (purpose: string, text: string, among: number): boolean =>
  hash(`${purpose}:${text}`) % among === 0;

/** Selects an entry of a list pseudo-randomly by a text. */
export function selectFrom<T>(purpose: string, text: string, list: readonly [T, ...T[]]): T {
  return list[hash(`${purpose}:${text}`) % list.length] ?? list[0];
}

/**
 * Numbers the practice service assigns. Each contains the number of its arrival, so that it can be resolved without an
 * index. Tracking numbers have the form of a postal item number with its check digit, and a country code that no
 * country has.
 */
const weights = [8, 6, 4, 2, 3, 5, 9, 7];

function checkDigit(digits: string): number {
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (weights[at % weights.length] ?? 0), 0);
  const rest = 11 - (sum % 11);
  return rest === 10 ? 0 : rest === 11 ? 5 : rest;
}

/** `PR…ZZ`, or `PV…ZZ` for a provisional number. */
export function trackingNumber(seq: number, provisional = false): string {
  const digits = String(seq).padStart(8, '0');
  return `P${provisional ? 'V' : 'R'}${digits}${checkDigit(digits)}ZZ`;
}

/** The arrival a tracking number was assigned to; null if it is not one of ours. */
export function seqOfTrackingNumber(number: string): { seq: number; provisional: boolean } | null {
  const found = /^P([RV])(\d{8,15})\dZZ$/.exec(number);
  if (!found?.[1] || !found[2]) return null;
  const seq = Number(found[2]);
  const provisional = found[1] === 'V';
  return trackingNumber(seq, provisional) === number ? { seq, provisional } : null;
}

/** SvcPackageId, SvcOrderId and SvcSku. */
export const svcId = (seq: number): string => `PRACTICE${String(seq).padStart(8, '0')}`;

export function seqOfSvcId(id: string): number | null {
  const found = /^PRACTICE(\d{8,15})$/.exec(id);
  return found?.[1] && svcId(Number(found[1])) === id ? Number(found[1]) : null;
}
