import type { LabelList } from '../../../shared/labels/label-lists.ts';
import { route } from '../../state/route.svelte.ts';
import { labelBoard } from '../labels/label-board.svelte.ts';

/** Opens the labels screen with this label found and under the cursor, so that the next key press prints it. */
export function openInLabels({ list, key }: { list: LabelList; key: string }): void {
  labelBoard.list = list;
  labelBoard.search = key;
  labelBoard.focusesFirstMatch = true;
  route.go('labels');
}
