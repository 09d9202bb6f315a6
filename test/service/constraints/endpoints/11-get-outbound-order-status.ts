import { legal, readAsBreach } from '../by-hand.ts';
import { set } from '../change.ts';
import { list, required, table, text } from '../field-table.ts';
import type { EndpointList } from '../request-case.ts';

const minimal = { endpoint: 11, path: { idType: 'PackageId' }, body: { Ids: [] } };
const full = { endpoint: 11, path: { idType: 'PackageId' }, body: { Ids: ['PD-0010', 'PD-0011'] } };

export const getOutboundOrderStatus: EndpointList = {
  endpoint: 11,
  path: table('path of 11', 'parameter', required('idType', { is: 'string', neverEmpty: true })),
  body: table('body of 11', 'body', required('Ids', list(text))),
  minimal,
  full,
  accepts: [
    legal('the values of idType are open', set(full, 'path', '$.idType', 'SvcPackageId')),
    legal("the limit of 20 is the trackings' own", set(full, 'body', '$.Ids', Array.from({ length: 21 }, String))),
  ],
  refuses: [],
  doubts: ['.', '..'].map((dots) =>
    readAsBreach(
      `a path of ${dots}`,
      'Whoever resolves the address takes it for another one, encoded or not, so it cannot be asked for.',
      set(full, 'path', '$.idType', dots),
      'path',
      '$.idType',
    ),
  ),
  sent: [
    {
      why: 'everything as given',
      request: full,
      method: 'POST',
      path: '/v1/outboundOrders/PackageId',
      body: full.body,
    },
    {
      why: 'characters that an address cannot contain are percent-encoded',
      request: { ...full, path: { idType: 'A/B C' } },
      method: 'POST',
      path: '/v1/outboundOrders/A%2FB%20C',
      body: full.body,
    },
  ],
};
