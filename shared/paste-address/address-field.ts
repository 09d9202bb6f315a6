/** Address fields that a pasted block can fill, by the names of ShipToAddress in the interface document. */
export const addressFields = [
  'Contact',
  'Phone',
  'Email',
  'Country',
  'Province',
  'City',
  'District',
  'Street1',
  'Street2',
  'HouseNumber',
  'Postcode',
  'TaxId',
] as const;
export type AddressField = (typeof addressFields)[number];

/** A value parsed from a block; the user reviews uncertain ones. */
export interface FoundValue {
  value: string;
  sure: boolean;
}
export type FoundFields = Partial<Record<AddressField, FoundValue>>;
