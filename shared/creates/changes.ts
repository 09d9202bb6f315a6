import { inAnyLine, join } from '../path/path.ts';
import { under } from './form/form-layout.ts';

/** Fields of whoever gets what `place` is. */
export const toPerson = (place: string): string[] =>
  under(join(place, 'ShipToAddress'), ['Contact', 'Phone', 'Country', 'City', 'Postcode', 'Street1']);

/** What changes in a list of goods. */
export const goodsIn = (list: string): string[] => ['Sku', 'Quantity'].map((name) => inAnyLine(list, name));

export const ofBoxes: readonly string[] = ['ContainerInfos[].Weight', ...goodsIn('ContainerInfos[].SkuInfos')];

export const ofParcel: readonly string[] = ['Package.Weight', ...toPerson('Package'), ...goodsIn('Package.Skus')];
