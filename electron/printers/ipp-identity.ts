import { longestPrinterId } from '../../shared/printing/known-printer.ts';
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

export function identityIn(its: IppAttributes): IppIdentity {
  const [uuid] = its.get('printer-uuid') ?? [];
  const [upTime] = its.get('printer-up-time') ?? [];
  return {
    uuid: typeof uuid === 'string' && uuid !== '' ? uuid.slice(0, longestPrinterId) : null,
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
interface Doubt {
  isAnother: boolean;
  said: string;
}

/**
 * Why a printer's report under a job id may be about something else: another printer answers at the address, it was
 * restarted and numbers its jobs from the start, or the job is someone else's. Every attribute is one that a printer
 * must report (RFC 8011, section 5.3), so a missing one proves nothing. Null: it is the job.
 */
export function doubtOf(job: IppJob, told: IppAttributes, now: IppIdentity): Doubt | null {
  const { before } = job;
  if (before.uuid !== now.uuid) return { isAnother: true, said: 'another printer answers' };
  if (before.upTime === null || now.upTime === null) return missing('printer-up-time');
  if (now.upTime < before.upTime) return { isAnother: true, said: 'it was restarted' };
  const sent = [
    ['job-id', job.id],
    ['job-uri', job.uri],
    ['job-name', job.name],
    ['job-originating-user-name', job.user],
  ] as const;
  for (const [attribute, value] of sent) {
    const [its] = told.get(attribute) ?? [];
    // no user was named: a printer may use a word of its own for that
    if (value === '') continue;
    if (its === undefined || value === null) return missing(attribute);
    if (its !== value) return other(attribute);
  }
  const [created] = told.get('time-at-creation') ?? [];
  if (typeof created !== 'number') return missing('time-at-creation');
  return created >= before.upTime && created <= now.upTime ? null : other('time-at-creation');
}
/**
 * The first count of a completed job below its sheets, with its value: not all of the job is on paper. Null: there is
 * none.
 */
export function shortCountOf(told: IppAttributes, sheets: number): string | null {
  for (const attribute of countAttributes) {
    const [count] = told.get(attribute) ?? [];
    if (typeof count === 'number' && count < sheets) return `${attribute} is ${count}`;
  }
  return null;
}

const missing = (attribute: string): Doubt => ({ isAnother: false, said: `it does not tell ${attribute}` });
const other = (attribute: string): Doubt => ({ isAnother: true, said: `${attribute} is not that of the label` });
