import { problem } from '../../shared/contract/problem.ts';
import type { PrinterProbe } from '../../shared/printing/known-printer.ts';
import { labelSizeNames, labelSizes } from '../../shared/printing/label-sizes.ts';
import type { PrinterAddress } from '../../shared/printing/printer-address.ts';
import { ippCaller } from './ipp-call.ts';
import { identityAttributes, identityIn } from './ipp-identity.ts';
import { BadIppError } from './ipp-message.ts';
import { mediaOf } from './ipp-media.ts';
import { attributesOf, faultIn, operations } from './ipp-state.ts';
import { pageAttributes, pagesOf, passesOn } from './ipp-pages.ts';
import { NotReachedError, UnknownCertificateError } from './not-reached.ts';
import { unknownCertificate } from './unknown-certificate.ts';
import type { ProbeHost } from './probe-raw.ts';
import { toldWord } from './told-word.ts';

const asked = [
  'printer-make-and-model',
  'printer-state',
  'printer-state-reasons',
  'media-ready',
  'media-supported',
  ...pageAttributes,
  ...identityAttributes,
];

/**
 * Identifies a printer or queue by IPP. Throws ProblemError `printer` if nothing answers, it is no printer, its
 * certificate is not trusted, or it takes no pages of ours.
 */
export async function probeIpp(
  { text }: Extract<PrinterAddress, { way: 'ipp' }>,
  { after, connectMs, answerMs, certificate = null }: ProbeHost & { certificate?: string | null },
): Promise<PrinterProbe> {
  const call = ippCaller({ uri: text, user: '', after, connectMs, answerMs, certificate });
  const answer = await call(operations.getPrinterAttributes, [['requested-attributes', 'keyword', ...asked]]).catch(
    (error: unknown) => {
      if (error instanceof UnknownCertificateError) throw unknownCertificate(error);
      if (error instanceof BadIppError)
        throw problem(
          'printer',
          'Something is there, but it is no IPP printer. See that this is the address of the printer.',
          {
            reason: 'no-ipp',
            said: toldWord(error.message),
          },
        );
      const said = toldWord(error instanceof Error ? error.message : String(error));
      const reason = error instanceof NotReachedError ? 'not-reached' : 'no-answer';
      throw problem('printer', 'No printer answers there. See that it is switched on and connected, then try again.', {
        reason,
        said,
      });
    },
  );
  const its = attributesOf(answer, 'printer');
  const all = (name: string): string[] => (its.get(name) ?? []).filter((one) => typeof one === 'string');
  if (its.size === 0)
    throw problem(
      'printer',
      'Something is there, but it tells nothing of a printer. See that this is the address of the printer.',
      {
        reason: 'no-ipp',
        said: answer.status.toString(16),
      },
    );
  const pages = pagesOf(its);
  if (!pages)
    throw problem('printer', 'This printer takes neither PDF nor pages of dots (PWG raster, AirPrint).', {
      reason: 'form',
      said: toldWord(all('document-format-supported').join(' ')),
    });
  const media = its.has('media-ready') ? all('media-ready') : all('media-supported');
  return {
    way: 'ipp',
    address: text,
    model: toldWord(all('printer-make-and-model')[0] ?? ''),
    dpi: pages.dpi,
    widthMm: null,
    packing: 'z64',
    raster: pages.raster,
    counts: false,
    id: identityIn(its).uuid,
    channel: null,
    passesOn: passesOn(its),
    media: its.has('media-ready') ? media.slice(0, 50).map(toldWord) : [],
    sizes: labelSizeNames.filter((name) => mediaOf(media, labelSizes[name].width, labelSizes[name].height) !== null),
    fault: faultIn(its),
  };
}
