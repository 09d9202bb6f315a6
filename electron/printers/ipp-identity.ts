import { longestPrinterId } from '../../shared/printing/known-printer.ts';
import type { IppAttributes } from './ipp-state.ts';

/** Which printer answers, and how long it has run (s): RFC 8011, section 5.4.29, and PWG 5100.13, section 5.6.3. Null: it does not tell. */
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

/** A job as it was handed over. */
export interface IppJob {
  id: number;
  /** as the printer answered; null: it named none */
  uri: string | null;
  /** no other job has this name */
  name: string;
  /** empty: nobody was named */
  user: string;
  /** the printer just before it got the job */
  before: IppIdentity;
}
/** How much of a job is on paper. Of one that is completed it is the final number: RFC 8011, section 5.3.18. A printer need not tell it. */
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

/** Why what is told of a job proves nothing of a label; `isAnother`: it is about something else. */
interface Doubt {
  isAnother: boolean;
  said: string;
}

/**
 * Why what a printer tells under the id of a job may be about something else: another printer answers at the address, it was restarted and
 * counts its jobs from the start, or the job is somebody else's. Every attribute is one that a printer must tell (RFC 8011, section 5.3);
 * one that is missing vouches for nothing. Null: it is the job.
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
    // nobody was named: a printer may have a word of its own for that
    if (value === '') continue;
    if (its === undefined || value === null) return missing(attribute);
    if (its !== value) return other(attribute);
  }
  const [created] = told.get('time-at-creation') ?? [];
  if (typeof created !== 'number') return missing('time-at-creation');
  return created >= before.upTime && created <= now.upTime ? null : other('time-at-creation');
}
/** Which count of a completed job is lower than its sheets, and how many that is: not all of it is on paper. Null: none is. */
export function shortCountOf(told: IppAttributes, sheets: number): string | null {
  for (const attribute of countAttributes) {
    const [count] = told.get(attribute) ?? [];
    if (typeof count === 'number' && count < sheets) return `${attribute} is ${count}`;
  }
  return null;
}

const missing = (attribute: string): Doubt => ({ isAnother: false, said: `it does not tell ${attribute}` });
const other = (attribute: string): Doubt => ({ isAnother: true, said: `${attribute} is not that of the label` });
