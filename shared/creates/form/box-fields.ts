import type { ListPart } from './form-layout.ts';
import { sizes } from './party-fields.ts';

/** Boxes of a box order (6) and an FBA order (9), with their contents. */
export const boxes: ListPart = {
  name: 'boxes',
  list: 'ContainerInfos',
  columns: ['CustomContainerNo', 'Weight', ...sizes],
  more: [],
  numbered: 'CustomContainerNo',
  weight: 'Weight',
  within: {
    name: 'inBox',
    list: 'SkuInfos',
    columns: ['Sku', 'Quantity', 'DeclareNameEN', 'DeclareNameCN', 'DeclareValue', 'Weight', 'HsCode'],
    more: [
      'MaterialEN',
      'MaterialCN',
      'PurposeEN',
      'PurposeCN',
      'BrandName',
      'ModelName',
      'ASINCode',
      'Charged',
      'Packing',
      'Picture',
    ],
    pieces: 'Quantity',
    weight: 'Weight',
    each: true,
    declared: { weight: 'Weight' },
  },
};
