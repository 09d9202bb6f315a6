import { randomUUID } from 'node:crypto';
import { problem } from '../../shared/contract/problem.ts';
import type { PrintResult, PrinterFault } from '../../shared/printing/print-end.ts';
import { ippCaller, type IppHost } from './ipp-call.ts';
import {
  mismatchOf,
  identityAttributes,
  identityOf,
  jobAttributes,
  lowCountOf,
  type IppIdentity,
  type IppJob,
} from './ipp-identity.ts';
import { findMedia } from './ipp-media.ts';
import { forwardsPages } from './ipp-pages.ts';
import type { IppAttribute, IppResponse, IppValue } from './ipp-message.ts';
import { attributesOf, faultOf, operations } from './ipp-state.ts';
import { NotReachedError, UntrustedCertificateError } from './not-reached.ts';
import { untrustedCertificateProblem } from './unknown-certificate.ts';
import { pollPrinter, type PollOptions } from './poll-printer.ts';
import type { Printer } from './printer.ts';
import { sanitizePrinterText } from './told-word.ts';

export interface IppPrinterHost extends IppHost, PollOptions {
  /** size of the label, in mm */
  width: number;
  height: number;
  /** media type of its pages */
  mediaType: string;
  /** "completed" means paper: found out at set-up, never assumed */
  completedIsPaper: boolean;
  /** printer-uuid of the printer that was set up; null or omitted: it reported none */
  uuid?: string | null;
}

const requestedAttributes = [
  'media-ready',
  'media-supported',
  'document-format-supported',
  'print-scaling-supported',
  'device-uri',
  ...identityAttributes,
];
const noScaling: IppAttribute = ['print-scaling', 'keyword', 'none'];

/** RFC 8011, section 5.3.7. */
const jobStates = { canceled: 7, aborted: 8, completed: 9 } as const;
/**
 * RFC 8011, appendix B.1.5: refusals of a whole operation, which make no job. With others, such as a device error in
 * the middle of a page, there may be a job, and part of it on paper.
 */
const noJobStatuses: readonly number[] = [0x0501, 0x0502, 0x0503, 0x0506, 0x0507, 0x0509];
/** RFC 8011, appendix B.1.4: the printer has no such job, or has forgotten it. */
const unknownJobStatuses: readonly number[] = [0x0406, 0x0407];
/**
 * RFC 8011, section 5.3.8: the reasons of a completed job that is whole on paper. Printers also complete jobs that they
 * could not read, that a person cancelled at the device, or that are still in it, and report other reasons.
 */
const printedReasons: readonly string[] = ['none', 'job-completed-successfully', 'job-completed-with-warnings'];
/**
 * A printer or queue over IPP. Each job is followed to its end. Whether "completed" is paper is decided at set-up, and
 * holds only for the printer that was set up and for the very job of the label (`ipp-identity.ts`). A job that is still
 * in the device, was cancelled there, or is completed with fewer sheets or impressions than it has is not proved.
 * Throws ProblemError `printer` if it has no media of the label's size or does not take such pages: a wrong size is
 * refused before the first label.
 */
