/** Where things of the practice service stand. */
export type Shelf = 'package' | 'declaration' | 'shipment' | 'batch' | 'sku';
