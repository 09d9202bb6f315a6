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
