import { readFileSync } from 'node:fs';

/**
 * Preloaded in every thread of a program: shifts its wall clock by the ms in a file, as if a user had set the clock.
 * Elapsed time (`performance.now`, timers) stays real.
 */
const path = process.env['FAULTS_CLOCK'] ?? '';
const real = Date.now.bind(Date);
const now = (): number => real() + Number(readFileSync(path, 'utf8'));

globalThis.Date = class extends Date {
  constructor(...given: [] | ConstructorParameters<DateConstructor>) {
    super(...((given.length === 0 ? [now()] : given) as [number]));
  }
  static override now = now;
} as DateConstructor;
