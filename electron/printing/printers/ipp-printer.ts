import { problem, type ProblemError } from '../../../shared/contract/problem.ts';
import {
  headDpis,
  rasterColors,
  rasterForms,
  type ConfiguredPrinter,
  type Raster,
  maxPrinterIdLength,
} from '../../../shared/printing/configured-printer.ts';
import type { PrintResult, PrinterFault } from '../../../shared/printing/print-states.ts';
import {
  type IppValue,
  type IppAttributes,
  ippCaller,
  type IppHost,
  type IppAttribute,
  type IppResponse,
  attributesOf,
  faultOf,
  operations,
} from './ipp-call.ts';
import {
  UntrustedCertificateError,
  NotReachedError,
  pollPrinter,
  type PollOptions,
  type Printer,
  sanitizePrinterText,
} from './printer.ts';
import { randomUUID } from 'node:crypto';

/** A person compares the fingerprint with the one that the printer shows, and trusts it or not. */
export const untrustedCertificateProblem = ({ sha256 }: UntrustedCertificateError): ProblemError =>
  problem('printer', `Nobody vouches that this is the printer. Its certificate has the SHA-256 ${sha256}.`, {
    reason: 'certificate',
    said: sha256,
  });

/** A self-describing media name ends with its size: PWG 5101.1, section 5. */
const sizePattern = /_(\d+(?:\.\d+)?)x(\d+(?:\.\d+)?)(mm|in)$/;
/** Names of one size may differ by how an inch is rounded (mm). */
const tolerance = 1;
/**
 * A printer that measures its labels counts some of the gap between them as length (mm); on shorter paper a label is
 * cut.
 */
const maxExtraLength = 3;

function sizeOf(name: string): { width: number; height: number } | null {
  const [, width, height, unit] = sizePattern.exec(name) ?? [];
  if (width === undefined) return null;
  const mm = unit === 'in' ? 25.4 : 1;
  return { width: Number(width) * mm, height: Number(height) * mm };
}

/**
 * The name of the nearest media of this size (mm) that a printer has; null if it has none, and then nothing may be
 * printed.
 */
export function findMedia(names: readonly IppValue[], width: number, height: number): string | null {
  let best: { name: string; deviation: number } | null = null;
  for (const name of names) {
    const size = typeof name === 'string' ? sizeOf(name) : null;
    if (typeof name !== 'string' || !size) continue;
    const [wider, longer] = [size.width - width, size.height - height];
    if (Math.abs(wider) > tolerance || longer < -tolerance || longer > maxExtraLength) continue;
    const deviation = Math.abs(wider) + Math.abs(longer);
    if (!best || deviation < best.deviation) best = { name, deviation };
  }
  return best?.name ?? null;
}

/** Attributes that describe the page formats of a printer, and where a queue leads. */
export const pageAttributes = [
  'document-format-supported',
  'print-scaling-supported',
  'printer-resolution-default',
  'printer-resolution-supported',
  'pwg-raster-document-resolution-supported',
  'pwg-raster-document-type-supported',
  'urf-supported',
  // CUPS only
  'device-uri',
] as const;

/** The format in which a printer gets its pages. */
export interface PageFormat {
  mediaType: string;
  raster: Raster | null;
  /** resolution of its head, or one that divides it; null if it does not report one */
  dpi: ConfiguredPrinter['dpi'] | null;
}

/** A finer resolution is no use for labels, and takes longer (dpi). */
const preferredDpi = 300;

/**
 * Selects the format of the pages; null if the printer takes none that the desk has. A printer gets raster pages if it
 * takes them at the resolution of its head: its bars are then those of the desk, dot for dot, whereas each printer
 * draws a PDF by its own rules. Otherwise it gets PDF, laid out on the dots that it reports. So does a queue of CUPS,
 * whose filters redraw pages in any case, and raster pages on paths that are hardly ever used.
 */
