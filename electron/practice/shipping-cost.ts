import type { ShippingCost } from '../../shared/service/money.ts';
import { isSelected } from './hash.ts';

/** Whether a parcel's destination has a remote-area surcharge. */
export const isRemote = (key: string): boolean => isSelected('remote', key, 20);

/** The cost of a parcel of `grams`: whole cents, shown in yuan. */
export function shippingCosts(grams: number, key: string): ShippingCost[] {
  const cost = (cents: number, remark: string) => ({
    Money: cents / 100,
    Currency: 'CNY',
    Type: 'None',
    Remark: remark,
  });
  const freight = cost(1800 + Math.ceil(grams) * 6, 'Freight');
  return isRemote(key) ? [freight, cost(2500, 'Remote area')] : [freight];
}
