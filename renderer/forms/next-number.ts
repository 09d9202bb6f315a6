/**
 * Adds to the last digits of a text, keeping their width: `BX-09` and 2 make `BX-11`. A text without digits is returned
 * unchanged.
 */
export function incrementDigits(text: string, by: number): string {
  const [, before = '', digits, after = ''] = /^(.*?)(\d{1,15})(\D*)$/s.exec(text) ?? [];
  if (digits === undefined) return text;
  return `${before}${String(Number(digits) + by).padStart(digits.length, '0')}${after}`;
}

/** `A-1` becomes `A-1-R2`, which becomes `A-1-R3`. */
export function withReplacementSuffix(key: string): string {
  const [, start = key, count] = /^(.*)-R(\d{1,4})$/.exec(key) ?? [];
  return `${start}-R${count === undefined ? 2 : Number(count) + 1}`;
}
