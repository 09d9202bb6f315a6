import { breach, legal, readAsBreach } from '../by-hand.ts';
import { drop } from '../change.ts';
import { integers, list, object, one, strings, table, text } from '../field-table.ts';
import type { EndpointList } from '../request-case.ts';

const productStorageQuery = table(
  'ProductStorageQuery',
  'line',
  strings('StorageNo'),
  integers('ClinetId', 'WarehouseId'),
);

const minimal = { endpoint: 13, body: {} };

const full = {
  endpoint: 13,
  body: {
    SkuList: ['CUP-01', 'LAMP-7'],
    CustomStorageNoList: ['ST-0007', 'ST-0008'],
    ProductStorageQuery: { StorageNo: 'ST-0007', ClinetId: 17, WarehouseId: 3 },
  },
};

export const searchSku: EndpointList = {
  endpoint: 13,
  body: table(
    'body of 13',
    'body',
    one('SkuList', list(text)),
    one('CustomStorageNoList', list(text)),
    one('ProductStorageQuery', object(productStorageQuery)),
  ),
  minimal,
  full,
  accepts: [legal('a list alone', { endpoint: 13, body: { SkuList: ['CUP-01'] } })],
  refuses: [
    breach('unknown name', 'body', '$.ProductStorageQuery.ClientId', 'ClinetId as one would expect it', {
      endpoint: 13,
      body: { ProductStorageQuery: { ClientId: 17 } },
    }),
    breach('wrong type', 'body', '$.ProductStorageQuery.WarehouseId', 'WarehouseId is an integer here alone', {
      endpoint: 13,
      body: { ProductStorageQuery: { WarehouseId: 'DE1' } },
    }),
  ],
  doubts: [
    readAsBreach(
      'no body at all',
      'No field is marked required, but a body is documented, and an empty one is {}.',
      drop(full, 'request', '$.body'),
      'body',
      '$',
    ),
  ],
  sent: [
    { why: 'nothing is added', request: minimal, method: 'POST', path: '/v1/sku/lists', body: {} },
    { why: 'everything as given', request: full, method: 'POST', path: '/v1/sku/lists', body: full.body },
  ],
};
