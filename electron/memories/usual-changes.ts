import type { CreateNumber } from '../../shared/service/endpoints.ts';

const at = (place: string, ...names: string[]): string[] => names.map((name) => place + name);
const person = ['Contact', 'Phone', 'Country', 'City', 'Postcode', 'Street1'];
const toPerson = (place: string): string[] => at(`${place}ShipToAddress.`, ...person);
const goodsIn = (list: string): string[] => at(`${list}[].`, 'Sku', 'Quantity');
const boxes = ['ContainerInfos[].Weight', ...goodsIn('ContainerInfos[].SkuInfos')];
const parcel = ['Package.Weight', ...toPerson('Package.'), ...goodsIn('Package.Skus')];

/** What changes from one entry to the next where no entries tell: who gets it, what and how much is in it, what it weighs. */
export const usualChanges: Readonly<Record<CreateNumber, readonly string[]>> = {
  1: parcel,
  2: parcel,
  4: ['PlanArriveDate', 'Containers[].Weight', ...goodsIn('Containers[].Skus')],
  6: [...toPerson(''), ...boxes],
  7: ['Weight', ...toPerson(''), ...goodsIn('Skus')],
  8: [...toPerson(''), ...goodsIn('SkuDetails'), ...goodsIn('BoxDetails[].SkuDetails')],
  9: ['ShipmentId', 'ReferenceId', ...boxes],
  10: [...toPerson('Package.'), ...goodsIn('Package.Skus')],
  15: [
    'ProductName',
    'ProductDescription',
    'Weight',
    ...['Length', 'Width', 'Height'],
    ...['DeclareName', 'DeclareNameCn', 'DeclareValue', 'HsCode'],
  ],
};
