import { createKinds, kindOfEndpoint, type CreateKind } from '../../shared/create-kinds.ts';
import { batchOutboundOrderFields } from './batch-outbound-order-fields.ts';
import { boxOrderFields } from './box-order-fields.ts';
import { declarationFields } from './declaration-fields.ts';
import { dropShipOrderFields } from './drop-ship-order-fields.ts';
import { fbaOrderFields } from './fba-order-fields.ts';
import type { FormFields } from './form-fields.ts';
import { inboundOrderFields } from './inbound-order-fields.ts';
import { labelOrderFields } from './label-order-fields.ts';
import { outboundOrderFields } from './outbound-order-fields.ts';
import { skuFields } from './sku-fields.ts';

export const formOf: Readonly<Record<CreateKind, FormFields>> = {
  'label-order': labelOrderFields,
  'drop-ship-order': dropShipOrderFields,
  'box-order': boxOrderFields,
  declaration: declarationFields,
  'outbound-order': outboundOrderFields,
  'batch-outbound-order': batchOutboundOrderFields,
  'fba-order': fbaOrderFields,
  'inbound-order': inboundOrderFields,
  sku: skuFields,
};

export { createKinds, kindOfEndpoint as kindOf, type CreateKind };
