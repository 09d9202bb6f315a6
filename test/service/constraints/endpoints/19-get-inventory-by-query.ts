import { breach, legal, readAsLegal } from '../by-hand.ts';
import { set } from '../change.ts';
import { required, table } from '../field-table.ts';
import type { EndpointList } from '../request-case.ts';

const only = { endpoint: 19, query: { Skus: 'CUP-01,LAMP-7', WarehouseId: 'DE1' } };

const listed = (Skus: unknown) => set(only, 'query', '$.Skus', Skus);

export const getInventoryByQuery: EndpointList = {
  endpoint: 19,
  query: table(
    'query of 19',
    'parameter',
    required('Skus', { is: 'string', neverEmpty: true }),
    // Length 0-30, so it may be empty; but an empty required name in a query has no meaning: left to the doubts.
    required('WarehouseId', { is: 'string', longest: 30 }),
  ),
  minimal: only,
  full: only,
  accepts: [
    legal('one SKU', listed('CUP-01')),
    legal('a hundred SKUs', listed(Array.from({ length: 100 }, (_, index) => `S${index}`).join(','))),
  ],
  refuses: [breach('wrong type', 'query', '$.Skus', 'a list, as endpoint 20 has it', listed(['CUP-01', 'LAMP-7']))],
  doubts: ['CUP-01,', ',CUP-01', 'CUP-01,,LAMP-7', ',', 'CUP-01, LAMP-7', ' '].map((Skus) =>
    readAsLegal(
      `Skus as ${JSON.stringify(Skus)}`,
      'A list separated by commas is all that is said; what stands between them is open.',
      listed(Skus),
      'query',
      '$.Skus',
    ),
  ),
  sent: [
    {
      why: 'the comma stays within its value',
      request: only,
      method: 'GET',
      path: '/v1/inventories?Skus=CUP-01%2CLAMP-7&WarehouseId=DE1',
    },
    {
      why: 'characters that a query cannot contain are percent-encoded',
      request: { endpoint: 19, query: { Skus: 'a&b=c+d e#é,x', WarehouseId: '仓 1' } },
      method: 'GET',
      path: '/v1/inventories?Skus=a%26b%3Dc%2Bd%20e%23%C3%A9%2Cx&WarehouseId=%E4%BB%93%201',
    },
  ],
};
