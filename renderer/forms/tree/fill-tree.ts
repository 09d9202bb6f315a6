import { leavesOf } from '../../../shared/path/leaves.ts';
import { choices } from '../../state/choices.svelte.ts';
import { writeField } from '../read-field.ts';
import type { FormTree } from './form-tree.svelte.ts';

/** Begins a form from a body; `typedAt`: where a leaf of the body is typed. What is no text to type stays as it came. */
export function fillTree(
  tree: FormTree,
  body: unknown,
  leftOut: readonly string[],
  typedAt: (path: string) => string,
): void {
  tree.clear();
  for (const list of leftOut) tree.list(list).leftOut = true;
  for (const [path, value] of leavesOf(body)) {
    if (value === '' || typeof value === 'object') {
      tree.setBare(path, value);
      continue;
    }
    const leaf = tree.leaf(typedAt(path));
    const text = writeField(value, choices.locale);
    leaf.text = leaf.text === undefined ? text : `${leaf.text}, ${text}`;
  }
  tree.begin();
}
