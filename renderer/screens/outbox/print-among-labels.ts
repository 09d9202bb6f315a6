import type { LabelList } from '../../../shared/labels/label-lists.ts';
import { route } from '../../state/route.svelte.ts';
import { labelBoard } from '../labels/label-board.svelte.ts';

/** Goes to a label among the others, found and with the cursor on it, so that the next press prints it. */
export function printAmongLabels({ list, key }: { list: LabelList; key: string }): void {
  labelBoard.list = list;
  labelBoard.search = key;
  labelBoard.cameForOne = true;
  route.go('labels');
}
