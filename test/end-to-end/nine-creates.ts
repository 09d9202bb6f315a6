import type { TypedCreate } from './typed-create.ts';
import { typedGoods } from './typed-goods.ts';
import { typedParcels } from './typed-parcels.ts';

/** What a person types for each create, in the order of the form; `''` skips a field. */
export const nineCreates: readonly TypedCreate[] = [...typedParcels, ...typedGoods];
