import { breach } from './by-hand.ts';
import type { Breach } from './request-case.ts';

const body = { Skus: [], WarehouseId: '' };

/** Lines that name no endpoint, or one that does not exist, or are not a request at all. */
export const noEndpoint: readonly Breach[] = [
  ...[null, [], [{ endpoint: 20, body }], 'x', '', 20, true].map((request) =>
    breach('envelope', 'request', '$', `${JSON.stringify(request)} is no request`, request),
  ),
  ...[0, 21, 2.5, -1, 100, 1e21, '20', '', 'createSku', null, true, [20], {}].map((endpoint) =>
    breach('envelope', 'request', '$.endpoint', `endpoint ${JSON.stringify(endpoint)} is none of the 20`, {
      endpoint,
      body,
    }),
  ),
  breach('envelope', 'request', '$.endpoint', 'no endpoint', { body }),
  breach('envelope', 'request', '$.endpoint', 'nothing at all', {}),
  breach('envelope', 'request', '$.Endpoint', 'endpoint in another case', { Endpoint: 20, body }),
];
