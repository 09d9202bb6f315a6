import { legal } from '../by-hand.ts';
import { set } from '../change.ts';
import { booleans, length, object, one, required, strings, table } from '../field-table.ts';
import { fullOutboundPackage, outboundPackage } from '../objects/outbound-package.ts';
import type { EndpointList } from '../request-case.ts';

const minimal = { endpoint: 10, body: { Package: {} } };

const full = {
  endpoint: 10,
  body: {
    WarehouseId: 'DE1',
    Package: fullOutboundPackage,
    Remark: 'by hand',
    ShipmentDeadline: '2026-05-01 17:00',
    Channel: 'shop',
    SubmitLater: true,
  },
};

export const createOutboundOrder: EndpointList = {
  endpoint: 10,
  body: table(
    'body of 10',
    'body',
    one('WarehouseId', length(30)),
    required('Package', object(outboundPackage)),
    one('Remark', length(200)),
    strings('ShipmentDeadline', 'Channel'),
    booleans('SubmitLater'),
  ),
  minimal,
  full,
  accepts: [
    legal('a ShipmentDeadline is a plain string', set(full, 'body', '$.ShipmentDeadline', 'tomorrow')),
    legal('a ShipmentId has no limit here', set(full, 'body', '$.Package.ShipmentId', 'x y/'.repeat(20))),
    legal(
      'a PackageId has no limit and no pattern here',
      set(full, 'body', '$.Package.PackageId', 'a.b/c '.repeat(20)),
    ),
  ],
  refuses: [],
  doubts: [],
  sent: [
    {
      why: 'an absent SubmitLater is left to its default',
      request: minimal,
      method: 'POST',
      path: '/v1/outboundOrders',
      body: { Package: {} },
    },
    { why: 'everything as given', request: full, method: 'POST', path: '/v1/outboundOrders', body: full.body },
  ],
};
