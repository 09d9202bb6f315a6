import { booleans, integers, length, listOf, one, required, table } from '../field-table.ts';
import { clientSigns } from '../patterns.ts';
import type { EndpointList } from '../request-case.ts';

/** The section Limits gives pricing dimensions and weight a range, without stating whether it covers these. */
const measure = { is: 'number', perhapsFrom: 0.01, perhapsTo: 1_000_000 } as const;

const pricedBox = table(
  'box of inbound pricing',
  'box',
  one('Weight', measure),
  one('Length', measure),
  one('Width', measure),
  one('Height', measure),
  integers('Quantity'),
);

const fullBox = { Weight: 12.4, Length: 60, Width: 40.5, Height: 35, Quantity: 2 };

const minimal = { endpoint: 14, body: { WarehouseId: '', Boxes: [] } };

const full = {
  endpoint: 14,
  body: {
    ServiceCode: 'SEA-DE',
    WarehouseId: 'DE1',
    LocationId: 'SZ-01',
    Boxes: [fullBox, fullBox],
    IncludeUnsuccessful: true,
    IsCustomsClearance: false,
    IsBorrowTaxNo: false,
  },
};

export const inboundPricing: EndpointList = {
  endpoint: 14,
  body: table(
    'body of 14',
    'body',
    one('ServiceCode', length(30, clientSigns)),
    required('WarehouseId', length(10, clientSigns)),
    one('LocationId', length(30)),
    required('Boxes', listOf(pricedBox)),
    booleans('IncludeUnsuccessful', 'IsCustomsClearance', 'IsBorrowTaxNo'),
  ),
  minimal,
  full,
  accepts: [],
  refuses: [],
  doubts: [],
  sent: [
    { why: 'everything as given', request: full, method: 'POST', path: '/v1/pricing/inbound/box', body: full.body },
  ],
};
