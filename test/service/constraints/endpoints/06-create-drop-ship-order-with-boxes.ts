import { length, listOf, object, one, required, strings, table } from '../field-table.ts';
import { fullSender, fullShipToAddress, sender, shipToAddress } from '../objects/addresses.ts';
import { boxContainer, fullBoxContainer } from '../objects/box-container.ts';
import { clientSigns } from '../patterns.ts';
import type { EndpointList } from '../request-case.ts';

const minimal = {
  endpoint: 6,
  body: { PackageId: '', Location: '', ServiceCode: '', ContainerInfos: [], ShipToAddress: {} },
};

const full = {
  endpoint: 6,
  body: {
    PackageId: 'PD-0006',
    Location: 'SZ-01',
    ServiceCode: 'DE-BOX',
    ContainerInfos: [fullBoxContainer, fullBoxContainer],
    ShipToAddress: fullShipToAddress,
    ShipperInfo: fullSender,
    Custom: 'box {n}',
    VatCode: 'DE000000000',
    Remark: 'by hand',
  },
};

export const createDropShipOrderWithBoxes: EndpointList = {
  endpoint: 6,
  body: table(
    'body of 6',
    'body',
    required('PackageId', length(50, clientSigns)),
    required('Location', length(20)),
    required('ServiceCode', length(30)),
    required('ContainerInfos', listOf(boxContainer)),
    required('ShipToAddress', object(shipToAddress)),
    one('ShipperInfo', object(sender)),
    one('Custom', length(1000)),
    strings('VatCode'),
    one('Remark', length(1000)),
  ),
  minimal,
  full,
  accepts: [],
  refuses: [],
  doubts: [],
  sent: [
    {
      why: 'everything as given',
      request: full,
      method: 'POST',
      path: '/v1/directExpressOrdersHaveBox',
      body: full.body,
    },
  ],
};