export function selectPageFormat(attributes: IppAttributes): PageFormat | null {
  const formats = attributes.get('document-format-supported') ?? [];
  const head = headDpiOf(attributes);
  const rasters = rasterForms.flatMap((form) => {
    const raster = formats.includes(form)
      ? form === 'image/urf'
        ? urfRaster(attributes, head)
        : pwgRaster(attributes, head)
      : null;
    return raster ? [raster] : [];
  });
  const dpi = headDpis.findLast((one) => head !== null && dividesHead(one, head)) ?? null;
  const exact = rasters.find((one) => dividesHead(one.dpi, head ?? one.dpi));
  const isQueue = attributes.has('device-uri');
  if (formats.includes('application/pdf') && (isQueue || !exact))
    return { mediaType: 'application/pdf', raster: null, dpi };
  const raster = exact ?? rasters[0];
  return raster ? { mediaType: raster.form, raster, dpi } : null;
}

/** The resolution of the head as reported (dpi); else the finest that is supported. */
function headDpiOf(attributes: IppAttributes): number | null {
  const resolutionsIn = (name: string): number[] =>
    (attributes.get(name) ?? []).map(dpiOf).filter((dpi) => dpi !== null);
  return (
    resolutionsIn('printer-resolution-default')[0] ??
    resolutionsIn('printer-resolution-supported').toSorted((a, b) => b - a)[0] ??
    null
  );
}
/** Whether each dot of `dpi` is a whole number of dots of the head. */
const dividesHead = (dpi: number, head: number): boolean => head % dpi === 0;

function pwgRaster(attributes: IppAttributes, head: number | null): Raster | null {
  const types = attributes.get('pwg-raster-document-type-supported') ?? [];
  const colors = rasterColors.find((one) => types.includes(one));
  const dpi = bestResolution((attributes.get('pwg-raster-document-resolution-supported') ?? []).map(dpiOf), head);
  return colors && dpi !== null ? { form: 'image/pwg-raster', colors, dpi } : null;
}

/** AirPrint reports everything in one list: `W8` is grey, `SRGB24` color, `RS203-300` the resolutions. */
function urfRaster(attributes: IppAttributes, head: number | null): Raster | null {
  const words = (attributes.get('urf-supported') ?? []).map(String);
  const colors = words.includes('W8') ? 'sgray_8' : words.includes('SRGB24') ? 'srgb_8' : null;
  const [, densities = ''] = words.map((word) => /^RS(\d+(?:-\d+)*)$/.exec(word)).find((found) => found !== null) ?? [];
  const dpi = bestResolution(
    densities.split('-').map((text) => (text === '' ? null : Number(text))),
    head,
  );
  return colors && dpi !== null ? { form: 'image/urf', colors, dpi } : null;
}

/**
 * The resolution nearest to the preferred one among those that divide the head's, else among all. An unreported head is
 * taken to be as fine as the finest.
 */
function bestResolution(dpis: readonly (number | null)[], reportedHead: number | null): number | null {
  const supported = dpis.filter((dpi) => dpi !== null);
  const head = reportedHead ?? Math.max(...supported);
  const dividing = supported.filter((dpi) => dividesHead(dpi, head));
  const best = dividing.length > 0 ? dividing : supported;
  return best.toSorted((a, b) => Math.abs(a - preferredDpi) - Math.abs(b - preferredDpi) || b - a)[0] ?? null;
}

/**
 * RFC 8011, section 5.1.16: horizontal, vertical, and 3 for dots per inch. Null for another unit, or if the two differ.
 */
function dpiOf(value: IppValue): number | null {
  if (!(value instanceof Uint8Array) || value.length !== 9) return null;
  const view = new DataView(value.buffer, value.byteOffset, value.length);
  const [across, along, unit] = [view.getInt32(0), view.getInt32(4), view.getUint8(8)];
  return unit === 3 && across === along && across > 0 ? across : null;
}

/**
 * Whether a queue passes pages on over anything but IPP, or does not wait for them there: its "completed" then means
 * that they were sent. CUPS reports where a queue leads; a printer itself reports nothing.
 */
export function forwardsPages(attributes: IppAttributes): boolean {
  const [leads] = attributes.get('device-uri') ?? [];
  if (typeof leads !== 'string') return false;
  const isIpp = /^ipps?:/.test(leads) || /^dnssd:.*\._ipps?\._tcp/i.test(leads);
  return !isIpp || /[?&]waitjob=(false|no|off|0)\b/i.test(leads);
}

/**
 * Which printer answers, and how long it has run (s): RFC 8011, section 5.4.29, and PWG 5100.13, section 5.6.3. Null:
 * it does not report that.
 */
export interface IppIdentity {
  uuid: string | null;
  upTime: number | null;
}
export const identityAttributes = ['printer-uuid', 'printer-up-time'] as const;

