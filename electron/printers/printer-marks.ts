import { createHash, randomUUID } from 'node:crypto';
import type { Question } from './raw-connection.ts';

/**
 * Marks that desks leave in a printer's memory while they print there. All desks of a network can read them, so each
 * learns of any other that prints at the same time: a printer reports how many labels came out, not whose. A mark is a
 * graphic of one byte that is never printed, in memory that is empty after a restart (`R:`), so it wears nothing out.
 *
 * A desk writes its mark, then reads all marks and removes those of others. Two desks at the same time therefore both
 * learn of it, in whatever order their commands arrive: the later one reads the mark of the earlier, and the earlier
 * one misses its own.
 */
export interface DeskMarks {
  own: string;
  /** Writes the mark; it is there once it can be read. */
  put: Uint8Array;
  /** Removes a mark, by its name as read. */
  remove: (mark: string) => Uint8Array;
}

/** `desk`: identifies a desk, and stays the same after a restart or crash; omitted: random. */
export function deskMarks(desk: string = randomUUID()): DeskMarks {
  const own = `PD${createHash('sha256').update(desk).digest('hex').slice(0, 6).toUpperCase()}`;
  return {
    own,
    put: bytes(`~DGR:${own}.GRF,1,1,00\r\n`),
    remove: (mark) => bytes(`^XA^IDR:${mark}.GRF^FS^XZ\r\n`),
  };
}

/** Names of the marks in memory. Read by `^HW`, which a printer processes after the labels of its connection. */
export const marksQuestion: Question<string[]> = {
  command: '^XA^HWR:PD*.GRF^XZ\r\n',
  parse(answer) {
    const [list] = /\x02[^\x02\x03]*bytes free[^\x02\x03]*\x03/.exec(answer) ?? [];
    if (list === undefined) return null;
    return Array.from(list.matchAll(/\b(PD[0-9A-F]{6})\s*\.GRF/gi), ([, name = '']) => name.toUpperCase());
  },
};

const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1');
