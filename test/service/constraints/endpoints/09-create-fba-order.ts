import { breach } from '../by-hand.ts';
import { length, listOf, one, required, strings, table, text } from '../field-table.ts';
import { boxContainer, fullBoxContainer } from '../objects/box-container.ts';
import { clientSigns } from '../patterns.ts';
import type { EndpointList } from '../request-case.ts';

const minimal = {
  endpoint: 9,
  body: {
    WarehouseCode: 'FRA3',
    ShipmentId: 'F',
    ReferenceId: '1',
    PackageId: '',
    Location: '',
    ServiceCode: '',
    ContainerInfos: [],
  },
};

const full = {
  endpoint: 9,
  body: {
    WarehouseCode: 'FRA3',
    ShipmentId: 'FBA15ABCDEFGHIJ',
    ReferenceId: '1ABCDEFG2345',
    PackageId: 'PD-0009',
    Location: 'SZ-01',
    ServiceCode: 'FBA-AIR',
    ContainerInfos: [fullBoxContainer, fullBoxContainer],
    Custom: 'box {n}',
    VatCode: 'DE000000000',
    Remark: 'by hand',
  },
};

export const createFbaOrder: EndpointList = {
  endpoint: 9,
  body: table(
    'body of 9',
    'body',
    required('WarehouseCode', text),
    required('ShipmentId', { is: 'string', longest: 15 }),
    required('ReferenceId', { is: 'string', longest: 12 }),
    required('PackageId', length(50, clientSigns)),
    required('Location', length(20)),
    required('ServiceCode', length(30)),
    required('ContainerInfos', listOf(boxContainer)),
    one('Custom', length(1000)),
    strings('VatCode'),
    one('Remark', length(1000)),
  ),
  minimal,
  full,
  accepts: [],
  refuses: [
    breach('unknown name', 'body', '$.WareHouseCode', 'WarehouseCode as endpoint 8 spells it', {
      endpoint: 9,
      body: { ...full.body, WareHouseCode: 'FRA3' },
    }),
    breach('unknown name', 'body', '$.ShipToAddress', 'an FBA order goes to its warehouse, not to an address', {
      endpoint: 9,
      body: { ...full.body, ShipToAddress: { Country: 'DE' } },
    }),
  ],
  doubts: [],
  sent: [{ why: 'everything as given', request: full, method: 'POST', path: '/v1/fbaOrder', body: full.body }],
};
