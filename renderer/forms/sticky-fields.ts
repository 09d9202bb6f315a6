import { lastName } from '../../shared/path/path.ts';
import type { FormFields } from './form-fields.ts';

const names: readonly string[] = [
  'ServiceCode',
  'WarehouseId',
  'WareHouseCode',
  'WarehouseCode',
  'ShippingType',
  'Location',
];

/** Fields that mostly stay the same from one entry to the next, among those that come first. */
export const stickyFields = ({ first }: FormFields): string[] =>
  first.flatMap(({ fields }) => fields).filter((path) => names.includes(lastName(path)));
