/**
 * Digits and capitals that are told apart by eye and ear: no I, L, O, U and Z. Their number, 31, is a prime, which is what lets one
 * check character catch every single wrong character and every two that changed places.
 */
export const clearCharacters = '0123456789ABCDEFGHJKMNPQRSTVWXY';

const prime = clearCharacters.length;
// A primitive root: its powers modulo 31 differ from place to place, up to 30 places.
const root = 3;

/**
 * The check character of a text of clear characters, at most 29 of them; undefined where another character stands in it.
 * The text with its check character behind it weighs 0 modulo 31, each place weighing a power of 3.
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
