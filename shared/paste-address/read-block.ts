import type { AddressField } from './address-field.ts';
import { invisibleControls, hasInvisible, invisibleMarks } from '../text/unseen-text.ts';
import { readLabel, readLooseLabel } from './field-labels.ts';

/** A part of a block between line ends and commas. */
export interface Piece {
  text: string;
  /** Line index in the block, from 0. */
  line: number;
}

export interface Block {
  /** Values after a label. */
  labelled: { field: AddressField; value: string }[];
  /** The remaining pieces, in order. */
  pieces: Piece[];
  /** Separated only by dashes: names contain dashes too, so everything is uncertain. */
  dashed: boolean;
}

/** Maximum length parsed; anything longer is not an address. */
export const maxBlockLength = 4000;
export const maxPieces = 40;

const otherBreaks = /\r\n?|[\u2028\u2029\v\f\u0085]/g;
export const separators = /[,،、，;；|\t]+/u;

/** Whether parsing drops invisible characters; line breaks of any kind separate lines. */
export const dropsInvisible = (text: string): boolean => hasInvisible(text.replace(otherBreaks, '\n'));

/** Parses a pasted block into labels with values, and pieces between line ends and commas. */
export function readBlock(text: string): Block {
  const lines = text
    .slice(0, maxBlockLength)
    .toWellFormed()
    .normalize('NFC')
    .replace(otherBreaks, '\n')
    .replace(invisibleMarks, '')
    .replace(invisibleControls, ' ')
    .split('\n')
    .map(tidy);
  const dashed = lines.filter(Boolean).length === 1 && lines.some(isDashed);
  const block: Block = { labelled: [], pieces: [], dashed };
  const add = (line: string, number: number): void => {
    for (const piece of line.split(dashed ? dash : separators).map(tidy)) {
      if (piece === '') continue;
      const loose = readLooseLabel(piece) ?? readLabel(piece);
      if (loose && loose.field !== 'Address' && loose.value !== '')
        block.labelled.push({ field: loose.field, value: loose.value });
      else block.pieces.push({ text: piece, line: number });
    }
  };
  for (const [number, line] of lines.entries()) {
    const label = readLabel(line);
    // "Name: A, Phone: B": each piece has its own label.
    if (!label || line.split(separators).filter((piece) => readLabel(tidy(piece))).length > 1) add(line, number);
    else if (label.field === 'Address') add(label.value, number);
    else if (label.value !== '') block.labelled.push({ field: label.field, value: label.value });
  }
  block.pieces.splice(maxPieces);
  return block;
}

const dash = /\s[-–—]\s/;
const isDashed = (line: string): boolean => line.split(dash).length > 3 && !separators.test(line);

const tidy = (text: string): string =>
  text
    .replace(/[\s\u3000]+/gu, ' ')
    .replace(/^[\s•·*>"“”«»-]+|[\s"“”«»]+$/gu, '')
    .trim();
