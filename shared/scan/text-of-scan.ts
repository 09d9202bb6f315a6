import { readCode } from './read-code.ts';
import { removeRoutingZip } from './without-routing.ts';

/** The text of a scanned code, without what its scanner adds. */
export function textOfScan(code: string): string {
  const read = readCode(code);
  return ('text' in read ? read.text : code).trim();
}

/** What a code on a label may be: a PackageId or a number as it was scanned (`text`), and the number without its routing (`bare`). */
export function numbersOfScan(code: string): { text: string; bare: string } {
  const text = textOfScan(code);
  return { text, bare: removeRoutingZip(text) };
}
