import type { FoundPrinter } from '../../shared/printing/found-printer.ts';
import { readPrinterAddress } from '../../shared/printing/printer-address.ts';
import { ippCaller } from './ipp-call.ts';
import { operations, type IppAttributes } from './ipp-state.ts';
import type { After } from './printer.ts';
import { toldWord } from './told-word.ts';

/** The address of CUPS on systems that print with it. */
const server = 'localhost:631';

/** The queues of CUPS on this machine. Rejects if there is no CUPS. */
export async function findCups(answerMs: number, after: After, at = server): Promise<FoundPrinter[]> {
  const call = ippCaller({ uri: `ipp://${at}/`, user: '', after, connectMs: answerMs, answerMs });
  const wanted = ['printer-name', 'printer-info', 'printer-make-and-model'];
  const answer = await call(operations.cupsGetPrinters, [['requested-attributes', 'keyword', ...wanted]]);
  return answer.printers.flatMap((its) => {
    const name = textIn(its, 'printer-name');
    const address = readPrinterAddress(`ipp://${at}/printers/${encodeURIComponent(name)}`)?.text;
    if (name === '' || address === undefined) return [];
    const about = toldWord(textIn(its, 'printer-make-and-model'));
    return [{ name: toldWord(textIn(its, 'printer-info') || name), address, place: 'cups' as const, about }];
  });
}

function textIn(its: IppAttributes, name: string): string {
  const [value] = its.get(name) ?? [];
  return typeof value === 'string' ? value : '';
}
