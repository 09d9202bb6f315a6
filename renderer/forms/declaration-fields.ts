import type { FormFields } from './form-fields.ts';
import { recipient, recipientMore, sender, sizes } from './party-fields.ts';
import { dropShipLineFirst, dropShipLineMore } from './sku-line-fields.ts';

/** Endpoint 7; its Weight is in grams. */
export const declarationFields: FormFields = {
  endpoint: 7,
  first: [{ name: 'order', fields: ['PackageId', 'TrackingNumber', 'Weight'] }, recipient('ShipToAddress')],
  choices: [],
  lists: [
    {
      name: 'goods',
      list: 'Skus',
      columns: dropShipLineFirst,
      more: dropShipLineMore,
      pieces: 'Quantity',
      weight: 'Weight',
      each: true,
      declared: { weight: 'Weight' },
    },
  ],
  folded: [
    { name: 'size', fields: sizes },
    { name: 'handling', fields: ['ServiceCode', 'VatCode', 'IOSS'] },
    recipientMore('ShipToAddress'),
    sender('Sender'),
  ],
  foldedLists: [],
};
