const at = (place: string, ...names: string[]): string[] => names.map((name) => place + name);

/** Fields of whoever gets it: `place` ends with a dot, or is empty. */
export const toPerson = (place: string): string[] =>
  at(`${place}ShipToAddress.`, 'Contact', 'Phone', 'Country', 'City', 'Postcode', 'Street1');

/** What changes in a list of goods. */
export const goodsIn = (list: string): string[] => at(`${list}[].`, 'Sku', 'Quantity');

export const ofBoxes: readonly string[] = ['ContainerInfos[].Weight', ...goodsIn('ContainerInfos[].SkuInfos')];

export const ofParcel: readonly string[] = ['Package.Weight', ...toPerson('Package.'), ...goodsIn('Package.Skus')];
