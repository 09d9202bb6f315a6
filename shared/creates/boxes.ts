import { above, givenAbove, hasEntries, type AdvicePiece } from './advice-pieces.ts';
import { sizes } from './form/party-fields.ts';

/** Advice on the boxes of a box order (6) and of an FBA order (9). */
export const onBoxes: readonly AdvicePiece[] = [
  hasEntries(['ContainerInfos'], 'The order has no boxes.'),
  ...above(['ContainerInfos', '*'], 'Weight', ...sizes),
  ...givenAbove(['ContainerInfos', '*', 'SkuInfos', '*'], 'Quantity'),
];

export const goodsInBoxes = [['ContainerInfos', '*', 'SkuInfos', '*']] as const;
