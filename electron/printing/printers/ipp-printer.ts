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

/** Shows the fingerprint, so that a person can compare it with the one that the printer shows and trust it or not. */
export const untrustedCertificateProblem = ({ sha256 }: UntrustedCertificateError): ProblemError =>
  problem('printer', `Nobody vouches that this is the printer. Its certificate has the SHA-256 ${sha256}.`, {
    reason: 'certificate',
    said: sha256,
  });

/** A self-describing media name ends with its size: PWG 5101.1, section 5. */
const sizePattern = /_(\d+(?:\.\d+)?)x(\d+(?:\.\d+)?)(mm|in)$/;
/** Media names of the same size may differ by how an inch is rounded (mm). */
const toleranceMm = 1;
/**
 * How much longer than the label its media may be (mm): a printer that measures its labels counts part of the gap
 * between them. On shorter media a label would be cut.
 */
const maxExtraLengthMm = 3;

function sizeOf(name: string): { width: number; height: number } | null {
  const [, width, height, unit] = sizePattern.exec(name) ?? [];
  if (width === undefined) return null;
  const mmPerUnit = unit === 'in' ? 25.4 : 1;
  return { width: Number(width) * mmPerUnit, height: Number(height) * mmPerUnit };
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
    const [extraWidth, extraLength] = [size.width - width, size.height - height];
    if (Math.abs(extraWidth) > toleranceMm || extraLength < -toleranceMm || extraLength > maxExtraLengthMm) continue;
    const deviation = Math.abs(extraWidth) + Math.abs(extraLength);
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

/** Preferred resolution of raster pages (dpi): a finer one takes longer and improves no label. */
const preferredDpi = 300;

/**
 * Selects the format of the pages; null if the printer takes none that the desk can make. A printer gets raster pages
 * if it takes them at the resolution of its head: its bars are then exactly the dots that the desk drew, whereas each
 * printer draws a PDF by its own rules. Otherwise it gets PDF, laid out on the dots that it reports. A queue of CUPS
 * also gets PDF: its filters redraw pages in any case, and those for raster pages are hardly ever used.
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
  const exactRaster = rasters.find((one) => dividesHead(one.dpi, head ?? one.dpi));
  const isQueue = attributes.has('device-uri');
  if (formats.includes('application/pdf') && (isQueue || !exactRaster))
    return { mediaType: 'application/pdf', raster: null, dpi };
  const raster = exactRaster ?? rasters[0];
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
  const capabilities = (attributes.get('urf-supported') ?? []).map(String);
  const colors = capabilities.includes('W8') ? 'sgray_8' : capabilities.includes('SRGB24') ? 'srgb_8' : null;
  const [, densities = ''] =
    capabilities.map((word) => /^RS(\d+(?:-\d+)*)$/.exec(word)).find((match) => match !== null) ?? [];
  const dpi = bestResolution(
    densities.split('-').map((text) => (text === '' ? null : Number(text))),
    head,
  );
  return colors && dpi !== null ? { form: 'image/urf', colors, dpi } : null;
}

/**
 * The resolution nearest to the preferred one, among those that divide the head's if there are any. If the head's is
 * not reported, the finest supported one is taken for it.
 */
function bestResolution(dpis: readonly (number | null)[], reportedHead: number | null): number | null {
  const supported = dpis.filter((dpi) => dpi !== null);
  const head = reportedHead ?? Math.max(...supported);
  const dividing = supported.filter((dpi) => dividesHead(dpi, head));
  const candidates = dividing.length > 0 ? dividing : supported;
  return candidates.toSorted((a, b) => Math.abs(a - preferredDpi) - Math.abs(b - preferredDpi) || b - a)[0] ?? null;
}

/**
 * Decodes a resolution, RFC 8011, section 5.1.16: horizontal, vertical, and the unit, 3 for dots per inch. Null for
 * another unit, or if the two differ.
 */
function dpiOf(value: IppValue): number | null {
  if (!(value instanceof Uint8Array) || value.length !== 9) return null;
  const view = new DataView(value.buffer, value.byteOffset, value.length);
  const [horizontal, vertical, unit] = [view.getInt32(0), view.getInt32(4), view.getUint8(8)];
  return unit === 3 && horizontal === vertical && horizontal > 0 ? horizontal : null;
}

/**
 * Whether a queue passes pages on by another protocol than IPP, or does not wait until they are printed: its
 * "completed" then only means that they were sent. CUPS reports where a queue leads; a printer itself reports nothing.
 */
export function forwardsPages(attributes: IppAttributes): boolean {
  const [deviceUri] = attributes.get('device-uri') ?? [];
  if (typeof deviceUri !== 'string') return false;
  const isIpp = /^ipps?:/.test(deviceUri) || /^dnssd:.*\._ipps?\._tcp/i.test(deviceUri);
  return !isIpp || /[?&]waitjob=(false|no|off|0)\b/i.test(deviceUri);
}

/**
 * The printer that answers, and how long it has run (s): RFC 8011, section 5.4.29, and PWG 5100.13, section 5.6.3.
 * Null: not reported.
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

/** A sent job, by what identifies it in the printer's reports. */
export interface IppJob {
  id: number;
  /** from the printer's answer; null: it gave none */
  uri: string | null;
  /** unique to this job */
  name: string;
  /** empty: no user was named */
  user: string;
  /** identity of the printer just before it received the job */
  before: IppIdentity;
}
/** Counts of a job's printed pages, final once it is completed: RFC 8011, section 5.3.18. Printers may omit them. */
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

/** Why a report under a job id proves nothing about the label; `isOtherJob`: it is known to be about another job. */
interface JobMismatch {
  isOtherJob: boolean;
  detail: string;
}

/**
 * Why a printer's report under a job id may be about something else: another printer answers at the address, it was
 * restarted and numbers its jobs from the start, or the job is someone else's. Every attribute is one that a printer
 * must report (RFC 8011, section 5.3), so a missing one proves nothing. Null: it is the job.
 */
export function mismatchOf(job: IppJob, reported: IppAttributes, identityNow: IppIdentity): JobMismatch | null {
  const { before: identityBefore } = job;
  if (identityBefore.uuid !== identityNow.uuid) return { isOtherJob: true, detail: 'another printer answers' };
  if (identityBefore.upTime === null || identityNow.upTime === null) return unreported('printer-up-time');
  if (identityNow.upTime < identityBefore.upTime) return { isOtherJob: true, detail: 'it was restarted' };
  const expected = [
    ['job-id', job.id],
    ['job-uri', job.uri],
    ['job-name', job.name],
    ['job-originating-user-name', job.user],
  ] as const;
  for (const [attribute, value] of expected) {
    const [actual] = reported.get(attribute) ?? [];
    // for a job without a user, a printer may report a name of its own
    if (value === '') continue;
    if (actual === undefined || value === null) return unreported(attribute);
    if (actual !== value) return mismatch(attribute);
  }
  const [createdAt] = reported.get('time-at-creation') ?? [];
  if (typeof createdAt !== 'number') return unreported('time-at-creation');
  return createdAt >= identityBefore.upTime && createdAt <= identityNow.upTime ? null : mismatch('time-at-creation');
}
/**
 * The first count of a completed job that is lower than its number of sheets, in words: part of the job is not on
 * paper. Null: no count is too low.
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
  /** whether "completed" proves paper, as tested at set-up, never assumed */
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
 * RFC 8011, appendix B.1.5: errors that refuse the whole operation, so that no job exists. With any other error, such
 * as a device error in the middle of a page, there may be a job, and part of it on paper.
 */
const noJobStatuses: readonly number[] = [0x0501, 0x0502, 0x0503, 0x0506, 0x0507, 0x0509];
/** RFC 8011, appendix B.1.4: the printer has no such job, or has forgotten it. */
const unknownJobStatuses: readonly number[] = [0x0406, 0x0407];
/**
 * RFC 8011, section 5.3.8: reasons of a completed job that was printed whole. Printers also call jobs completed that
 * they could not read, that a person cancelled at the device, or that are still in it, with other reasons.
 */
const printedReasons: readonly string[] = ['none', 'job-completed-successfully', 'job-completed-with-warnings'];
/**
 * A printer or queue over IPP. Each job is followed to its end. Whether "completed" proves paper is tested at set-up,
 * and holds only for the printer that was set up and for the job that was sent (`mismatchOf`). A job that is still in
 * the device, was cancelled there, or is completed with fewer sheets or impressions than it has proves nothing. Throws
 * ProblemError `printer` if it has no media of the label's size or does not take such pages, so that a wrong size is
 * found before the first label.
 */
export async function openIppPrinter(host: IppPrinterHost): Promise<Printer> {
  const call = ippCaller(host);
  const { setFault, currentFault, pollUntil } = pollPrinter(host);
  const response = await call(operations.getPrinterAttributes, [
    ['requested-attributes', 'keyword', ...requestedAttributes],
  ]).catch((error: unknown) => {
    if (error instanceof UntrustedCertificateError) throw untrustedCertificateProblem(error);
    throw problem('printer', 'This printer does not answer.', { reason: 'not-reached', said: messageOf(error) });
  });
  const attributes = attributesOf(response, 'printer');
  const valuesOf = (name: string): readonly IppValue[] => attributes.get(name) ?? [];
  if (!valuesOf('document-format-supported').includes(host.mediaType))
    throw problem('printer', `This printer takes no ${host.mediaType}.`, { reason: 'form', said: '' });
  const media = findMedia(
    valuesOf(attributes.has('media-ready') ? 'media-ready' : 'media-supported'),
    host.width,
    host.height,
  );
  if (media === null)
    throw problem(
      'printer',
      `This printer has no labels of ${host.width} x ${host.height} mm in it. Put some in, or choose another printer.`,
      {
        reason: 'media',
        said: sanitizePrinterText(valuesOf('media-ready').join(' ')),
      },
    );

  // since set-up, a queue may have been pointed elsewhere, or another printer may have got the address
  const isConfiguredPrinter = !host.uuid || identityOf(attributes).uuid === host.uuid;
  const completedIsPaper = host.completedIsPaper && isConfiguredPrinter && !forwardsPages(attributes);

  /** identity of the printer in its last answer */
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
      return currentFault();
    } catch (error) {
      setFault(error instanceof NotReachedError ? 'not-reached' : 'silent');
      return undefined;
    }
  }

  async function followJob(sentJob: IppJob, sheets: number, wasAcceptedUnchanged: boolean): Promise<PrintResult> {
    const result = await pollUntil(async (): Promise<PrintResult | null> => {
      const job = await call(operations.getJobAttributes, [
        ['job-id', 'integer', sentJob.id],
        ['requested-attributes', 'keyword', ...jobAttributes],
      ]).catch(() => null);
      // the state is read after the job, so that its up-time shows a restart between the two
      const hasAnswered = (await pollState()) !== undefined;
      if (!job || !hasAnswered) return null;
      if (unknownJobStatuses.includes(job.status))
        return { end: 'lost', why: 'printer-gave-up', said: 'It knows nothing of this job any more.' };
      const attributes = attributesOf(job, 'job');
      if (attributes.size === 0) return null;
      const jobMismatch = mismatchOf(sentJob, attributes, identity);
      // another job is reported under this id, so the label's is lost; if "completed" is no proof anyway, the job is
      // followed all the same
      if (jobMismatch?.isOtherJob && completedIsPaper)
        return { end: 'lost', why: 'printer-gave-up', said: jobMismatch.detail };
      const stateReasons = attributes.get('job-state-reasons') ?? [];
      switch (attributes.get('job-state')?.[0]) {
        case jobStates.completed: {
          const changedText = wasAcceptedUnchanged ? null : 'it did not take the label as it was sent';
          const objection = jobMismatch?.detail ?? lowCountOf(attributes, sheets) ?? changedText;
          const isProved =
            completedIsPaper &&
            objection === null &&
            stateReasons.every((reason) => printedReasons.includes(String(reason)));
          const detail = sanitizePrinterText(
            objection === null ? `completed ${stateReasons.join(' ')}` : `completed, but ${objection}`,
          );
          return isProved
            ? { end: 'proved', why: 'printer-said', said: detail }
            : { end: 'lost', why: 'no-proof', said: detail };
        }
        case jobStates.canceled:
        case jobStates.aborted:
          return { end: 'lost', why: 'printer-gave-up', said: sanitizePrinterText(stateReasons.join(' ')) };
        default:
          return null;
      }
    });
    return (
      result ?? {
        end: 'lost',
        why: currentFault() === 'not-reached' ? 'connection-cut' : 'printer-silent',
        said: currentFault() ?? '',
      }
    );
  }

  return {
    way: 'ipp',
    // whether a printer reprints a cut page is not reported
    reprints: null,
    async waitUntilReady() {
      const readyAnswer = await pollUntil(async () => ((await pollState()) === null ? true : null));
      return readyAnswer === null ? currentFault() : null;
    },
    async print(page, sheets = 1) {
      let answer: IppResponse;
      const name = `label-${randomUUID()}`;
      if ((await pollState()) === undefined) return { end: 'not-left', why: 'not-reached', said: currentFault() ?? '' };
      if (host.uuid && identity.uuid !== host.uuid) {
        setFault('another-printer');
        return { end: 'not-left', why: 'not-reached', said: 'another-printer' };
      }
      const identityBefore = identity;
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
              ...(valuesOf('print-scaling-supported').includes('none') ? [noScaling] : []),
            ],
            data: page,
          },
        );
      } catch (error) {
        if (error instanceof NotReachedError) return { end: 'not-left', why: 'not-reached', said: error.message };
        return { end: 'lost', why: 'connection-cut', said: messageOf(error) };
      }
      const { status } = answer;
      const statusText = `status ${status.toString(16).padStart(4, '0')}`;
      if (noJobStatuses.includes(status)) return { end: 'not-left', why: 'not-reached', said: statusText };
      const createdJob = attributesOf(answer, 'job');
      const [id] = createdJob.get('job-id') ?? [];
      // RFC 8011, appendix B.1.4: client errors; some printers create a job all the same
      if (typeof id !== 'number' && status >= 0x0400 && status < 0x0500)
        return { end: 'refused', why: 'printer-refused', fault: `The printer refused it (${statusText}).` };
      const [uri] = createdJob.get('job-uri') ?? [];
      if (typeof id !== 'number') return { end: 'lost', why: 'not-counted', said: `${statusText}, no job` };
      const job = { id, uri: typeof uri === 'string' ? uri : null, name, user: host.user, before: identityBefore };
      // RFC 8011, appendix B.1.2: with a status other than 0 it ignored or replaced an attribute, such as the media
      return followJob(job, sheets, status === 0);
    },
    close: () => Promise.resolve(),
  };
}

const messageOf = (error: unknown): string =>
  sanitizePrinterText(error instanceof Error ? error.message : String(error));
