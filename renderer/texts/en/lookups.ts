import { counting } from '../plural.ts';

const n = counting('en');

export const lookups = {
  age: {
    asking: 'Checking with the service …',
    askingOf: (p: { when: string }) => `As of ${p.when}; checking again …`,
    askingSince: (p: { since: string }) => `${p.since} old, checking`,
    none: 'Nothing known yet',
    fresh: (p: { when: string }) => `Fresh, as of ${p.when}`,
    old: (p: { when: string }) => `As of ${p.when}, not fresh`,
    notFresh: 'not fresh',
  },
  why: {
    offline: 'The service cannot be reached now. This is what it said last.',
    offlineUnknown: 'The service cannot be reached now. This is looked up as soon as it can be.',
    unknown: 'The service does not know this.',
    patience: (p: { time: string }) =>
      p.time === '' ? 'The service asks for patience.' : `The service asks for patience: try again in ${p.time}.`,
    refused: (p: { status: string; text: string }) => `The service answered with status ${p.status}: ${p.text}`,
    notShown: (p: { text: string }) => `The answer came in an unexpected form. ${p.text}`,
  },
  whyWord: { offline: 'offline', unknown: 'unknown there', patience: 'must wait', failed: 'no answer' },
  list: {
    asking: (p: { count: string }) => `${p.count} not answered yet`,
    help: 'Enter opens a row, Space chooses it, Shift with arrows chooses many.',
  },
  raw: {
    unexpected: (p: { count: string }) => n(p.count, 'Unexpected answer in # place', 'Unexpected answer in # places'),
    expectedFound: (p: { due: string; came: string }) => `${p.due} was expected, ${p.came} came`,
    outsideRule: 'outside the documented rule',
    kind: {
      text: 'text',
      'a number': 'a number',
      'a whole number': 'a whole number',
      'true or false': 'true or false',
      'a list': 'a list',
      'an object': 'an object',
      null: 'null',
      'no finite number': 'no finite number',
    },
    unexpectedMeans: 'What could be read is shown; what the service wrote stands below, word for word.',
    whole: 'All the service said, as it came',
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
