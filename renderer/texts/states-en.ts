import { counting } from './plural.ts';
import type { StateTexts } from './states.ts';

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
      `Tried ${n(tries, 'once', '# times')}. The service did not take it, and nothing was made there.`,
    queuedMaybeTaken: 'Tried, but an answer was lost: the service may have taken it already.',
    sending: ({ tries }) => `On its way to the service now, try ${tries}.`,
    unsure: 'It was sent, but the answer was lost. Nobody knows yet whether the service took it.',
    unsureRefused: ({ reason }) =>
      `The service refused it: ${reason} That may only mean that an earlier try, whose answer was lost, was taken.`,
    accepted: 'The service has taken it, but has not yet said what became of it.',
    acceptedWithNumber: ({ number }) =>
      `The service has taken it under number ${number}; the outcome is not final yet.`,
    refused: ({ reason }) => `The service refused it: ${reason}`,
    refusedNoReason: 'The service refused it and gave no reason.',
    done: 'The service has taken it. It is done.',
    doneWithNumber: ({ number }) => `The service made it. Tracking number ${number}.`,
    withdrawn: 'Taken back at this desk. It is kept here for the record.',
  },
  next: {
    draft: 'It waits until someone submits it.',
    hold: ({ time }) => `It can still be changed or withdrawn. It is sent ${time}.`,
    turn: 'It is sent as soon as its turn comes, in a moment.',
    turnOffline: 'It is sent by itself when the service can be reached again.',
    askOffline: 'The desk checks with the service when it can be reached again.',
    turnPaused: 'It is sent when the pause is over; see the message at the top.',
    turnEndpointPaused: ({ status }) =>
      `The service answers ${status} to this kind of order, so the kind is paused. The desk tries it again by itself.`,
    turnTroubled:
      'This kind of order does not go well at the service now. It is sent when its turn comes; others go on.',
    turnStopped: 'Sending has stopped. It is sent after Parcel Desk was closed and started again.',
    answer: ({ limit }) => `The desk waits for the answer, at most ${limit}.`,
    entry: ({ key }) => `It needs ${key} and is sent after that one is taken. "Send anyway" does not wait for it.`,
    retry: ({ time }) => `The desk tries again by itself ${time}.`,
    statusCheck: ({ time }) => `The desk checks whether the service has it, next ${time}. It is not sent again before.`,
    outcome: ({ time }) => `The desk checks what became of it, next ${time}.`,
    outcomeStuck: ({ time }) =>
      `This takes longer than usual. The desk keeps checking, next ${time}; a call to the service may help.`,
    person: 'It waits for a decision of a person. Nothing happens by itself.',
    mend: 'It keeps its place until someone corrects it, says that it was taken, or withdraws it.',
    healing: 'The desk still checks now and then, since the service may repair it.',
    nothing: 'Nothing more happens.',
    toPrint: 'Its label is still to be printed. Nothing more happens at the service.',
  },
  waits: {
    draft: 'to be submitted',
    hold: ({ time }) => `goes ${time}`,
    turn: 'its turn',
    turnOffline: 'the connection',
    turnPaused: 'the end of the pause',
    turnTroubled: 'its turn; this kind goes badly',
    answer: 'the answer',
    entry: ({ key }) => `entry ${key}`,
    retry: ({ time }) => `next try ${time}`,
    statusCheck: ({ time }) => `status check ${time}`,
    outcome: ({ time }) => `outcome, checked ${time}`,
    person: 'your decision',
    mend: 'a correction',
    nothing: '',
  },
  mark: {
    'maybe-taken': {
      word: 'Maybe taken',
      means: () =>
        'The service may have this order already. The mark stays until a check shows that it does not, or a person decides.',
    },
    damaged: {
      word: 'Damaged',
      means: () =>
        'What is stored about it is damaged on this disk, and what stands here may be wrong. Compare it with the paper and with the service.',
    },
    'maybe-twice': {
      word: 'Maybe twice',
      means: () =>
        'An answer was lost and it was sent again, so it may have arrived more than once. Nothing at the service tells; this mark stays.',
    },
    conflict: { word: 'Conflict', means: () => 'What the service has under this number may not be this order.' },
    replaced: {
      word: 'Replaced',
      means: ({ key }) => `Replaced by ${key}. It is not sent again, and no label of it is printed again.`,
    },
    replaces: { word: 'Replacement', means: ({ key }) => `Made in place of ${key}.` },
    'to-cancel': {
      word: 'To cancel',
      means: () => 'The service has no cancel. Someone must cancel this order there, then tick it off here.',
    },
    stuck: { word: 'Stuck', means: () => 'Accepted for longer than usual without an outcome.' },
    provisional: {
      word: 'Provisional',
      means: () => 'The tracking number may still change; then the label is printed again.',
    },
  },
  question: {
    'may-be-there': {
      ask: 'Did the service take this order?',
      know: 'The answer was lost, and no status can prove what became of it. Look at the service, or call it, before you decide.',
    },
    'was-there-before': {
      ask: 'Is the record at the service this order?',
      know: 'Something is at the service under this number that may be none of this: it was there before the first try, or it is this order as it was before it was corrected. Compare the two. If it is this order as it stands here, say so; if not, replace this one under a new number.',
    },
    'another-record': {
      ask: 'Is the record found at the service this order?',
      know: 'The service has a record under this number, but its service code or country is another.',
    },
    'unknown-text': {
      ask: 'Does this answer mean that the service took it?',
      know: 'This text is new here, and the service says no more about entries of this kind. Your answer counts for every entry that is answered so, now and later.',
    },
    damaged: {
      ask: 'What does the service have under this number?',
      know: 'What is stored about this entry is damaged on this disk, so the desk cannot tell. Look at the service, or call it, then decide.',
    },
    'endpoint-unproven': {
      ask: 'Did the service take this order?',
      know: 'The service says it knows no such order. It has never yet known one of this kind from this desk, so that proves nothing.',
    },
  },
  questionUnknown: {
    ask: 'What is to happen with this order?',
    know: 'The desk cannot decide this by itself. The tries below show what came back.',
  },
};
