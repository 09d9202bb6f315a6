import type { FormFields } from './form-fields.ts';
import { sizes } from '../../shared/creates/form/party-fields.ts';

/** The question of endpoint 17. */
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
