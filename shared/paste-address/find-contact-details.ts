import type { Piece } from './read-block.ts';

const mail = /[^\s<>()@:：]+@[^\s<>()@]+\.[\p{L}\d]{2,}/u;
const plusNumber = /\+\s?\p{Nd}(?:[\s().\-/]{0,2}\p{Nd}){6,14}/u;
const bareNumber = /^[\p{Nd}\s().\-/]+$/u;

interface Taken {
  value: string;
  pieces: Piece[];
}

/** The first e-mail address of a block, and the remaining pieces. */
export const takeMail = (pieces: readonly Piece[]): Taken | undefined => take(pieces, mail);

/** The first phone number with an international prefix, which nothing else in an address resembles. */
export const takePhone = (pieces: readonly Piece[]): Taken | undefined => take(pieces, plusNumber);

/** A piece of only 8 to 15 digits: a phone number, unless it was the postcode. */
export function takeBareNumber(pieces: readonly Piece[]): Taken | undefined {
  const found = pieces.find(({ text }) => {
    const digits = text.match(/\p{Nd}/gu)?.length ?? 0;
    return bareNumber.test(text) && digits >= 8 && digits <= 15;
  });
  return found && { value: found.text, pieces: pieces.filter((piece) => piece !== found) };
}

function take(pieces: readonly Piece[], pattern: RegExp): Taken | undefined {
  for (const [index, piece] of pieces.entries()) {
    const value = pattern.exec(piece.text)?.[0];
    if (value === undefined) continue;
    const rest = piece.text.replace(value, ' ').replace(/[\s()<>[\]:：]+$|^[\s()<>[\]:：]+/gu, '');
    const left = rest === '' || /^[\p{L}.]{1,6}$/u.test(rest) ? [] : [{ ...piece, text: rest }];
    return { value: value.trim(), pieces: [...pieces.slice(0, index), ...left, ...pieces.slice(index + 1)] };
  }
  return undefined;
}
