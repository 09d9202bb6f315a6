import { serveFakeZplPrinter, type FakePrinter, type FakeZplPrinter } from './serve-fake-zpl.ts';
import { onTestFinished } from 'vitest';

export type { FakePrinter, FakeZplPrinter, Piece, Wrongs } from './serve-fake-zpl.ts';

/** Starts a fake ZPL printer that stops at the end of the test. */
export async function startFakeZplPrinter(given: FakePrinter = {}): Promise<FakeZplPrinter> {
  const printer = await serveFakeZplPrinter(given);
  onTestFinished(() => void (printer.isOn() && printer.stop()));
  return printer;
}
