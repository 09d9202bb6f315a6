import { maxBlockLength, maxPieces, separators } from '../../../shared/paste-address/read-block.ts';
import { splitAddress } from '../../../shared/paste-address/split-address.ts';

/** `too-long`: exceeds the limits of parsing, so nothing of it is filled in. */
export type BlockKind = 'block' | 'too-long' | 'plain';

const lineEnds = /[\n\r\u2028\u2029\v\f\u0085]+/;
const linesOf = (text: string): string[] => text.split(lineEnds).filter((line) => line.trim() !== '');

/**
 * Whether a text pasted into an address field is a whole address: several lines, or one line that contains its parts.
 */
export function blockKindOf(text: string): BlockKind {
  if (text.length > maxBlockLength) return lineEnds.test(text.trim()) ? 'too-long' : 'plain';
  if (linesOf(text).length > 1) return blockSizeOf(text);
  const { fields } = splitAddress(text);
  const names = Object.keys(fields);
  const reached = fields.Postcode ?? fields.Country ?? fields.Phone;
  return names.length >= 4 && fields.Street1 && reached ? blockSizeOf(text) : 'plain';
}

/** Whether a block is within the limits of parsing. */
export const blockSizeOf = (text: string): 'block' | 'too-long' =>
  text.length > maxBlockLength || linesOf(text).flatMap((line) => line.split(separators)).length > maxPieces
    ? 'too-long'
    : 'block';
