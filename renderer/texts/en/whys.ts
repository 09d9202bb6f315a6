import type { WhyTexts } from '../whys.ts';

const withCode = (sentence: string, code: string) => (code === '' ? sentence : `${sentence.slice(0, -1)} (${code}).`);

const cause: WhyTexts['cause'] = {
  name: 'The name of the service was not found.',
  refused: 'The service refused the connection.',
  unreachable: 'The service cannot be reached from here.',
  tls: 'The service could not prove who it is.',
  timeout: 'The service did not answer in time.',
  broken: 'The connection broke before an answer came.',
  'not-http': 'What answered does not speak HTTP.',
  proxy: 'The proxy that this computer is set to use did not let the desk through.',
  stopped: 'The desk was closed before an answer came.',
};
const broken: WhyTexts['broken'] = {
  cut: 'The answer was cut short.',
  'too-big': 'The answer was too big to be read.',
  garbled: 'The answer could not be read.',
  'broken-json': 'The answer was broken.',
  empty: 'The answer was empty.',
};

export const whys: WhyTexts = {
  step: {
    captured: () => 'Entered and saved.',
    'captured-in-place': () => 'Entered in place of another order.',
    imported: () => 'Imported from a file.',
    submitted: () => 'Submitted.',
    changed: () => 'Changed.',
    mended: () => 'Corrected and queued again.',
    withdrawn: () => 'Withdrawn.',
    'withdrawn-decided': () => 'Withdrawn by decision.',
    replaced: ({ key }) => `Replaced by ${key}.`,
    'sent-again': () => 'Sent again by decision.',
    'was-taken': () => 'Decided: the service has taken it.',
    'closed-by-phone': () => 'Closed by phone.',
    ours: () => 'Decided: the record at the service is this order.',
    'sent-anyway': () => 'Sent without waiting for what it needs.',
    'cancelled-there': () => 'Cancelled at the service.',
    'handed-over': (p) =>
      p.carrier === ''
        ? `Handed over, with the sheet ${p.sheet}.`
        : `Handed over to ${p.carrier}, with the sheet ${p.sheet}.`,
    'not-printed': () => 'Its label never came out, somebody says: it is ready to print again.',
    printed: ({ number }) =>
      number === '' ? 'Provisional label printed, without a number.' : `Label printed, with number ${number}.`,
    try: ({ number }) => `Try ${number} began.`,
    'read-back': () => 'Read back from the disk to be sent.',
    'not-sent-again': () => 'Not sent again: after a lost answer a person decides, as the settings say.',
    'not-looked-first': () =>
      'Not sent again yet: it had failed at the service, and whether it was made there since could not be read.',
    damaged: () => 'What was saved is damaged on the disk, so it was not sent.',
    taken: () => 'The service took it.',
    'answered-with-text': ({ text }) => `The service answered: ${text}`,
    'text-takes': ({ text }) => `Decided: this answer means that the service took it: ${text}`,
    'text-refuses': ({ text }) => `Decided: this answer is a refusal: ${text}`,
    'text-forgotten': ({ text }) => `What this answer means is to be decided again next time: ${text}`,
    'was-there-before': () => 'Something is at the service under this number that may be none of this.',
    'receipt-silent': () => 'Taken, but the receipt does not say so for certain.',
    'acceptance-is-all': () => 'The service says no more about orders of this kind.',
    'too-many-requests': () => 'The service asked for a pause: too many requests (429).',
    'service-failed': ({ status }) => `The service failed (${status}).`,
    'no-answer': ({ cause: why, code }) => withCode(cause[why], code),
    'answer-broken': ({ how }) => broken[how],
    'something-else-answered': () => 'Something else answered than the service, as the door of a network does.',
    'refused-after-lost': ({ text }) =>
      `Refused, but an earlier answer was lost, so it may be there already. The service said: ${text}`,
    conflict: ({ text }) => `The service answered that it has this already (409): ${text}`,
    unauthorized: () => 'The service does not accept the secret (401).',
    redirect: ({ to }) =>
      to === '' ? 'The service sends its callers elsewhere.' : `The service sends its callers to ${to}.`,
    'endpoint-paused': ({ status }) => `The service does not take orders of this kind here (${status}).`,
    made: () => 'Made by the service.',
    'status-shows-taken': () => 'Its status shows that the service took it.',
    'not-there': ({ checks }) => `Not there after ${checks} checks: the service did not take it.`,
    'journal-newer': () => 'Brought up to date from the journal after a backup was restored.',
    restored: () => 'Restored from a backup.',
    'restored-maybe-sent': () => 'Restored from a backup; it may have been sent since.',
    'restored-old-form': () =>
      'Restored from the journal of an older version, which does not say whether it was a draft.',
  },
  cause,
  broken,
  who: { desk: 'the desk', restore: 'restoring a backup' },
  reason: {
    damaged: 'What was saved is damaged on this disk and was not sent. Enter it again, then withdraw this one.',
    'not-sendable': 'This request cannot be written. Correct it or enter it again.',
    Delete: 'Deleted at the service.',
    withoutWords: ({ status }) => `no reason given (HTTP ${status})`,
    notMade: ({ code }) => `it could not be made (${code})`,
  },
};
