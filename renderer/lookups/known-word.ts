/** A service's word as a person's: `OutForDelivery` is looked up without case and spaces; what nobody knows stays as it came. */
export function knownWord(words: Readonly<Record<string, string>>, text: string): string {
  const plain = text.toLowerCase().replace(/[^a-z]/g, '');
  return Object.hasOwn(words, plain) ? (words[plain] ?? text) : text;
}
