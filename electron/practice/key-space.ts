/** Where things of the practice service stand. */
export type KeySpace = 'package' | 'declaration' | 'shipment' | 'batch' | 'sku';
