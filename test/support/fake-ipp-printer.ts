import { serveFakeIppPrinter, type FakeIpp } from './serve-fake-ipp.ts';
import { onTestFinished } from 'vitest';

export type { FakeIpp } from './serve-fake-ipp.ts';

/** Starts an IPP printer on loopback for one test. */
export async function startFakeIppPrinter(given: FakeIpp = {}) {
  const printer = await serveFakeIppPrinter(given);
  onTestFinished(printer.stop);
  return printer;
}
