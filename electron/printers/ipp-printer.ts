import { randomUUID } from 'node:crypto';
import { problem } from '../../shared/contract/problem.ts';
import type { PrintEnd, PrinterFault } from '../../shared/printing/print-end.ts';
import { ippCaller, type IppHost } from './ipp-call.ts';
import {
  doubtOf,
  emptyCountOf,
  identityAttributes,
  identityIn,
  jobAttributes,
  type IppIdentity,
  type IppJob,
} from './ipp-identity.ts';
import { mediaOf } from './ipp-media.ts';
import { passesOn } from './ipp-pages.ts';
import type { IppAttribute, IppResponse, IppValue } from './ipp-message.ts';
import { attributesOf, faultIn, operations } from './ipp-state.ts';
import { NotReachedError, UnknownCertificateError } from './not-reached.ts';
import { unknownCertificate } from './unknown-certificate.ts';
import { printerPoll, type PollOptions } from './poll-printer.ts';
import type { Printer } from './printer.ts';
import { toldWord } from './told-word.ts';

export interface IppPrinterHost extends IppHost, PollOptions {
  /** the label, in mm */
  width: number;
  height: number;
  /** form of the pages it is given */
  mediaType: string;
  /** what the printer calls completed is paper: found out at set-up, never assumed */
  completedIsPaper: boolean;
  /** which printer that was, by its printer-uuid; null, or left out: it did not tell */
  uuid?: string | null;
}

