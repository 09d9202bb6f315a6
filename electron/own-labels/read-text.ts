import { isAtAddress, maxOwnBytes, type OwnLabelText } from '../../shared/labels/own-label.ts';
import { OwnLabelError } from './own-label.ts';

export type OwnForm = 'pdf' | 'png' | 'zpl';
export interface OwnBytes {
  form: OwnForm;
  bytes: Uint8Array;
}

/** The addresses in own labels, as far as they are accepted. */
export const ownAddresses = (texts: readonly OwnLabelText[]): URL[] =>
  texts.flatMap(({ text }) => ownAddress(text) ?? []);

/** The address in an ImportLabel; null if it has none that is accepted. */
function ownAddress(text: string): URL | null {
  if (!isAtAddress({ text })) return null;
  try {
    return addressIn(text.trim());
  } catch (error) {
    if (error instanceof OwnLabelError) return null;
    throw error;
  }
}

/** The PDF, PNG or ZPL in an ImportLabel, or the address it names. Throws OwnLabelError. */
export function readText(text: string): OwnBytes | { address: URL } {
  const given = text.trim();
  if (isAtAddress({ text: given })) return { address: addressIn(given) };
  if (given.startsWith('^XA')) return formOf(Buffer.from(given, 'utf8'));
  const base64 = given.replace(/^data:[^,]{0,200};base64,/i, '');
  // four characters are three bytes; a text that is too large is refused before it is decoded
  if (base64.length > (maxOwnBytes * 4) / 3 + 4) throw tooLarge((base64.length * 3) / 4);
  const bare = base64.replaceAll(/\s/g, '').replaceAll('-', '+').replaceAll('_', '/');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(bare)) throw noForm();
  return formOf(Buffer.from(bare, 'base64'));
}

/** Detects the format by the first bytes. Throws OwnLabelError. */
export function formOf(bytes: Uint8Array): OwnBytes {
  if (bytes.length > maxOwnBytes) throw tooLarge(bytes.length);
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  // a PDF may have other bytes before its header; readers look that far
  if (head.includes('%PDF-')) return { form: 'pdf', bytes };
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return { form: 'png', bytes };
  if (/^(\xef\xbb\xbf)?\s*\^XA/.test(head)) return { form: 'zpl', bytes };
  throw noForm();
}

function addressIn(text: string): URL {
  const url = URL.canParse(text) && text.length <= 4000 ? new URL(text) : null;
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') throw noForm();
  return url;
}

const noForm = () =>
  new OwnLabelError(
    'no-form',
    'The own label is no PDF, PNG or ZPL in base64, and no https address. Correct it, or leave it out.',
  );

function tooLarge(bytes: number): OwnLabelError {
  const [megabytes, most] = [Math.ceil(bytes / 1_000_000), maxOwnBytes / 1_000_000];
  const message = `The own label is of ${megabytes} MB; at most ${most} MB can be printed. Give a smaller one.`;
  return new OwnLabelError('too-large', message, { megabytes, most });
}
