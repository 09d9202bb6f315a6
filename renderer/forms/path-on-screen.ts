import type { GridPlace } from './grid-place.svelte.ts';

/** A field of the contract where it stands on the screen: in lists, in the line that is shown. `A[].B` becomes `A[2].B`. */
export function pathOnScreen(template: string, place: Pick<GridPlace, 'at'>): string {
  let path = '';
  for (const piece of template.split('[]')) path += path === '' ? piece : `[${place.at(path)}]${piece}`;
  return path;
}
