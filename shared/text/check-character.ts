/**
 * Digits and capitals that are hard to confuse by eye and ear: no I, L, O, U and Z. Their number, 31, is prime, so that
 * one check character detects every single wrong character and every swap of two.
 */
export const clearCharacters = '0123456789ABCDEFGHJKMNPQRSTVWXY';

const prime = clearCharacters.length;
// A primitive root modulo 31: its first 30 powers all differ.
const root = 3;

/**
 * The check character of a text of clear characters, at most 29 of them; undefined if it contains another character. A
 * text followed by its check character has weighted sum 0 modulo 31; the weight of each position is a power of 3.
 */
export function checkCharacter(text: string): string | undefined {
  if (text.length >= prime - 1) return undefined;
  let sum = 0;
  let weight = root;
  for (const character of [...text].reverse()) {
    const value = clearCharacters.indexOf(character);
    if (value < 0) return undefined;
    sum = (sum + value * weight) % prime;
    weight = (weight * root) % prime;
  }
  return clearCharacters[(prime - sum) % prime];
}
