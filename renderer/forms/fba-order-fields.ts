import { boxes } from './box-fields.ts';
import type { FormFields } from './form-fields.ts';

/** Endpoint 9. */
export const fbaOrderFields: FormFields = {
  endpoint: 9,
  first: [
    {
      name: 'order',
      fields: ['PackageId', 'ServiceCode', 'Location', 'WarehouseCode', 'ShipmentId', 'ReferenceId'],
    },
  ],
  choices: [],
  lists: [boxes],
  folded: [{ name: 'handling', fields: ['Custom', 'VatCode', 'Remark'] }],
  foldedLists: [],
};
