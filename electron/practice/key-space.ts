/** Namespaces of keys at the practice service. */
export type KeySpace = 'package' | 'declaration' | 'shipment' | 'batch' | 'sku';