export function identityOf(attributes: IppAttributes): IppIdentity {
  const [uuid] = attributes.get('printer-uuid') ?? [];
  const [upTime] = attributes.get('printer-up-time') ?? [];
  return {
    uuid: typeof uuid === 'string' && uuid !== '' ? uuid.slice(0, maxPrinterIdLength) : null,
    upTime: typeof upTime === 'number' ? upTime : null,
  };
}

/** A job as it was sent. */
export interface IppJob {
  id: number;
  /** from the printer's answer; null: it gave none */
  uri: string | null;
  /** unique to this job */
  name: string;
  /** empty: no user was named */
  user: string;
  /** the printer just before it received the job */
  before: IppIdentity;
}
/** How much of a job is on paper, final for a completed job: RFC 8011, section 5.3.18. A printer need not report it. */
const countAttributes = ['job-media-sheets-completed', 'job-impressions-completed'] as const;
export const jobAttributes = [
  'job-id',
  'job-uri',
  'job-name',
  'job-originating-user-name',
  'time-at-creation',
  'job-state',
  'job-state-reasons',
  ...countAttributes,
] as const;

/** Why a report about a job proves nothing about a label, or that it is about something else. */
interface JobMismatch {
  isOtherJob: boolean;
  detail: string;
}

/**
 * Why a printer's report under a job id may be about something else: another printer answers at the address, it was
 * restarted and numbers its jobs from the start, or the job is someone else's. Every attribute is one that a printer
 * must report (RFC 8011, section 5.3), so a missing one proves nothing. Null: it is the job.
 */
export function mismatchOf(job: IppJob, reported: IppAttributes, now: IppIdentity): JobMismatch | null {
  const { before } = job;
  if (before.uuid !== now.uuid) return { isOtherJob: true, detail: 'another printer answers' };
  if (before.upTime === null || now.upTime === null) return unreported('printer-up-time');
  if (now.upTime < before.upTime) return { isOtherJob: true, detail: 'it was restarted' };
  const expected = [
    ['job-id', job.id],
    ['job-uri', job.uri],
    ['job-name', job.name],
    ['job-originating-user-name', job.user],
  ] as const;
  for (const [attribute, value] of expected) {
    const [its] = reported.get(attribute) ?? [];
    // no user was named: a printer may use a word of its own for that
    if (value === '') continue;
    if (its === undefined || value === null) return unreported(attribute);
    if (its !== value) return mismatch(attribute);
  }
  const [created] = reported.get('time-at-creation') ?? [];
  if (typeof created !== 'number') return unreported('time-at-creation');
  return created >= before.upTime && created <= now.upTime ? null : mismatch('time-at-creation');
}
/**
 * The first count of a completed job below its sheets, with its value: not all of the job is on paper. Null: there is
 * none.
 */
export function lowCountOf(reported: IppAttributes, sheets: number): string | null {
  for (const attribute of countAttributes) {
    const [count] = reported.get(attribute) ?? [];
    if (typeof count === 'number' && count < sheets) return `${attribute} is ${count}`;
  }
  return null;
}

const unreported = (attribute: string): JobMismatch => ({ isOtherJob: false, detail: `it does not tell ${attribute}` });
const mismatch = (attribute: string): JobMismatch => ({
  isOtherJob: true,
  detail: `${attribute} is not that of the label`,
});

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
  const { setFault, told, pollUntil } = pollPrinter(host);
  const response = await call(operations.getPrinterAttributes, [
    ['requested-attributes', 'keyword', ...requestedAttributes],
  ]).catch((error: unknown) => {
    if (error instanceof UntrustedCertificateError) throw untrustedCertificateProblem(error);
    throw problem('printer', 'This printer does not answer.', { reason: 'not-reached', said: messageOf(error) });
  });
  const attributes = attributesOf(response, 'printer');
  const all = (name: string): readonly IppValue[] => attributes.get(name) ?? [];
  if (!all('document-format-supported').includes(host.mediaType))
    throw problem('printer', `This printer takes no ${host.mediaType}.`, { reason: 'form', said: '' });
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
    const end = await pollUntil(async (): Promise<PrintResult | null> => {
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
      const said = await pollUntil(async () => ((await pollState()) === null ? true : null));
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
