import { legal, readAsBreach } from '../by-hand.ts';
import { set } from '../change.ts';
import { required, table } from '../field-table.ts';
import type { EndpointList } from '../request-case.ts';

const only = { endpoint: 16, path: { packageId: 'PD-0001' } };

export const getDropShipOrderStatus: EndpointList = {
  endpoint: 16,
  path: table('path of 16', 'parameter', required('packageId', { is: 'string', neverEmpty: true })),
  minimal: only,
  full: only,
  accepts: [
    legal('the limits of the creates are not repeated here', set(only, 'path', '$.packageId', 'a.b/é '.repeat(20))),
  ],
  refuses: [],
  doubts: ['.', '..'].map((dots) =>
    readAsBreach(
      `a path of ${dots}`,
      'Whoever resolves the address takes it for another one, encoded or not, so it cannot be asked for.',
      set(only, 'path', '$.packageId', dots),
      'path',
      '$.packageId',
    ),
  ),
  sent: [
    { why: 'everything as given', request: only, method: 'GET', path: '/v1/directExpressOrders/PD-0001/status' },
    {
      why: 'characters that an address cannot contain are percent-encoded',
      request: { endpoint: 16, path: { packageId: 'a/b?c#d%e f' } },
      method: 'GET',
      path: '/v1/directExpressOrders/a%2Fb%3Fc%23d%25e%20f/status',
    },
  ],
};
