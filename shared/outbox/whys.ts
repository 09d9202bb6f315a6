/** Why a request got no answer. */
export const noAnswerCauses = [
  'name',
  'refused',
  'unreachable',
  'tls',
  'timeout',
  'broken',
  'not-http',
  'proxy',
  'stopped',
] as const;

/**
 * Refusals the desk words itself, by code, if the service gives no text: screens translate them. All others are the
 * service's texts, shown unchanged.
 */
export const ownReasons = {
  damaged: 'What was captured is damaged on this disk and was not sent. Enter it again, then withdraw this one.',
  'not-sendable': 'This request cannot be written. Mend it or enter it again.',
  Delete: 'Deleted at the service.',
} as const;
export type OwnReason = keyof typeof ownReasons;

export const refusedMessage = (status: number | string): string => `The service refused it (HTTP ${status}).`;
export const notCreatedMessage = (code: string): string => `The service could not make it (${code}).`;

/**
 * Reasons for the steps of an entry's history, with the parameters of their sentences. The engine writes these codes,
 * not sentences.
 */
export interface WhyParams {
  // User actions.
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
  /** `carrier`: empty for all carriers; `sheet`: code of the sheet. */
  'handed-over': { sheet: string; carrier: string };
  // Results of an attempt.
  try: { number: number };
  'read-back': object;
  'not-sent-again': object;
  'not-looked-first': object;
  damaged: object;
  taken: object;
  /** The answer was only a line of text; and what people decided about such a text. */
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
  // Later results of a status check.
  made: object;
  'status-shows-taken': object;
  'not-there': { checks: number };
  // Effects of a restored backup.
  'journal-newer': object;
  restored: object;
  'restored-maybe-sent': object;
  'restored-old-form': object;
}
export type WhyCode = keyof WhyParams;

/**
 * Reason of a step: a code with the parameters of its sentence, or the words of a person or of the service, unchanged.
 */
export type Why = { [C in WhyCode]: { code: C; params: WhyParams[C] } }[WhyCode] | { said: string };

type WhyArgs<C extends WhyCode> = object extends WhyParams[C] ? [] : [params: WhyParams[C]];

export function why<C extends WhyCode>(code: C, ...[params]: WhyArgs<C>): Why {
  return { code, params: params ?? {} } as Why;
}

/** The reason a person typed, or `fallback` if the text is blank. */
export function reasonFromText(text: string, fallback: Why): Why {
  return text.trim() === '' ? fallback : { said: text };
}
