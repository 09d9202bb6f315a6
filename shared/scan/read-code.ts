import { checkPackageId } from '../creates/package-id.ts';

/**
 * Whether a code has the form of a product code: an EAN, UPC or GTIN of 8, 12, 13 or 14 digits with its check digit.
 */
export function isProductCode(text: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(text)) return false;
  const sum = [...text].reverse().reduce((all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
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

export type CodeRead =
  | { is: 'command'; command: string }
  | { is: 'badge'; badge: string }
  | { is: 'package-id'; text: string }
  /** A desk's PackageId with a typing slip; `meant` are the likeliest corrections. */
  | { is: 'mistyped'; text: string; meant: string[] }
  /** A tracking number, a SKU or a key of another system: the desk looks it up. */
  | { is: 'number'; text: string };

/** Classifies a code by its text alone. Symbology identifiers (`]C1`) and separators added by scanners are removed. */
export function readCode(scanned: string): CodeRead {
  const text = scanned
    .replace(/^\][A-Za-z][0-9A-Za-z]/, '')
    .replace(/\p{Cc}/gu, '')
    .trim();
  const own = /^(QDC|QDP)([A-Z0-9]{1,40})$/.exec(text.toUpperCase());
  if (own?.[1] === commandPrefix) return { is: 'command', command: own[2] ?? '' };
  if (own?.[1] === badgePrefix) return { is: 'badge', badge: own[2] ?? '' };
  const found = checkPackageId(text);
  if (found.found === 'good') return { is: 'package-id', text };
  return found.found === 'mistyped' ? { is: 'mistyped', text, meant: found.meant } : { is: 'number', text };
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
  const read = readCode(code);
  return ('text' in read ? read.text : code).trim();
}

/**
 * What a code on a label may be: a PackageId or a number as it was scanned (`text`), and the number without its routing
 * (`bare`).
 */
export function numbersOfScan(code: string): { text: string; bare: string } {
  const text = textOfScan(code);
  return { text, bare: removeRoutingZip(text) };
}
