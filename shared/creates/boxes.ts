import { positiveIfGiven, requirePositive, requireEntries, type AdviceRule } from './advice-pieces.ts';
import { sizes } from './form/party-fields.ts';

/** Advice on the boxes of a box order (6) and of an FBA order (9). */
export const boxAdvice: readonly AdviceRule[] = [
  requireEntries(['ContainerInfos'], 'The order has no boxes.'),
  ...positiveIfGiven(['ContainerInfos', '*'], 'Weight', ...sizes),
  ...requirePositive(['ContainerInfos', '*', 'SkuInfos', '*'], 'Quantity'),
];

export const boxGoodsPaths = [['ContainerInfos', '*', 'SkuInfos', '*']] as const;
