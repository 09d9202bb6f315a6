import { checkPackageId } from '../creates/package-id.ts';

/**
 * Whether a code has the form of a product code: an EAN, UPC or GTIN of 8, 12, 13 or 14 digits with its check digit.
 */
export function isProductCode(text: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(text)) return false;
  const sum = [...text].reverse().reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}

/** US postal labels put the recipient's ZIP before the number: 420 and five or nine digits. */
export const removeRoutingZip = (text: string): string => /^420(?:\d{5}|\d{9})(9\d{19,21})$/.exec(text)?.[1] ?? text;

/**
 * Prefixes of a desk's own codes. Letters only: other characters come out differently on some keyboard layouts and
 * input methods.
 */
const commandPrefix = 'QDC';
const badgePrefix = 'QDP';

export type ScannedCode =
  | { is: 'command'; command: string }
  | { is: 'badge'; badge: string }
  | { is: 'package-id'; text: string }
  /** A desk's PackageId with a typing slip; `meant`: its likeliest corrections. */
  | { is: 'mistyped'; text: string; meant: string[] }
  /** A tracking number, a SKU or a key of another system: the desk looks it up. */
  | { is: 'number'; text: string };

/** Classifies a code by its text alone. Symbology identifiers (`]C1`) and separators added by scanners are removed. */
export function readCode(scanned: string): ScannedCode {
  const text = scanned
    .replace(/^\][A-Za-z][0-9A-Za-z]/, '')
    .replace(/\p{Cc}/gu, '')
    .trim();
  const ownCode = /^(QDC|QDP)([A-Z0-9]{1,40})$/.exec(text.toUpperCase());
  if (ownCode?.[1] === commandPrefix) return { is: 'command', command: ownCode[2] ?? '' };
  if (ownCode?.[1] === badgePrefix) return { is: 'badge', badge: ownCode[2] ?? '' };
  const packageId = checkPackageId(text);
  if (packageId.kind === 'good') return { is: 'package-id', text };
  return packageId.kind === 'mistyped'
    ? { is: 'mistyped', text, meant: packageId.corrections }
    : { is: 'number', text };
}

/** The code to print for a desk command, named by capitals and digits. Throws RangeError for other names. */
export function commandCode(command: string): string {
  if (!/^[A-Z0-9]{1,40}$/.test(command)) throw new RangeError(`${JSON.stringify(command)} is not capitals and digits`);
  return commandPrefix + command;
}

/** The code to print on an operator's badge, from the capitals and digits the desk generated. */
export const badgeCode = (badge: string): string => badgePrefix + badge;

/** The text of a scanned code, without what its scanner adds. */
export function textOfScan(code: string): string {
  const scannedCode = readCode(code);
  return ('text' in scannedCode ? scannedCode.text : code).trim();
}

/**
 * What a code on a label may mean: a PackageId or a number as scanned (`text`), or the number without its routing ZIP.
 */
export function numbersOfScan(code: string): { text: string; withoutRouting: string } {
  const text = textOfScan(code);
  return { text, withoutRouting: removeRoutingZip(text) };
}
