import { legal, readAsBreach } from '../by-hand.ts';
import { set } from '../change.ts';
import { one, required, table, text } from '../field-table.ts';
import type { EndpointList } from '../request-case.ts';

const minimal = { endpoint: 12, path: { trackingNumber: 'XX123456789ES' } };
const full = { endpoint: 12, path: { trackingNumber: 'XX123456789ES' }, query: { lang: 'en' } };

export const getTrackingsForPackage: EndpointList = {
  endpoint: 12,
  path: table('path of 12', 'parameter', required('trackingNumber', { is: 'string', neverEmpty: true })),
  query: table('query of 12', 'parameter', one('lang', text)),
  minimal,
  full,
  accepts: [
    legal('any language', set(full, 'query', '$.lang', 'pt-BR')),
    legal('any tracking number', set(full, 'path', '$.trackingNumber', '运单 1/2?')),
  ],
  refuses: [],
  doubts: [
    ...['.', '..'].map((dots) =>
      readAsBreach(
        `a path of ${dots}`,
        'Whoever resolves the address takes it for another one, encoded or not, so it cannot be asked for.',
        set(full, 'path', '$.trackingNumber', dots),
        'path',
        '$.trackingNumber',
      ),
    ),
  ],
  sent: [
    {
      why: 'an absent lang is sent as zh',
      request: minimal,
      method: 'GET',
      path: '/v1/trackings/XX123456789ES?lang=zh',
    },
    {
      why: 'characters that an address cannot contain are percent-encoded',
      request: { endpoint: 12, path: { trackingNumber: '运单/1' }, query: { lang: 'en&x=1' } },
      method: 'GET',
      path: '/v1/trackings/%E8%BF%90%E5%8D%95%2F1?lang=en%26x%3D1',
    },
  ],
};
