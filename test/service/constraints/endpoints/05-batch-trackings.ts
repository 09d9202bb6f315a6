import { breach, legal } from '../by-hand.ts';
import { set } from '../change.ts';
import { one, required, table, text } from '../field-table.ts';
import type { EndpointList } from '../request-case.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, index) => `XX${100000000 + index}ES`);

const minimal = { endpoint: 5, body: { TrackingNumbers: [] } };
const full = { endpoint: 5, query: { lang: 'en' }, body: { TrackingNumbers: numbers(2) } };

const asking = (count: number) => set(full, 'body', '$.TrackingNumbers', numbers(count));

export const batchTrackings: EndpointList = {
  endpoint: 5,
  query: table('query of 5', 'parameter', one('lang', text)),
  body: table('body of 5', 'body', required('TrackingNumbers', { is: 'list', of: text, atMost: 20 })),
  minimal,
  full,
  accepts: [
    legal('any language', set(full, 'query', '$.lang', 'pt-BR')),
    legal('19 tracking numbers', asking(19)),
    legal('one number twice', set(full, 'body', '$.TrackingNumbers', ['XX1', 'XX1'])),
  ],
  refuses: [
    breach('too many elements', 'body', '$.TrackingNumbers', '22 tracking numbers', asking(22)),
    breach('too many elements', 'body', '$.TrackingNumbers', '200 tracking numbers', asking(200)),
    breach(
      'too many elements',
      'body',
      '$.TrackingNumbers',
      '21 times the same number',
      set(
        full,
        'body',
        '$.TrackingNumbers',
        Array.from({ length: 21 }, () => 'XX1'),
      ),
    ),
  ],
  doubts: [],
  sent: [
    {
      why: 'an absent lang is sent as zh',
      request: minimal,
      method: 'POST',
      path: '/v1/trackings?lang=zh',
      body: minimal.body,
    },
    { why: 'everything as given', request: full, method: 'POST', path: '/v1/trackings?lang=en', body: full.body },
  ],
};