const asked = [
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
 * RFC 8011, appendix B.1.5: refusals of a whole operation, which make no job. With the others, as an error of the device in the middle of a
 * page, the job may be there, and part of it on paper.
 */
const madeNoJob: readonly number[] = [0x0501, 0x0502, 0x0503, 0x0506, 0x0507, 0x0509];
/** RFC 8011, appendix B.1.4: the printer has no such job, or has forgotten it. */
const noSuchJob: readonly number[] = [0x0406, 0x0407];
/** RFC 8011, section 5.3.8: reasons of a completed job that may not be on paper. */
const notOnPaper: readonly string[] = ['queued-in-device', 'job-completed-with-errors'];
/**
 * A printer or a queue by IPP. Its word is followed to the end of each job; whether "completed" is paper is decided by who set it up, for
 * the printer that was set up and for the very job of the label (`ipp-identity.ts`); a job that is still in the device is none, and neither is one
 * that is completed with no sheet or no impression. Throws ProblemError `printer` where it has no media of the label's size, or does not
 * take such pages: a wrong size is refused before the first label.
 */
export async function openIppPrinter(host: IppPrinterHost): Promise<Printer> {
  const call = ippCaller(host);
  const { setFault, told, until } = printerPoll(host);
  const about = await call(operations.getPrinterAttributes, [['requested-attributes', 'keyword', ...asked]]).catch(
    (error: unknown) => {
      if (error instanceof UnknownCertificateError) throw unknownCertificate(error);
      throw problem('printer', 'This printer does not answer.', { reason: 'not-reached', said: messageOf(error) });
    },
  );
  const its = attributesOf(about, 'printer');
  const all = (name: string): readonly IppValue[] => its.get(name) ?? [];
  if (!all('document-format-supported').includes(host.mediaType))
    throw problem('printer', `This printer takes no ${host.mediaType}.`, { reason: 'form', said: '' });
  const media = mediaOf(all(its.has('media-ready') ? 'media-ready' : 'media-supported'), host.width, host.height);
  if (media === null)
    throw problem(
      'printer',
      `This printer has no labels of ${host.width} x ${host.height} mm in it. Put some in, or choose another printer.`,
      {
        reason: 'media',
        said: toldWord(all('media-ready').join(' ')),
      },
    );

  // a queue may lead elsewhere than when it was set up, and another printer may have its address
  const isTheOneSetUp = !host.uuid || identityIn(its).uuid === host.uuid;
  const completedIsPaper = host.completedIsPaper && isTheOneSetUp && !passesOn(its);

  /** As it answered last. */
  let identity: IppIdentity = identityIn(its);
  /** What it waits for, told on; undefined where it did not say. */
  async function look(): Promise<PrinterFault | null | undefined> {
    try {
      const state = attributesOf(
        await call(operations.getPrinterAttributes, [
          ['requested-attributes', 'keyword', 'printer-state', 'printer-state-reasons', ...identityAttributes],
        ]),
        'printer',
      );
      identity = identityIn(state);
      setFault(faultIn(state));
      return told();
    } catch (error) {
      setFault(error instanceof NotReachedError ? 'not-reached' : 'silent');
      return undefined;
    }
  }

  async function followed(handed: IppJob): Promise<PrintEnd> {
    const end = await until(async (): Promise<PrintEnd | null> => {
      const job = await call(operations.getJobAttributes, [
        ['job-id', 'integer', handed.id],
        ['requested-attributes', 'keyword', ...jobAttributes],
      ]).catch(() => null);
      // asked after the job: a restart between the two is told by the up-time
      const isHeard = (await look()) !== undefined;
      if (!job || !isHeard) return null;
      if (noSuchJob.includes(job.status))
        return { end: 'lost', why: 'printer-gave-up', said: 'It knows nothing of this job any more.' };
      const its = attributesOf(job, 'job');
      if (its.size === 0) return null;
      const doubt = doubtOf(handed, its, identity);
      // the label is not in it any more, as far as it tells; where its word is no proof anyway, the doubt changes nothing
      if (doubt?.isAnother && completedIsPaper) return { end: 'lost', why: 'printer-gave-up', said: doubt.said };
      const why = its.get('job-state-reasons')?.join(' ') ?? '';
      switch (its.get('job-state')?.[0]) {
        case jobStates.completed: {
          const empty = emptyCountOf(its);
          const but = doubt?.said ?? (empty === null ? null : `${empty} is 0`);
          const isPaper =
            completedIsPaper && but === null && !why.split(' ').some((reason) => notOnPaper.includes(reason));
          const said = toldWord(but === null ? `completed ${why}` : `completed, but ${but}`);
          return isPaper ? { end: 'proved', why: 'printer-said', said } : { end: 'lost', why: 'no-proof', said };
        }
        case jobStates.canceled:
        case jobStates.aborted:
          return { end: 'lost', why: 'printer-gave-up', said: toldWord(why) };
        default:
          return null;
      }
    });
    return (
      end ?? { end: 'lost', why: told() === 'not-reached' ? 'connection-cut' : 'printer-silent', said: told() ?? '' }
    );
  }

  return {
    way: 'ipp',
    // a job is printed once; what its printer does with a cut page it does not say
    reprints: null,
    async ready() {
      const said = await until(async () => ((await look()) === null ? true : null));
      return said === null ? told() : null;
    },
    async print(page) {
      let answer: IppResponse;
      const name = `label-${randomUUID()}`;
      if ((await look()) === undefined) return { end: 'not-left', why: 'not-reached', said: told() ?? '' };
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
              // a page is as large as its label
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
      if (madeNoJob.includes(status)) return { end: 'not-left', why: 'not-reached', said: code };
      const made = attributesOf(answer, 'job');
      const [id] = made.get('job-id') ?? [];
      // RFC 8011, appendix B.1.4: the request was wrong; some printers make a job all the same
      if (typeof id !== 'number' && status >= 0x0400 && status < 0x0500)
        return { end: 'refused', why: 'printer-refused', fault: `The printer refused it (${code}).` };
      const [uri] = made.get('job-uri') ?? [];
      if (typeof id !== 'number') return { end: 'lost', why: 'not-counted', said: `${code}, no job` };
      return followed({ id, uri: typeof uri === 'string' ? uri : null, name, user: host.user, before });
    },
    close: () => Promise.resolve(),
  };
}

const messageOf = (error: unknown): string => toldWord(error instanceof Error ? error.message : String(error));
