import type { FormFields } from '../../forms/form-fields.ts';
import { sizes } from '../../../shared/creates/form/party-fields.ts';

/** Form of the request to endpoint 14. */
export const inboundPriceFields: FormFields = {
  endpoint: 14,
  first: [
    { name: 'destination', fields: ['WarehouseId', 'LocationId'] },
    { name: 'services', fields: ['ServiceCode', 'IsCustomsClearance', 'IsBorrowTaxNo', 'IncludeUnsuccessful'] },
  ],
  choices: [],
  lists: [
    {
      name: 'boxes',
      list: 'Boxes',
      columns: ['Quantity', 'Weight', ...sizes],
      more: [],
      pieces: 'Quantity',
      weight: 'Weight',
      each: true,
    },
  ],
  folded: [],
  foldedLists: [],
};

/** Form of the request to endpoint 17. */
export const outboundPriceFields: FormFields = {
  endpoint: 17,
  first: [
    { name: 'parcel', fields: ['Weight', ...sizes] },
    { name: 'route', fields: ['WarehouseId', 'Country', 'Postcode', 'City', 'Province', 'Address'] },
    { name: 'services', fields: ['ServiceCode', 'IncludeUnsuccessful'] },
  ],
  choices: [],
  lists: [],
  folded: [],
  foldedLists: [],
};
