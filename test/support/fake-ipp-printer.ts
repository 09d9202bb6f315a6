import { serveFakeIppPrinter, type FakeIppOptions } from './serve-fake-ipp.ts';
import { onTestFinished } from 'vitest';

export type { FakeIppOptions as FakeIpp } from './serve-fake-ipp.ts';

/** Starts an IPP printer on loopback for one test. */
export async function startFakeIppPrinter(faults: FakeIppOptions = {}) {
  const printer = await serveFakeIppPrinter(faults);
  onTestFinished(printer.stop);
  return printer;
}
