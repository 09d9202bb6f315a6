/**
 * Whether a code has the form of a product code: an EAN, UPC or GTIN of 8, 12, 13 or 14 digits with its check digit.
 */
export function isProductCode(text: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(text)) return false;
  const sum = [...text].reverse().reduce((all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}
