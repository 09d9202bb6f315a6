import { counting } from '../plural.ts';

const n = counting('en');

export const lookups = {
  age: {
    asking: 'Checking with the service …',
    askingOf: (p: { when: string }) => `As of ${p.when}; checking again …`,
    askingSince: (p: { since: string }) => `${p.since} old, checking`,
    none: 'Nothing known yet',
    fresh: (p: { when: string }) => `Up to date, as of ${p.when}`,
    old: (p: { when: string }) => `As of ${p.when}, outdated`,
    notFresh: 'outdated',
  },
  why: {
    offline: 'The service cannot be reached now. This is its last answer.',
    offlineUnknown: 'The service cannot be reached now. This is looked up as soon as possible.',
    unknown: 'The service does not know this.',
    patience: (p: { time: string }) =>
      p.time === '' ? 'The service asks to wait.' : `The service asks to wait: try again in ${p.time}.`,
    refused: (p: { status: string; text: string }) => `The service answered with status ${p.status}: ${p.text}`,
    notShown: (p: { text: string }) => `The answer has an unexpected format. ${p.text}`,
  },
  whyWord: { offline: 'offline', unknown: 'unknown to the service', patience: 'must wait', failed: 'no answer' },
  list: {
    asking: (p: { count: string }) => `${p.count} not answered yet`,
    help: 'Enter opens a row, Space selects it, Shift with arrows selects several.',
  },
  raw: {
    unexpected: (p: { count: string }) => n(p.count, 'Unexpected answer in # place', 'Unexpected answer in # places'),
    expectedFound: (p: { due: string; came: string }) => `expected ${p.due}, got ${p.came}`,
    outsideRule: 'outside the documented rule',
    kind: {
      text: 'text',
      'a number': 'a number',
      'a whole number': 'a whole number',
      'true or false': 'true or false',
      'a list': 'a list',
      'an object': 'an object',
      null: 'null',
      'no finite number': 'not a finite number',
    },
    unexpectedMeans: 'What could be read is shown; the full answer of the service is below.',
    whole: 'Full response',
  },
  many: {
    placeholder: 'Scan, type or paste',
    count: (p: { count: string }) => n(p.count, '# number', '# numbers'),
    repeated: (p: { count: string }) => `${p.count} repeated`,
    tooLong: (p: { count: string }) => `${p.count} too long, left out`,
    firstOf: (p: { most: string }) => `At most ${p.most} at once: only the first are looked up.`,
    tooMany: (p: { most: string }) => `At most ${p.most} at once.`,
  },
};
