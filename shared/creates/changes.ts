import { inAnyLine, join } from '../path/path.ts';
import { under } from './form/form-layout.ts';

/** Fields of the recipient of the object at `place`. */
export const toPerson = (place: string): string[] =>
  under(join(place, 'ShipToAddress'), ['Contact', 'Phone', 'Country', 'City', 'Postcode', 'Street1']);

/** Fields of a goods list that usually change. */
export const goodsIn = (list: string): string[] => ['Sku', 'Quantity'].map((name) => inAnyLine(list, name));

export const ofBoxes: readonly string[] = ['ContainerInfos[].Weight', ...goodsIn('ContainerInfos[].SkuInfos')];

export const ofParcel: readonly string[] = ['Package.Weight', ...toPerson('Package'), ...goodsIn('Package.Skus')];
