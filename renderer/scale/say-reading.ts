import { format } from '../texts/format.svelte.ts';
import { t } from '../texts/say.svelte.ts';
import type { Reading } from './scale-port.ts';
import type { Weight } from './weighing.ts';

/** A weight as the scale wrote it, in the user's number format. */
export const sayWeight = ({ digits, unit }: Pick<Weight, 'digits' | 'unit'>, negative = false): string =>
  `${negative ? '−' : ''}${format.exact(digits, (digits.split('.')[1] ?? '').length)} ${unit}`;

/** A reading in words. */
export function sayReading(reading: Reading): string {
  const { isOver, isUnder, isFault, isMoving, net, moving } = t().scale;
  if (reading.is === 'weight') {
    const weightText = sayWeight(reading, reading.negative);
    const weight = reading.net ? net({ weight: weightText }) : weightText;
    return reading.stable ? weight : moving({ weight });
  }
  return { over: isOver, under: isUnder, fault: isFault, moving: isMoving }[reading.is];
}

/** The current reading in short form, shown beside a field. */
export const sayCurrentReading = (reading: Reading | null): string =>
  reading ? t().scale.shown({ weight: sayReading(reading) }) : t().scale.quiet;