export async function openIppPrinter(host: IppPrinterHost): Promise<Printer> {
  const call = ippCaller(host);
  const { setFault, told, pollUntil: until } = pollPrinter(host);
  const response = await call(operations.getPrinterAttributes, [
    ['requested-attributes', 'keyword', ...requestedAttributes],
  ]).catch((error: unknown) => {
    if (error instanceof UntrustedCertificateError) throw untrustedCertificateProblem(error);
    throw problem('printer', 'This printer does not answer.', { reason: 'not-reached', said: messageOf(error) });
  });
  const attributes = attributesOf(response, 'printer');
  const all = (name: string): readonly IppValue[] => attributes.get(name) ?? [];
  if (!all('document-format-supported').includes(host.mediaType))
    throw problem('printer', `This printer takes no ${host.mediaType}.`, { reason: 'form', isReady: '' });
  const media = findMedia(
    all(attributes.has('media-ready') ? 'media-ready' : 'media-supported'),
    host.width,
    host.height,
  );
  if (media === null)
    throw problem(
      'printer',
      `This printer has no labels of ${host.width} x ${host.height} mm in it. Put some in, or choose another printer.`,
      {
        reason: 'media',
        said: sanitizePrinterText(all('media-ready').join(' ')),
      },
    );

  // a queue may lead elsewhere than at set-up, and another printer may have its address
  const isConfiguredPrinter = !host.uuid || identityOf(attributes).uuid === host.uuid;
  const completedIsPaper = host.completedIsPaper && isConfiguredPrinter && !forwardsPages(attributes);

  /** As of its last answer. */
  let identity: IppIdentity = identityOf(attributes);
  /** Reads and reports the fault of the printer; undefined if it did not answer. */
  async function pollState(): Promise<PrinterFault | null | undefined> {
    try {
      const state = attributesOf(
        await call(operations.getPrinterAttributes, [
          ['requested-attributes', 'keyword', 'printer-state', 'printer-state-reasons', ...identityAttributes],
        ]),
        'printer',
      );
      identity = identityOf(state);
      setFault(faultOf(state));
      return told();
    } catch (error) {
      setFault(error instanceof NotReachedError ? 'not-reached' : 'silent');
      return undefined;
    }
  }

  async function followJob(sentJob: IppJob, sheets: number, wasAcceptedUnchanged: boolean): Promise<PrintResult> {
    const end = await until(async (): Promise<PrintResult | null> => {
      const job = await call(operations.getJobAttributes, [
        ['job-id', 'integer', sentJob.id],
        ['requested-attributes', 'keyword', ...jobAttributes],
      ]).catch(() => null);
      // asked after the job, so that the up-time shows a restart between the two
      const hasAnswered = (await pollState()) !== undefined;
      if (!job || !hasAnswered) return null;
      if (unknownJobStatuses.includes(job.status))
        return { end: 'lost', why: 'printer-gave-up', said: 'It knows nothing of this job any more.' };
      const attributes = attributesOf(job, 'job');
      if (attributes.size === 0) return null;
      const mismatch = mismatchOf(sentJob, attributes, identity);
      // the printer no longer has the label, as far as it reports; if its report is no proof anyway, the doubt changes
      // nothing
      if (mismatch?.isOtherJob && completedIsPaper)
        return { end: 'lost', why: 'printer-gave-up', said: mismatch.detail };
      const why = attributes.get('job-state-reasons') ?? [];
      switch (attributes.get('job-state')?.[0]) {
        case jobStates.completed: {
          const substitution = wasAcceptedUnchanged ? null : 'it did not take the label as it was sent';
          const objection = mismatch?.detail ?? lowCountOf(attributes, sheets) ?? substitution;
          const isPaper =
            completedIsPaper && objection === null && why.every((reason) => printedReasons.includes(String(reason)));
          const said = sanitizePrinterText(
            objection === null ? `completed ${why.join(' ')}` : `completed, but ${objection}`,
          );
          return isPaper ? { end: 'proved', why: 'printer-said', said } : { end: 'lost', why: 'no-proof', said };
        }
        case jobStates.canceled:
        case jobStates.aborted:
          return { end: 'lost', why: 'printer-gave-up', said: sanitizePrinterText(why.join(' ')) };
        default:
          return null;
      }
    });
    return (
      end ?? {
        end: 'lost',
        why: told() === 'not-reached' ? 'connection-cut' : 'printer-silent',
        said: told() ?? '',
      }
    );
  }

  return {
    way: 'ipp',
    // a job is printed once; what a printer does with a cut page is not reported
    reprints: null,
    async ready() {
      const said = await until(async () => ((await pollState()) === null ? true : null));
      return said === null ? told() : null;
    },
    async print(page, sheets = 1) {
      let answer: IppResponse;
      const name = `label-${randomUUID()}`;
      if ((await pollState()) === undefined) return { end: 'not-left', why: 'not-reached', said: told() ?? '' };
      if (host.uuid && identity.uuid !== host.uuid) {
        setFault('another-printer');
        return { end: 'not-left', why: 'not-reached', said: 'another-printer' };
      }
      const before = identity;
      try {
        answer = await call(
          operations.printJob,
          [
            ['job-name', 'name', name],
            ['document-format', 'mimeMediaType', host.mediaType],
          ],
          {
            attributes: [
              ['copies', 'integer', 1],
              ['media', 'keyword', media],
              // a page is exactly as large as its label
              ...(all('print-scaling-supported').includes('none') ? [noScaling] : []),
            ],
            data: page,
          },
        );
      } catch (error) {
        if (error instanceof NotReachedError) return { end: 'not-left', why: 'not-reached', said: error.message };
        return { end: 'lost', why: 'connection-cut', said: messageOf(error) };
      }
      const { status } = answer;
      const code = `status ${status.toString(16).padStart(4, '0')}`;
      if (noJobStatuses.includes(status)) return { end: 'not-left', why: 'not-reached', said: code };
      const createdJob = attributesOf(answer, 'job');
      const [id] = createdJob.get('job-id') ?? [];
      // RFC 8011, appendix B.1.4: the request was wrong; some printers make a job all the same
      if (typeof id !== 'number' && status >= 0x0400 && status < 0x0500)
        return { end: 'refused', why: 'printer-refused', fault: `The printer refused it (${code}).` };
      const [uri] = createdJob.get('job-uri') ?? [];
      if (typeof id !== 'number') return { end: 'lost', why: 'not-counted', said: `${code}, no job` };
      const job = { id, uri: typeof uri === 'string' ? uri : null, name, user: host.user, before };
      // RFC 8011, appendix B.1.2: with any other status it ignored or replaced something, such as the media
      return followJob(job, sheets, status === 0);
    },
    close: () => Promise.resolve(),
  };
}

const messageOf = (error: unknown): string =>
  sanitizePrinterText(error instanceof Error ? error.message : String(error));
