import { breach, legal } from '../by-hand.ts';
import { set } from '../change.ts';
import { booleans, length, object, one, required, table } from '../field-table.ts';
import { dropShipPackage, fullDropShipPackage } from '../objects/drop-ship-package.ts';
import type { EndpointList } from '../request-case.ts';

const minimal = { endpoint: 1, query: { sync: 0 }, body: { Package: {} } };

const full = {
  endpoint: 1,
  query: { sync: 1 },
  body: { Location: 'SZ-01', Package: fullDropShipPackage, Remark: 'by hand', SubmitLater: true },
};

export const createDropShipOrder: EndpointList = {
  endpoint: 1,
  query: table('query of 1', 'parameter', required('sync', { is: 'integer' })),
  body: table(
    'body of 1',
    'body',
    one('Location', length(20)),
    required('Package', object(dropShipPackage)),
    one('Remark', length(1000)),
    booleans('SubmitLater'),
  ),
  minimal,
  full,
  accepts: [
    legal(
      'a PackageId has no limit and no pattern here',
      set(full, 'body', '$.Package.PackageId', 'a/b c.'.repeat(20)),
    ),
    legal('an HsCode of a SKU line has no pattern', set(full, 'body', '$.Package.Skus[0].HsCode', '6912.00')),
    legal(
      'a date of birth is a plain string',
      set(full, 'body', '$.Package.ShipToAddress.RecipientBirthday', 'unknown'),
    ),
    legal('CodAmountStr is a plain string', set(full, 'body', '$.Package.CodAmountStr', 'ten')),
  ],
  refuses: [
    breach('wrong type', 'query', '$.sync', 'sync in words', set(full, 'query', '$.sync', 'one')),
    breach('wrong case', 'body', '$.package', 'no field of the package counts under another name', {
      ...minimal,
      body: { package: fullDropShipPackage },
    }),
    breach('unknown name', 'body', '$.PackageId', 'fields of the package stand in Package', {
      ...minimal,
      body: { PackageId: 'PD-1', Package: {} },
    }),
  ],
  doubts: [],
  sent: [
    {
      why: 'an absent SubmitLater is left to its default',
      request: minimal,
      method: 'POST',
      path: '/v1/directExpressOrders?sync=0',
      body: { Package: {} },
    },
    {
      why: 'everything as given',
      request: full,
      method: 'POST',
      path: '/v1/directExpressOrders?sync=1',
      body: full.body,
    },
  ],
};
