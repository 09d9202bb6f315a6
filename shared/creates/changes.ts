import { inAnyLine, join } from '../path/path.ts';
import { pathsUnder } from './form/form-layout.ts';

/** Fields of the recipient of the object at `place`. */
export const changingRecipientFields = (place: string): string[] =>
  pathsUnder(join(place, 'ShipToAddress'), ['Contact', 'Phone', 'Country', 'City', 'Postcode', 'Street1']);

/** Fields of a goods list that usually change. */
export const changingGoodsFields = (list: string): string[] => ['Sku', 'Quantity'].map((name) => inAnyLine(list, name));

export const changingBoxFields: readonly string[] = [
  'ContainerInfos[].Weight',
  ...changingGoodsFields('ContainerInfos[].SkuInfos'),
];

export const changingParcelFields: readonly string[] = [
  'Package.Weight',
  ...changingRecipientFields('Package'),
  ...changingGoodsFields('Package.Skus'),
];
