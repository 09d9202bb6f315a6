import { length, list, one, required, table, booleans } from '../field-table.ts';
import { clientSigns, oneToTenSigns } from '../patterns.ts';
import type { EndpointList } from '../request-case.ts';

const measure = { is: 'decimal', from: 0.01, to: 1_000_000 } as const;

const minimal = {
  endpoint: 17,
  body: { Weight: 0.01, Length: 0.01, Width: 0.01, Height: 0.01, WarehouseId: 'D', Country: '' },
};

const full = {
  endpoint: 17,
  body: {
    ServiceCode: ['DE-STD', 'DE-EXP'],
    Weight: 640.5,
    Length: 20.5,
    Width: 15,
    Height: 10.25,
    WarehouseId: 'DE1',
    Country: 'DE',
    Postcode: '10117',
    Address: 'Unter den Linden 1',
    City: 'Berlin',
    Province: 'BE',
    IncludeUnsuccessful: true,
  },
};

export const outboundPricing: EndpointList = {
  endpoint: 17,
  body: table(
    'body of 17',
    'body',
    one('ServiceCode', list(length(30, clientSigns))),
    required('Weight', measure),
    required('Length', measure),
    required('Width', measure),
    required('Height', measure),
    required('WarehouseId', length(10, oneToTenSigns)),
    required('Country', length(100)),
    one('Postcode', length(50)),
    one('Address', length(200)),
    one('City', length(100)),
    one('Province', length(100)),
    booleans('IncludeUnsuccessful'),
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
      path: '/v1/pricing/all/outbound/package',
      body: full.body,
    },
  ],
};
