import { readFileSync } from 'node:fs';

/**
 * Loaded before a program, in each of its threads: its calendar shows what a file says that it is off by (ms), as after somebody
 * set the clock. The time that runs (`performance.now`, timers) is the real one, as it is then.
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
