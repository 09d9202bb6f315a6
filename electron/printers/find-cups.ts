import type { FoundPrinter } from '../../shared/printing/found-printer.ts';
import { readPrinterAddress } from '../../shared/printing/printer-address.ts';
import { ippCaller } from './ipp-call.ts';
import { operations, type IppAttributes } from './ipp-state.ts';
import type { After } from './printer.ts';
import { sanitizePrinterText } from './told-word.ts';

/** The address of CUPS on systems that print with it. */
const cupsServer = 'localhost:631';

/** The queues of CUPS on this machine. Rejects if there is no CUPS. */
export async function findCupsPrinters(answerMs: number, after: After, at = cupsServer): Promise<FoundPrinter[]> {
  const call = ippCaller({ uri: `ipp://${at}/`, user: '', after, connectMs: answerMs, answerMs });
  const requestedAttributes = ['printer-name', 'printer-info', 'printer-make-and-model'];
  const answer = await call(operations.cupsGetPrinters, [['requested-attributes', 'keyword', ...requestedAttributes]]);
  return answer.printers.flatMap((attributes) => {
    const name = textIn(attributes, 'printer-name');
    const address = readPrinterAddress(`ipp://${at}/printers/${encodeURIComponent(name)}`)?.text;
    if (name === '' || address === undefined) return [];
    const about = sanitizePrinterText(textIn(attributes, 'printer-make-and-model'));
    return [
      { name: sanitizePrinterText(textIn(attributes, 'printer-info') || name), address, place: 'cups' as const, about },
    ];
  });
}

function textIn(attributes: IppAttributes, name: string): string {
  const [value] = attributes.get(name) ?? [];
  return typeof value === 'string' ? value : '';
}
