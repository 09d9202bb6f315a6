import type { WhyTexts } from '../whys.ts';

const withCode = (sentence: string, code: string) => (code === '' ? sentence : `${sentence.slice(0, -1)} (${code}).`);

const cause: WhyTexts['cause'] = {
  name: 'The name of the service was not found.',
  refused: 'The service refused the connection.',
  unreachable: 'The service cannot be reached from here.',
  tls: 'The service’s certificate is not trusted.',
  timeout: 'The service did not answer in time.',
  broken: 'The connection was lost before an answer arrived.',
  'not-http': 'The answer was not HTTP.',
  proxy: 'This computer’s proxy blocked the connection.',
  stopped: 'The desk was closed before an answer arrived.',
};
const broken: WhyTexts['broken'] = {
  cut: 'The answer was incomplete.',
  'too-big': 'The answer was too large to read.',
  garbled: 'The answer could not be read.',
  'broken-json': 'The answer was not valid.',
  empty: 'The answer was empty.',
};

export const whys: WhyTexts = {
  step: {
    captured: () => 'Entered and saved.',
    'captured-in-place': () => 'Entered as a replacement for another order.',
    imported: () => 'Imported from a file.',
    submitted: () => 'Submitted.',
    changed: () => 'Changed.',
    mended: () => 'Corrected and queued again.',
    withdrawn: () => 'Withdrawn.',
    'withdrawn-decided': () => 'Withdrawn by decision.',
    replaced: ({ key }) => `Replaced by ${key}.`,
    'sent-again': () => 'Resent by decision.',
    'was-taken': () => 'Decided: the service has it.',
    'closed-by-phone': () => 'Closed by phone.',
    ours: () => 'Decided: the record at the service is this order.',
    'sent-anyway': () => 'Sent without waiting for the entry it needs.',
    'cancelled-there': () => 'Cancelled at the service.',
    'handed-over': (p) =>
      p.carrier === ''
        ? `Handed over, with the sheet ${p.sheet}.`
        : `Handed over to ${p.carrier}, with the sheet ${p.sheet}.`,
    'not-printed': () => 'Label marked as not printed; ready to print.',
    printed: ({ number }) =>
      number === '' ? 'Provisional label printed, without a number.' : `Label printed, with number ${number}.`,
    try: ({ number }) => `Attempt ${number} started.`,
    'read-back': () => 'Read back from the disk for sending.',
    'not-sent-again': () => 'Not resent: the settings require a decision after a lost answer.',
    'not-looked-first': () => 'Not resent yet: it failed at the service, and its status could not be checked.',
    damaged: () => 'Its data is damaged on the disk, so it was not sent.',
    taken: () => 'The service accepted it.',
    'answered-with-text': ({ text }) => `The service answered: ${text}`,
    'text-takes': ({ text }) => `Decided: this answer means the service accepted it: ${text}`,
    'text-refuses': ({ text }) => `Decided: this answer is a refusal: ${text}`,
    'text-forgotten': ({ text }) => `The meaning of this answer is asked again next time: ${text}`,
    'was-there-before': () => 'The service has a record under this number that may be a different order.',
    'receipt-silent': () => 'Accepted, but the receipt does not say so for certain.',
    'acceptance-is-all': () => 'The service reports nothing further for orders of this kind.',
    'too-many-requests': () => 'The service asked for a pause: too many requests (429).',
    'service-failed': ({ status }) => `The service failed (${status}).`,
    'no-answer': ({ cause: why, code }) => withCode(cause[why], code),
    'answer-broken': ({ how }) => broken[how],
    'something-else-answered': () =>
      'Something other than the service answered, such as the sign-in page of a network.',
    'refused-after-lost': ({ text }) =>
      `Refused, but an earlier answer was lost, so the service may already have it. It said: ${text}`,
    conflict: ({ text }) => `The service answered that it already has this (409): ${text}`,
    unauthorized: () => 'The service rejects the secret (401).',
    redirect: ({ to }) => (to === '' ? 'The service redirects elsewhere.' : `The service redirects to ${to}.`),
    'endpoint-paused': ({ status }) => `The service does not take orders of this kind here (${status}).`,
    made: () => 'Created by the service.',
    'status-shows-taken': () => 'Its status shows that the service has it.',
    'not-there': ({ checks }) => `Not found in ${checks} checks: the service does not have it.`,
    'journal-newer': () => 'Updated from the journal after a backup was restored.',
    restored: () => 'Restored from a backup.',
    'restored-maybe-sent': () => 'Restored from a backup; it may have been sent since.',
    'restored-old-form': () =>
      'Restored from the journal of an older version, which does not say whether it was a draft.',
  },
  cause,
  broken,
  who: { desk: 'the desk', restore: 'restoring a backup' },
  reason: {
    damaged: 'Its data is damaged on this disk and was not sent. Enter it again, then withdraw this one.',
    'not-sendable': 'The request cannot be built. Correct it or enter it again.',
    Delete: 'Deleted at the service.',
    withoutWords: ({ status }) => `no reason given (HTTP ${status})`,
    notMade: ({ code }) => `it could not be created (${code})`,
  },
};
