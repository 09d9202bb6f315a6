import { z } from 'zod';
import { lockSchema, type Lock } from '../encryption/lock.ts';
import { openerOf, type Opener } from '../encryption/opener.ts';
import { openText, sealText } from '../encryption/sealed-text.ts';
import { hashedText, readLine, textOf, type JournalLine } from './journal-line.ts';

/** Begins lines that are locked, so that they are opened without any other file; and some lines, locked together. */
const lockLine = z.strictObject({ v: z.literal(3), lock: lockSchema });
const boxLine = z.strictObject({ v: z.literal(3), in: z.string(), box: z.string() });
const begin = '{"v":3,';

/**
 * Locks lines of a journal for a place that others may read. What opens them goes before the first of each day and place; another key
 * may come at any time.
 */
export function linesLocker() {
  let lastPlace = '';
  return (folder: string, day: string, text: string, lock: Lock, key: Buffer): string => {
    if (text === '') return text;
    const place = JSON.stringify([folder, day, lock.id]);
    const box = textOf({ v: 3, in: lock.id, box: sealText(text, key) });
    const lines = lastPlace === place ? box : `${textOf({ v: 3, lock })}${box}`;
    lastPlace = place;
    return lines;
  };
}

export interface LinesOpener {
  /** what one line holds; null for what is damaged */
  read: (line: string) => Iterable<JournalLine | null>;
  /** How many lines stayed locked beside others that were opened. Throws ProblemError `locked` where all did. */
  close: () => number;
}

/** Reads lines of a journal, those that are locked too. */
export function linesOpener(opener: Opener = openerOf([])): LinesOpener {
  const locks = new Map<string, Lock>();
  let [opened, locked] = [0, 0];

  function* open(line: string): Generator<JournalLine | null, void, undefined> {
    const text = hashedText(line);
    const given = text === null ? null : plainOf(text);
    const lock = lockLine.safeParse(given).data?.lock;
    const sealed = lock ? undefined : boxLine.safeParse(given).data;
    if (lock) locks.set(lock.id, lock);
    if (lock) return;
    const by = sealed && locks.get(sealed.in);
    if (!sealed || !by) return yield null;
    const key = opener.keyOf(by);
    if (!key) return void (locked += 1);
    opened += 1;
    const lines = openText(sealed.box, key);
    if (lines === null) return yield null;
    for (const one of lines.split('\n')) if (one !== '') yield readLine(one);
  }

  return {
    read: (line) => (line.startsWith(begin, 65) ? open(line) : [readLine(line)]),
    close() {
      if (locked > 0 && opened === 0) throw opener.refusal('The journal');
      return locked;
    },
  };
}

function plainOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
