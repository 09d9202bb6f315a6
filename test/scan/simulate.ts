import type { KeyPress } from '../../shared/scan/key-press.ts';
import { scanListener, type KeyOutcome } from '../../shared/scan/scan-listener.ts';
import { defaultScanOptions, type ScanOptions } from '../../shared/scan/scan-pace.ts';

const signs = "-=[]\\;'`,./ ";
const signCodes =
  'Minus Equal BracketLeft BracketRight Backslash Semicolon Quote Backquote Comma Period Slash Space'.split(' ');
const shiftedSigns = '_+{}|:"~<>? ';

function placeOf(character: string): { code: string; shift: boolean } {
  if (/[a-z]/.test(character)) return { code: `Key${character.toUpperCase()}`, shift: false };
  if (/[A-Z]/.test(character)) return { code: `Key${character}`, shift: true };
  if (/\d/.test(character)) return { code: `Digit${character}`, shift: false };
  const plain = signs.indexOf(character);
  if (plain >= 0) return { code: signCodes[plain] ?? '', shift: false };
  return { code: signCodes[shiftedSigns.indexOf(character)] ?? '', shift: true };
}

export interface Hands {
  inputMethod?: boolean;
  capsLock?: boolean;
  repeat?: boolean;
}

export function keyFor(
  character: string,
  time: number,
  { inputMethod = false, capsLock = false, repeat = false }: Hands = {},
): KeyPress {
  const named = { '\n': 'Enter', '\t': 'Tab', '\b': 'Backspace' }[character];
  const { code, shift } = named ? { code: named, shift: false } : placeOf(character);
  const swapped = character === character.toLowerCase() ? character.toUpperCase() : character.toLowerCase();
  const shown = capsLock && /[A-Za-z]/.test(character) ? swapped : character;
  return {
    type: 'down',
    key: inputMethod ? 'Process' : (named ?? shown),
    code,
    keyCode: inputMethod ? 229 : shown.toUpperCase().charCodeAt(0),
    time,
    shift,
    ctrl: false,
    alt: false,
    meta: false,
    capsLock,
    isComposing: false,
    repeat,
  };
}

/** Keys of a scanner that enters a character as an Alt code. */
export function altKeys(character: string, time: number, gap: number): KeyPress[] {
  const base = keyFor('0', time);
  const digits = [...String(character.charCodeAt(0)).padStart(4, '0')];
  let now = time;
  const next = () => (now += gap);
  return [
    { ...base, key: 'Alt', code: 'AltLeft', keyCode: 18, alt: true },
    ...digits.flatMap((digit): KeyPress[] => [
      { ...base, key: digit, code: `Numpad${digit}`, alt: true, time: next() },
      { ...base, type: 'up', key: digit, code: `Numpad${digit}`, alt: true, time: next() },
    ]),
    { ...base, type: 'up', key: 'Alt', code: 'AltLeft', keyCode: 18, time: next() },
  ];
}

interface Written {
  text: string;
  at: number;
  /** by a key that was not held back until the end, so that it can be undone */
  leaked: boolean;
}

/** A window with one field; logs written text and scans in order. `inField`: text written by a key can be undone. */
export function windowWith(options: Partial<ScanOptions> = {}, inField = false) {
  const listener = scanListener({ ...defaultScanOptions, ...options });
  let happened: (Written | { scan: string; again: number | null })[] = [];
  let longestDelay = 0;
  const slow: { text: string; pace: number }[] = [];

  const write = (key: KeyPress, leaked: boolean): void => {
    const text =
      { Enter: '\n', Tab: '\t', Backspace: '\b' }[key.key] ?? (key.key === 'Process' ? characterAt(key) : key.key);
    happened.push({ text, at: key.time, leaked });
  };
  const characterAt = (key: KeyPress): string => {
    if (key.code === 'Enter') return '\n';
    const letter = key.code.replace(/^(Key|Digit)/, '');
    const sign = signCodes.indexOf(key.code);
    if (sign >= 0) return (key.shift ? shiftedSigns : signs)[sign] ?? '';
    return key.shift ? letter : letter.toLowerCase();
  };

  function hear(all: readonly KeyOutcome[], now: number): void {
    for (const one of all) {
      if (one.kind === 'typed')
        for (const key of one.keys) {
          longestDelay = Math.max(longestDelay, now - key.time);
          write(key, true);
        }
      else if (one.kind === 'slow') slow.push({ text: one.text, pace: one.pace });
      else {
        const since = one.leakedSince;
        if (since !== null) happened = happened.filter((w) => 'scan' in w || !w.leaked || w.at < since);
        happened.push({ scan: one.text, again: one.repeatedAfterMs });
      }
    }
  }

  return {
    press(key: KeyPress): void {
      for (let due = listener.nextTickAt(); due !== null && due <= key.time; due = listener.nextTickAt())
        hear(listener.tick(due), due);
      const { preventDefault: hold, outcomes: heard } = listener.feed(key, inField);
      hear(heard, key.time);
      const writes =
        key.type === 'down' &&
        !hold &&
        !['Alt', 'Shift'].includes(key.key) &&
        !(key.alt && key.code.startsWith('Numpad'));
      if (writes) write(key, inField || key.key === 'Process');
      // Windows writes the character when Alt is released.
      if (key.type === 'up' && key.key === 'Alt') happened.push({ text: '?', at: key.time, leaked: true });
    },
    rest(until: number): void {
      for (let due = listener.nextTickAt(); due !== null && due <= until; due = listener.nextTickAt())
        hear(listener.tick(due), due);
    },
    /** What happened, with adjacent text joined. */
    log(): (string | { scan: string })[] {
      const joined: (string | { scan: string })[] = [];
      for (const one of happened) {
        const last = joined.at(-1);
        if ('scan' in one) joined.push({ scan: one.scan });
        else if (typeof last === 'string') joined[joined.length - 1] = last + one.text;
        else joined.push(one.text);
      }
      return joined;
    },
    scans: () => happened.flatMap((one) => ('scan' in one ? [one] : [])),
    /** input that resembled a scan but was too slow, and was typed */
    slow: () => slow,
    longestDelay: () => longestDelay,
  };
}
