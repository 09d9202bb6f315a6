import { legal } from '../by-hand.ts';
import { set } from '../change.ts';
import { booleans, length, object, one, required, table } from '../field-table.ts';
import { fullLabelOrderPackage, labelOrderPackage } from '../objects/drop-ship-package.ts';
import type { EndpointList } from '../request-case.ts';

const minimal = { endpoint: 2, body: { Package: {} } };

const full = {
  endpoint: 2,
  body: { Location: 'SZ-01', Package: fullLabelOrderPackage, Remark: 'by hand', SubmitLater: false },
};

export const createDropShipLabelOrder: EndpointList = {
  endpoint: 2,
  body: table(
    'body of 2',
    'body',
    one('Location', length(20)),
    required('Package', object(labelOrderPackage)),
    one('Remark', length(1000)),
    booleans('SubmitLater'),
  ),
  minimal,
  full,
  accepts: [
    legal('a PackageId has no limit and no pattern here', set(full, 'body', '$.Package.PackageId', '..')),
    legal('a ServiceCode has no limit here', set(full, 'body', '$.Package.ServiceCode', 'x'.repeat(31))),
    legal(
      'ExportsDeclareValue has its currency here',
      set(minimal, 'body', '$.Package', { Skus: [{ ExportsDeclareValue: { Value: 1, Currency: 'USD' } }] }),
    ),
  ],
  refuses: [],
  doubts: [],
  sent: [
    {
      why: 'an absent SubmitLater is left to its default',
      request: minimal,
      method: 'POST',
      path: '/v1/directExpressLabelOrders',
      body: { Package: {} },
    },
    {
      why: 'everything as given',
      request: full,
      method: 'POST',
      path: '/v1/directExpressLabelOrders',
      body: full.body,
    },
  ],
};
