import { maxPrinterIdLength } from '../../shared/printing/known-printer.ts';
import type { IppAttributes } from './ipp-state.ts';

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
