const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ı: 'i',
  œ: 'oe',
  þ: 'th',
};

/** Normalises a name for comparison: small letters without accents and punctuation, words separated by one space. */
export function foldName(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f\u064b-\u065f'’ʼ‘`´\p{Cf}]/gu, '')
    .replace(/[ßæøłđðıœþ]/g, (letter) => letters[letter] ?? letter)
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}
