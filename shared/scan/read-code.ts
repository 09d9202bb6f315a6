import { checkPackageId } from '../creates/package-id.ts';

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
