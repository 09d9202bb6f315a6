/**
 * Translates a word of the service, ignoring case and spaces as in `OutForDelivery`; unknown words are returned
 * unchanged.
 */
export function translateWord(words: Readonly<Record<string, string>>, text: string): string {
  const plain = text.toLowerCase().replace(/[^a-z]/g, '');
  return Object.hasOwn(words, plain) ? (words[plain] ?? text) : text;
}
