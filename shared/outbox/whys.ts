import type { noAnswerCauses } from './no-answer-causes.ts';

/** What each step of an entry's history may be put down to, with what its sentence needs. The engine writes these and no sentence. */
export interface WhyParams {
  // what a person did
  captured: object;
  'captured-in-place': object;
  imported: object;
  submitted: object;
  changed: object;
  mended: object;
  withdrawn: object;
  'withdrawn-decided': object;
  replaced: { key: string };
  'sent-again': object;
  'was-taken': object;
  'closed-by-phone': object;
  ours: object;
  'sent-anyway': object;
  'cancelled-there': object;
  printed: { number: string };
  'not-printed': object;
  /** to a carrier, empty: to all of them; `sheet`: the code of the sheet */
  'handed-over': { sheet: string; carrier: string };
  // what a try came to
  try: { number: number };
  'read-back': object;
  'not-sent-again': object;
  'not-looked-first': object;
  damaged: object;
  taken: object;
  /** it answered with a line of text and nothing else; what people said of such a text */
  'answered-with-text': { text: string };
  'text-takes': { text: string };
  'text-refuses': { text: string };
  'text-forgotten': { text: string };
  'was-there-before': object;
  'receipt-silent': object;
  'acceptance-is-all': object;
  'too-many-requests': object;
  'service-failed': { status: number };
  'no-answer': { cause: (typeof noAnswerCauses)[number]; code: string };
  'answer-broken': { how: 'cut' | 'too-big' | 'garbled' | 'broken-json' | 'empty' };
  'something-else-answered': object;
  'refused-after-lost': { text: string };
  conflict: { text: string };
  unauthorized: object;
  redirect: { to: string };
  'endpoint-paused': { status: number };
  // what a status said later
  made: object;
  'status-shows-taken': object;
  'not-there': { checks: number };
  // what a restored backup brought
  'journal-newer': object;
  restored: object;
  'restored-maybe-sent': object;
  'restored-old-form': object;
}
export type WhyCode = keyof WhyParams;

/** Why a step was taken: a code with what its sentence needs, or words of a person or of the service, as they came. */
export type Why = { [C in WhyCode]: { code: C; params: WhyParams[C] } }[WhyCode] | { said: string };

type Given<C extends WhyCode> = object extends WhyParams[C] ? [] : [params: WhyParams[C]];

export function why<C extends WhyCode>(code: C, ...[params]: Given<C>): Why {
  return { code, params: params ?? {} } as Why;
}

/** A person's own words, where there are any. */
export function saidOr(words: string, otherwise: Why): Why {
  return words.trim() === '' ? otherwise : { said: words };
}
