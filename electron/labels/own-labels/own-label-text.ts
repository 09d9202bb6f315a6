import {
  isLabelAddress,
  maxOwnBytes,
  type OwnLabelText,
  type OwnLabelFault,
} from '../../../shared/labels/own-label.ts';
import { OwnLabelError } from './own-label-page.ts';

export type OwnLabelFormat = 'pdf' | 'png' | 'zpl';
export interface OwnLabelFile {
  format: OwnLabelFormat;
  bytes: Uint8Array;
}

/** The accepted addresses in own labels. */
export const ownLabelAddresses = (texts: readonly OwnLabelText[]): URL[] =>
  texts.flatMap(({ text }) => ownLabelAddress(text) ?? []);

/** The address in an ImportLabel; null if there is none, or it is not accepted. */
function ownLabelAddress(text: string): URL | null {
  if (!isLabelAddress({ text })) return null;
  try {
    return parseAddress(text.trim());
  } catch (error) {
    if (error instanceof OwnLabelError) return null;
    throw error;
  }
}

/** The PDF, PNG or ZPL in an ImportLabel, or the address it names. Throws OwnLabelError. */
export function parseOwnLabelText(text: string): OwnLabelFile | { address: URL } {
  const trimmed = text.trim();
  if (isLabelAddress({ text: trimmed })) return { address: parseAddress(trimmed) };
  if (trimmed.startsWith('^XA')) return detectFormat(Buffer.from(trimmed, 'utf8'));
  const base64 = trimmed.replace(/^data:[^,]{0,200};base64,/i, '');
  // four characters are three bytes: a text that is too large is refused before it is decoded
  if (base64.length > (maxOwnBytes * 4) / 3 + 4) throw tooLargeError((base64.length * 3) / 4);
  const standardBase64 = base64.replaceAll(/\s/g, '').replaceAll('-', '+').replaceAll('_', '/');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(standardBase64)) throw unknownFormatError();
  return detectFormat(Buffer.from(standardBase64, 'base64'));
}

/** Detects the format by the first bytes. Throws OwnLabelError. */
export function detectFormat(bytes: Uint8Array): OwnLabelFile {
  if (bytes.length > maxOwnBytes) throw tooLargeError(bytes.length);
  const firstBytes = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  // a PDF may have other bytes before its header; PDF readers search the first 1,024 bytes for it
  if (firstBytes.includes('%PDF-')) return { format: 'pdf', bytes };
  if (firstBytes.startsWith('\x89PNG\r\n\x1a\n')) return { format: 'png', bytes };
  if (/^(\xef\xbb\xbf)?\s*\^XA/.test(firstBytes)) return { format: 'zpl', bytes };
  throw unknownFormatError();
}

function parseAddress(text: string): URL {
  const url = URL.canParse(text) && text.length <= 4000 ? new URL(text) : null;
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') throw unknownFormatError();
  return url;
}

const unknownFormatError = () =>
  new OwnLabelError(
    'no-form',
    'The own label is no PDF, PNG or ZPL in base64, and no https address. Correct it, or leave it out.',
  );

function tooLargeError(bytes: number): OwnLabelError {
  const [megabytes, most] = [Math.ceil(bytes / 1_000_000), maxOwnBytes / 1_000_000];
  const message = `The own label is of ${megabytes} MB; at most ${most} MB can be printed. Give a smaller one.`;
  return new OwnLabelError('too-large', message, { megabytes, most });
}

type FetchFailure =
  { refused: Extract<OwnLabelFault, 'private-address' | 'too-large'> } | { refused: 'not-fetched'; said: string };

const maxMegabytes = maxOwnBytes / 1_000_000;

/** The error for an own label that could not be fetched from its address. */
export function fetchError(failure: FetchFailure): OwnLabelError {
  switch (failure.refused) {
    case 'private-address':
      return new OwnLabelError(
        'private-address',
        'The own label is at an address of your own network, and the settings do not allow that. Allow it there, or give the label itself.',
      );
    case 'too-large':
      return new OwnLabelError(
        'too-large',
        `The own label at its address is of more than ${maxMegabytes} MB, which is too much. Give a smaller one.`,
        { megabytes: `>${maxMegabytes}`, most: maxMegabytes },
      );
    case 'not-fetched':
      return new OwnLabelError(
        'not-fetched',
        `The address of the own label did not give it (${failure.said}). Try again later, or give the label itself.`,
        { said: failure.said },
      );
  }
}
