import { breach } from '../by-hand.ts';
import { set } from '../change.ts';
import { length, list, required, table, text } from '../field-table.ts';
import type { EndpointList } from '../request-case.ts';

const minimal = { endpoint: 20, body: { Skus: [], WarehouseId: '' } };
const full = { endpoint: 20, body: { Skus: ['CUP-01', 'LAMP-7'], WarehouseId: 'DE1' } };

export const getInventoryByBody: EndpointList = {
  endpoint: 20,
  body: table('body of 20', 'body', required('Skus', list(text)), required('WarehouseId', length(30))),
  minimal,
  full,
  accepts: [],
  refuses: [
    breach('wrong type', 'body', '$.Skus', 'text with commas, as endpoint 19 has it', {
      ...set(full, 'body', '$.Skus', 'CUP-01,LAMP-7'),
    }),
  ],
  doubts: [],
  sent: [{ why: 'everything as given', request: full, method: 'POST', path: '/v1/inventories', body: full.body }],
};
