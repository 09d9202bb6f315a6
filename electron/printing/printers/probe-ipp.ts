import { problem } from '../../../shared/contract/problem.ts';
import type { PrinterProbe, PrinterAddress } from '../../../shared/printing/configured-printer.ts';
import { labelSizeNames, labelSizes } from '../../../shared/printing/label-sizes.ts';
import { ippCaller, BadIppError, attributesOf, faultOf, operations } from './ipp-call.ts';
import {
  identityAttributes,
  identityOf,
  findMedia,
  pageAttributes,
  selectPageFormat,
  forwardsPages,
  untrustedCertificateProblem,
} from './ipp-printer.ts';
import { NotReachedError, UntrustedCertificateError, sanitizePrinterText } from './printer.ts';
import type { ProbeHost } from './probe-raw.ts';

const requestedAttributes = [
  'printer-make-and-model',
  'printer-state',
  'printer-state-reasons',
  'media-ready',
  'media-supported',
  ...pageAttributes,
  ...identityAttributes,
];

/**
 * Identifies a printer or queue by IPP. Throws ProblemError `printer` if nothing answers, what answers is no printer,
 * its certificate is not trusted, or it takes no page format that the desk can make.
 */
export async function probeIpp(
  { text }: Extract<PrinterAddress, { way: 'ipp' }>,
  { after, connectMs, answerMs, certificate = null }: ProbeHost & { certificate?: string | null },
): Promise<PrinterProbe> {
  const call = ippCaller({ uri: text, user: '', after, connectMs, answerMs, certificate });
  const answer = await call(operations.getPrinterAttributes, [
    ['requested-attributes', 'keyword', ...requestedAttributes],
  ]).catch((error: unknown) => {
    if (error instanceof UntrustedCertificateError) throw untrustedCertificateProblem(error);
    if (error instanceof BadIppError)
      throw problem(
        'printer',
        'Something is there, but it is no IPP printer. See that this is the address of the printer.',
        {
          reason: 'no-ipp',
          said: sanitizePrinterText(error.message),
        },
      );
    const errorText = sanitizePrinterText(error instanceof Error ? error.message : String(error));
    const reason = error instanceof NotReachedError ? 'not-reached' : 'no-answer';
    throw problem('printer', 'No printer answers there. See that it is switched on and connected, then try again.', {
      reason,
      said: errorText,
    });
  });
  const attributes = attributesOf(answer, 'printer');
  const textsOf = (name: string): string[] => (attributes.get(name) ?? []).filter((one) => typeof one === 'string');
  if (attributes.size === 0)
    throw problem(
      'printer',
      'Something is there, but it tells nothing of a printer. See that this is the address of the printer.',
      {
        reason: 'no-ipp',
        said: answer.status.toString(16),
      },
    );
  const pageFormat = selectPageFormat(attributes);
  if (!pageFormat)
    throw problem('printer', 'This printer takes neither PDF nor pages of dots (PWG raster, AirPrint).', {
      reason: 'form',
      said: sanitizePrinterText(textsOf('document-format-supported').join(' ')),
    });
  const media = attributes.has('media-ready') ? textsOf('media-ready') : textsOf('media-supported');
  return {
    way: 'ipp',
    address: text,
    model: sanitizePrinterText(textsOf('printer-make-and-model')[0] ?? ''),
    dpi: pageFormat.dpi,
    widthMm: null,
    packing: 'z64',
    raster: pageFormat.raster,
    counts: false,
    id: identityOf(attributes).uuid,
    channel: null,
    passesOn: forwardsPages(attributes),
    media: attributes.has('media-ready') ? media.slice(0, 50).map(sanitizePrinterText) : [],
    sizes: labelSizeNames.filter((name) => findMedia(media, labelSizes[name].width, labelSizes[name].height) !== null),
    fault: faultOf(attributes),
  };
}
