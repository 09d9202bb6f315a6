import type { ScaleProtocol } from '../../shared/settings/scale.ts';

export const massUnits = ['g', 'kg', 'lb', 'oz'] as const;
export type MassUnit = (typeof massUnits)[number];

/** One message of a scale. `digits` is as written by the scale, without a sign: `1.234`. */
export type Reading =
  | { is: 'weight'; digits: string; unit: MassUnit; stable: boolean; negative: boolean; net: boolean }
  | { is: 'moving' | 'over' | 'under' | 'fault' };

/** A weight with more digits than any scale writes is not a weight. */
const number = String.raw`(\d{1,7}(?:\.\d{1,4})?)`;
const unit = '(kg|g|lb|oz)';

const sics = new RegExp(`^S ([SD]) {1,10}(-?) {0,9}${number} {1,3}${unit}$`);
const sends = new RegExp(`^(ST|US),(?:(GS|NT|G|N|TR),)?([+-])? {0,8}${number} {0,3}${unit}$`);
const over = /^OL(?:,(?:GS|NT|G|N|TR))?(?:,[+-]? {0,8}[\d.E+ -]{0,14}(?: {0,3}(?:kg|g|lb|oz))?)?$/;
const toledo = /^(\d{1,5}\.\d{1,4})(N?)$/;

/** The sign of a zero means nothing. */
const signed = (sign: string | undefined, digits: string): boolean => sign === '-' && !isZero(digits);
export const isZero = (digits: string): boolean => !/[1-9]/.test(digits);

/**
 * Parses one message by the chosen protocol only. Anything that does not match exactly is null; nothing is guessed from
 * a partial match.
 */
export function readReading(way: Exclude<ScaleProtocol, 'none'>, message: string): Reading | null {
  if (way === 'sics') return readSics(message);
  if (way === 'sends') return readSent(message);
  return readToledo(message, way === '8217-kg' ? 'kg' : 'lb');
}

function weight(digits: string, of: string, rest: { stable: boolean; negative: boolean; net: boolean }): Reading {
  return { is: 'weight', digits, unit: massUnits.find((one) => one === of) ?? 'g', ...rest };
}

function readSics(message: string): Reading | null {
  const [, how, sign, digits, of] = sics.exec(message) ?? [];
  if (digits !== undefined && of !== undefined)
    return weight(digits, of, { stable: how === 'S', negative: signed(sign, digits), net: false });
  if (message === 'S +') return { is: 'over' };
  if (message === 'S -') return { is: 'under' };
  if (message === 'S I') return { is: 'moving' };
  return /^E[STL]$/.test(message) ? { is: 'fault' } : null;
}

function readSent(message: string): Reading | null {
  const [, how, kind, sign, digits, of] = sends.exec(message) ?? [];
  if (digits !== undefined && of !== undefined)
    // A displayed tare is not the weight of the load.
    return kind === 'TR'
      ? { is: 'fault' }
      : weight(digits, of, {
          stable: how === 'ST',
          negative: signed(sign, digits),
          net: kind === 'NT' || kind === 'N',
        });
  return over.test(message) ? { is: 'over' } : null;
}

const bit = { moving: 1, over: 2, under: 4 };

function readToledo(message: string, of: MassUnit): Reading | null {
  const [, digits, net] = toledo.exec(message) ?? [];
  // An 8217 sends a weight only when it is stable.
  if (digits !== undefined) return weight(digits, of, { stable: true, negative: false, net: net === 'N' });
  if (message.length !== 2 || !message.startsWith('?')) return null;
  const status = message.charCodeAt(1);
  if (status & bit.over) return { is: 'over' };
  if (status & bit.under) return { is: 'under' };
  if (status & bit.moving) return { is: 'moving' };
  return { is: 'fault' };
}
