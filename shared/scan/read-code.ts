import { checkPackageId } from '../creates/package-id.ts';

/** What stands before a desk's own codes. Letters only: signs come out differently under other keyboards and input methods. */
const commandPrefix = 'QDC';
const badgePrefix = 'QDP';

export type CodeRead =
  | { is: 'command'; command: string }
  | { is: 'badge'; badge: string }
  | { is: 'package-id'; text: string }
  /** a PackageId of a desk with a slip in it; `meant` are the likeliest */
  | { is: 'mistyped'; text: string; meant: string[] }
  /** a tracking number, a SKU, a key of others: the desk looks it up */
  | { is: 'number'; text: string };

/** What can be told from a code itself. Identifiers of symbologies (`]C1`) and separators that scanners add are taken off. */
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

/** The code to print for a command of the desk, named by capitals and digits. Throws RangeError for other names. */
export function commandCode(command: string): string {
  if (!/^[A-Z0-9]{1,40}$/.test(command)) throw new RangeError(`${JSON.stringify(command)} is not capitals and digits`);
  return commandPrefix + command;
}

/** The code to print on an operator's badge, of the capitals and digits the desk made. */
export const badgeCode = (badge: string): string => badgePrefix + badge;
