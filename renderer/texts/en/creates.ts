import type { CreateTexts } from '../created.ts';

/** Texts about each kind of create. */
export const creates: CreateTexts = {
  'label-order': {
    screen: 'Label order',
    row: 'Label order',
    begin: 'New label order',
    about: 'One parcel, label printed here',
  },
  'drop-ship-order': {
    screen: 'Drop-ship order',
    row: 'Drop-ship order',
    begin: 'New drop-ship order',
    about: 'One parcel straight to its recipient',
  },
  'box-order': {
    screen: 'Box order',
    row: 'Box order',
    begin: 'New box order',
    about: 'Several boxes to one recipient',
  },
  declaration: {
    screen: 'Declaration',
    row: 'Declaration',
    begin: 'New declaration',
    about: 'Contents of a package, for customs',
  },
  'outbound-order': {
    screen: 'Outbound order',
    row: 'Outbound order',
    begin: 'New outbound order',
    about: 'Goods from stock to a recipient',
  },
  'batch-outbound-order': {
    screen: 'Batch outbound order',
    row: 'Batch outbound',
    begin: 'New batch outbound order',
    about: 'Goods from stock, in boxes or on pallets',
  },
  'fba-order': { screen: 'FBA order', row: 'FBA order', begin: 'New FBA order', about: 'Boxes to an FBA warehouse' },
  'inbound-order': {
    screen: 'Inbound order',
    row: 'Inbound order',
    begin: 'New inbound order',
    about: 'Goods arriving at a warehouse',
  },
  sku: { screen: 'SKU', row: 'SKU', begin: 'New SKU', about: 'A product to register with a warehouse' },
};
