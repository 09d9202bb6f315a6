import type { MessagePort } from 'node:worker_threads';
import type { SystemPrinter, SystemPrinters } from '../printers/system-printer.ts';
import { answerAsHost, askHost } from './host-port.ts';

type PrinterRequest = { list: true } | { print: string; page: Uint8Array; paper: { width: number; height: number } };
type PrinterResponse = { printers: SystemPrinter[] } | { said: string | null };

/** The system queries the state of a network printer (ms). */
const listMs = 10_000;
/** A page is rendered and passed to the system's own queue (ms). */
const printMs = 120_000;

/** A port for a worker, over which the host prints on its system's printers. */
export const answerSystemPrinters = (system: SystemPrinters): MessagePort =>
  answerAsHost<PrinterRequest, PrinterResponse>(async (asked) =>
    'print' in asked
      ? { said: await system.print(asked.print, asked.page, asked.paper) }
      : { printers: (await system.list()) ?? [] },
  );

/** The system's printers, over such a port. */
export function systemPrintersOver(
  port: MessagePort,
  after: (ms: number, run: () => void) => () => void,
): SystemPrinters {
  const ask = askHost<PrinterRequest, PrinterResponse>(port, after);
  return {
    async list() {
      const answer = await ask({ list: true }, listMs);
      return answer && 'printers' in answer ? answer.printers : null;
    },
    async print(name, page, paper) {
      const answer = await ask({ print: name, page, paper }, printMs);
      if (!answer || !('said' in answer)) throw new Error('The system did not say what became of it.');
      return answer.said;
    },
  };
}
