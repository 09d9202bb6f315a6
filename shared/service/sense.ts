/**
 * What a create needs to make sense to anybody, beyond what the contract requires. The service has no cancel, so a person is asked
 * before such an order is sent. It is advice, asked instead of only said.
 */
import { valueAt } from './value-at.ts';

/** `recipient`: who gets it, `country`: where, `address`: neither city nor street on a label, `goods`: what, boxes and containers included. */
export const lacks = ['recipient', 'country', 'address', 'goods'] as const;
export type Lack = (typeof lacks)[number];

/** Paths of which one at least must be filled for each. */
type Needs = Partial<Record<Lack, readonly string[]>>;

const parcel: Needs = {
  recipient: ['Package.ShipToAddress.Contact'],
  country: ['Package.ShipToAddress.Country'],
  goods: ['Package.Skus'],
};
const party: Needs = {
  recipient: ['ShipToAddress.Contact'],
  country: ['ShipToAddress.Country'],
};
const needsOf: Readonly<Record<number, Needs>> = {
  1: parcel,
  2: { ...parcel, address: ['Package.ShipToAddress.Street1', 'Package.ShipToAddress.City'] },
  4: { goods: ['Containers'] },
  6: { ...party, goods: ['ContainerInfos'] },
  7: { country: ['ShipToAddress.Country'], goods: ['Skus'] },
  8: { ...party, goods: ['SkuDetails', 'BoxDetails', 'PalletDetails', 'SkuRelabelDetails'] },
  9: { goods: ['ContainerInfos'] },
  10: parcel,
};

/** Whether anything stands there: a text that is not blank, a number, anything within a list or a part. */
function isFilled(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== '';
  if (typeof value !== 'object' || value === null) return value !== undefined && value !== null;
  return Object.values(value).some(isFilled);
}

/** What a create's body lacks to make sense, nothing of a kind nobody knows; each with the fields that would give it (`Package.Skus`). */
export function lacksOf(endpoint: number, body: unknown): { lack: Lack; paths: readonly string[] }[] {
  return lacks.flatMap((lack) => {
    const paths = needsOf[endpoint]?.[lack];
    return paths === undefined || paths.some((path) => isFilled(valueAt(body, path.split('.'))))
      ? []
      : [{ lack, paths }];
  });
}
