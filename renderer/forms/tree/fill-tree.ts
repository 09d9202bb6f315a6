import { leavesOf } from '../../../shared/path/leaves.ts';
import { choices } from '../../state/choices.svelte.ts';
import { writeField } from '../read-field.ts';
import type { FormTree } from './form-tree.svelte.ts';

/**
 * Fills a form from a body. `typedAt` gives the field in which a leaf of the body is typed; values that cannot be typed
 * stay as they are.
 */
export function fillTree(
  tree: FormTree,
  body: unknown,
  leftOut: readonly string[],
  typedAt: (path: string) => string,
): void {
  tree.clear();
  for (const list of leftOut) tree.list(list).isLeftOut = true;
  for (const [path, value] of leavesOf(body)) {
    if (value === '' || typeof value === 'object') {
      tree.setEmptyValue(path, value);
      continue;
    }
    const leaf = tree.leaf(typedAt(path));
    const text = writeField(value, choices.locale);
    leaf.text = leaf.text === undefined ? text : `${leaf.text}, ${text}`;
  }
  tree.markOriginalLines();
}
