import { legal, readAsBreach } from '../by-hand.ts';
import { set } from '../change.ts';
import { one, required, table, text } from '../field-table.ts';
import type { EndpointList } from '../request-case.ts';

const minimal = { endpoint: 3, path: { shipmentId: 'IN-0001' } };
const full = { endpoint: 3, path: { shipmentId: 'IN-0001' }, query: { idType: 'PackageId' } };

export const getInboundOrderStatus: EndpointList = {
  endpoint: 3,
  // The section Limits gives the inbound ShipmentId 50, and this is one, although spelt differently.
  path: table('path of 3', 'parameter', required('shipmentId', { is: 'string', perhapsLongest: 50, neverEmpty: true })),
  query: table('query of 3', 'parameter', one('idType', text)),
  minimal,
  full,
  accepts: [
    legal('the values of idType are open', set(full, 'query', '$.idType', 'ShipmentId')),
    legal('the pattern of the create is not repeated here', set(full, 'path', '$.shipmentId', 'IN 1/é')),
  ],
  refuses: [],
  doubts: ['.', '..'].map((dots) =>
    readAsBreach(
      `a path of ${dots}`,
      'Whoever resolves the address takes it for another one, encoded or not, so it cannot be asked for.',
      set(minimal, 'path', '$.shipmentId', dots),
      'path',
      '$.shipmentId',
    ),
  ),
  sent: [
    {
      why: 'idType as given',
      request: full,
      method: 'GET',
      path: '/v1/inboundOrders/IN-0001/status?idType=PackageId',
    },
    {
      why: 'characters that an address cannot contain are percent-encoded',
      request: { endpoint: 3, path: { shipmentId: 'a/b?c#d%e f&é' }, query: { idType: 'A B' } },
      method: 'GET',
      path: '/v1/inboundOrders/a%2Fb%3Fc%23d%25e%20f%26%C3%A9/status?idType=A%20B',
    },
  ],
};
