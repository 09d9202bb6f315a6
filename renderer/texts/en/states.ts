import { counting } from '../plural.ts';
import type { StateTexts } from '../states.ts';

const n = counting('en');

export const states: StateTexts = {
  word: {
    draft: 'Draft',
    queued: 'Queued',
    sending: 'Sending',
    unsure: 'Unsure',
    accepted: 'Accepted',
    refused: 'Refused',
    done: 'Done',
    withdrawn: 'Withdrawn',
  },
  list: {
    all: 'All',
    open: 'Open',
    'needs-you': 'Needs you',
    waiting: 'Waiting',
    asking: 'To decide',
    stuck: 'Stuck',
    'to-cancel': 'To cancel',
  },
  happened: {
    draft: 'Saved on this desk as a draft. Nothing was sent.',
    queuedNew: 'Saved on this desk. Nothing was sent yet.',
    queuedTried: ({ tries }) =>
      `Tried ${n(tries, 'once', '# times')}. The service did not accept it, and nothing was created.`,
    queuedMaybeTaken: 'Sent, but the answer was lost: the service may already have it.',
    sending: ({ tries }) => `Being sent now, attempt ${tries}.`,
    unsure: 'Sent, but the answer was lost. It is not known yet whether the service has it.',
    unsureRefused: ({ reason }) =>
      `The service refused it: ${reason} This may only mean that an earlier attempt, whose answer was lost, was accepted.`,
    accepted: 'The service accepted it; there is no result yet.',
    acceptedWithNumber: ({ number }) => `The service accepted it under number ${number}; the result is not final yet.`,
    refused: ({ reason }) => `The service refused it: ${reason}`,
    refusedNoReason: 'The service refused it and gave no reason.',
    done: 'The service has it. Done.',
    doneWithNumber: ({ number }) => `The service created it. Tracking number ${number}.`,
    withdrawn: 'Withdrawn at this desk. Kept for the record.',
  },
  next: {
    draft: 'Waiting to be submitted.',
    hold: ({ time }) => `You can still change or withdraw it. It is sent ${time}.`,
    turn: 'It is sent in a moment.',
    turnOffline: 'It is sent automatically when the service can be reached again.',
    askOffline: 'The desk checks with the service when it can be reached again.',
    turnPaused: 'It is sent when the pause is over; see the message at the top.',
    turnEndpointPaused: ({ status }) =>
      `The service answers ${status} to this kind of order, so the kind is paused. The desk retries automatically.`,
    turnTroubled: 'This kind of order is failing at the service. It is sent when its turn comes; others continue.',
    turnStopped: 'Sending has stopped. It is sent after Parcel Desk is restarted.',
    answer: ({ limit }) => `The desk waits for the answer, at most ${limit}.`,
    entry: ({ key }) => `It needs ${key} and is sent once the service has that one. “Send anyway” does not wait.`,
    retry: ({ time }) => `The desk retries ${time}.`,
    statusCheck: ({ time }) =>
      `The desk checks whether the service has it, next ${time}. It is not resent before that.`,
    outcome: ({ time }) => `The desk checks for the result, next ${time}.`,
    outcomeStuck: ({ time }) =>
      `This takes longer than usual. The desk keeps checking, next ${time}; a call to the service may help.`,
    person: 'It waits for your decision.',
    mend: 'It keeps its place until someone corrects it, confirms that the service has it, or withdraws it.',
    healing: 'The desk still checks from time to time, because the service may fix it.',
    nothing: 'Nothing more to do.',
    toPrint: 'Its label still needs to be printed.',
  },
  waits: {
    draft: 'to be submitted',
    hold: ({ time }) => `sent ${time}`,
    turn: 'its turn',
    turnOffline: 'the connection',
    turnPaused: 'the end of the pause',
    turnTroubled: 'its turn; this kind is failing',
    answer: 'the answer',
    entry: ({ key }) => `entry ${key}`,
    retry: ({ time }) => `retry ${time}`,
    statusCheck: ({ time }) => `status check ${time}`,
    outcome: ({ time }) => `result, checked ${time}`,
    person: 'your decision',
    mend: 'a correction',
    nothing: '',
  },
  mark: {
    'maybe-taken': {
      word: 'Possibly sent',
      means: () =>
        'The service may already have this order. The mark stays until a check shows that it does not, or someone decides.',
    },
    damaged: {
      word: 'Damaged',
      means: () =>
        'Its data is damaged on this disk and may be shown wrong. Compare it with your papers and the service.',
    },
    'maybe-twice': {
      word: 'Possible duplicate',
      means: () =>
        'An answer was lost and it was resent, so it may have arrived more than once. The service cannot tell; this mark stays.',
    },
    conflict: {
      word: 'Conflict',
      means: () => 'The record at the service under this number may be a different order.',
    },
    replaced: {
      word: 'Replaced',
      means: ({ key }) => `Replaced by ${key}. It is not resent, and its label is not printed again.`,
    },
    replaces: { word: 'Replacement', means: ({ key }) => `Replaces ${key}.` },
    'to-cancel': {
      word: 'To cancel',
      means: () => 'Cancel this order with the service, then tick it off here.',
    },
    stuck: { word: 'Stuck', means: () => 'Accepted for longer than usual without a result.' },
    provisional: {
      word: 'Provisional',
      means: () => 'The tracking number may still change; then the label is printed again.',
    },
  },
  question: {
    'may-be-there': {
      ask: 'Does the service have this order?',
      know: 'The answer was lost, and no status check can settle it. Look it up at the service, or call them, before you decide.',
    },
    'was-there-before': {
      ask: 'Is the record at the service this order?',
      know: 'The service already had a record under this number: another order, or this one before it was corrected. Compare the two. If they are the same, say so; if not, replace this order under a new number.',
    },
    'another-record': {
      ask: 'Is the record found at the service this order?',
      know: 'The service has a record under this number, but with a different service code or country.',
    },
    'unknown-text': {
      ask: 'Does this answer mean the service accepted it?',
      know: 'This text is new, and the service reports nothing further for this kind of entry. Your decision applies to every entry with this answer, now and later.',
    },
    damaged: {
      ask: 'What does the service have under this number?',
      know: 'The data of this entry is damaged on this disk, so the desk cannot tell. Look it up at the service, or call them, then decide.',
    },
    'endpoint-unproven': {
      ask: 'Does the service have this order?',
      know: 'The service says it does not know this order. It has never found an order of this kind from this desk, so that proves nothing.',
    },
  },
  questionUnknown: {
    ask: 'What should happen with this order?',
    know: 'The desk cannot decide this. The attempts below show what came back.',
  },
};
