import { serveFakeZplPrinter, type FakeZplOptions, type FakeZplPrinter } from './serve-fake-zpl.ts';
import { onTestFinished } from 'vitest';

export type {
  FakeZplOptions as FakePrinter,
  FakeZplPrinter,
  PrintedPiece as Piece,
  PrinterFaults as Wrongs,
} from './serve-fake-zpl.ts';

/** Starts a fake ZPL printer that stops at the end of the test. */
export async function startFakeZplPrinter(options: FakeZplOptions = {}): Promise<FakeZplPrinter> {
  const printer = await serveFakeZplPrinter(options);
  onTestFinished(() => void (printer.isOn() && printer.stop()));
  return printer;
}
