import { boxes } from './box-fields.ts';
import type { FormFields } from './form-fields.ts';
import { recipient, recipientMore, sender } from './party-fields.ts';

/** Endpoint 6. */
export const boxOrderFields: FormFields = {
  endpoint: 6,
  first: [{ name: 'order', fields: ['PackageId', 'ServiceCode', 'Location'] }, recipient('ShipToAddress')],
  choices: [],
  lists: [boxes],
  folded: [
    recipientMore('ShipToAddress'),
    { name: 'handling', fields: ['Custom', 'VatCode', 'Remark'] },
    sender('ShipperInfo'),
  ],
  foldedLists: [],
};
