import { legal } from '../by-hand.ts';
import { set } from '../change.ts';
import { decimal, length, listOf, object, one, required, strings, table } from '../field-table.ts';
import { fullSender, fullShipToAddress, sender, shipToAddress } from '../objects/addresses.ts';
import { dropShipLine, fullDropShipLine } from '../objects/drop-ship-line.ts';
import { clientSigns } from '../patterns.ts';
import type { EndpointList } from '../request-case.ts';

const minimal = { endpoint: 7, body: { PackageId: '', Weight: 0, Skus: [], ShipToAddress: {} } };

const full = {
  endpoint: 7,
  body: {
    PackageId: 'PD-0007',
    ServiceCode: 'ES-STD',
    TrackingNumber: 'XX123456789ES',
    Weight: 640.5,
    Length: 20.5,
    Width: 15,
    Height: 10.25,
    Skus: [fullDropShipLine, fullDropShipLine],
    VatCode: 'ESB00000000',
    IOSS: 'IM0000000000',
    ShipToAddress: fullShipToAddress,
    Sender: fullSender,
  },
};

export const declarePackage: EndpointList = {
  endpoint: 7,
  body: table(
    'body of 7',
    'body',
    required('PackageId', length(50, clientSigns)),
    strings('ServiceCode', 'TrackingNumber'),
    required('Weight', { is: 'decimal' }),
    one('Length', decimal(8, 2)),
    one('Width', decimal(8, 2)),
    one('Height', decimal(8, 2)),
    required('Skus', listOf(dropShipLine)),
    strings('VatCode', 'IOSS'),
    required('ShipToAddress', object(shipToAddress)),
    one('Sender', object(sender)),
  ),
  minimal,
  full,
  accepts: [
    legal('a ServiceCode has no limit here', set(full, 'body', '$.ServiceCode', 'x'.repeat(31))),
    legal('the Weight of a SKU line is a number without a limit', set(full, 'body', '$.Skus[0].Weight', 0.0005)),
  ],
  refuses: [],
  doubts: [],
  sent: [
    {
      why: 'everything as given',
      request: full,
      method: 'POST',
      path: '/v1/directExpressOrders/declare',
      body: full.body,
    },
  ],
};
