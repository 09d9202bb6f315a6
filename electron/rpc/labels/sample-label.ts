import type { LabelOrder } from '../../outbox/read-labels.ts';

/** A sample order that previews the label settings. */
export const sampleOrder: LabelOrder = {
  id: '',
  key: 'SAMPLE-7',
  TrackingNumber: 'LX000000007CN',
  provisional: false,
  copy: 1,
  drawnFrom: Buffer.alloc(0),
  ShippingProvider: 'Carrier',
  body: {
    Package: {
      ServiceCode: 'EXPRESS',
      Weight: 480,
      Custom: 'Shelf B4',
      ShipToAddress: {
        Contact: 'Anna Schmidt',
        Phone: '+49 30 0000000',
        Country: 'DE',
        City: 'Berlin',
        Street1: 'Hauptstraße',
        HouseNumber: '12',
        Postcode: '10115',
      },
      Sender: {
        Contact: '仓库 Warehouse 1',
        Phone: '+86 755 00000000',
        Country: 'CN',
        Province: '广东省',
        City: '深圳市',
        Street1: '科技园南路',
        HouseNumber: '18号',
        Postcode: '518057',
      },
      Skus: [
        { Sku: 'MUG-350-BLU', Quantity: 2, DeclareNameEn: 'Ceramic mug' },
        { Sku: 'SCF-WOOL-GRY', Quantity: 1, DeclareNameEn: 'Wool scarf' },
      ],
    },
  },
};
