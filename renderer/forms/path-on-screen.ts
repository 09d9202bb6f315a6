import { anyLine, join, lineAt, readPath } from '../../shared/path/path.ts';
import type { GridPlace } from './grid-place.svelte.ts';

/** A field of the contract where it stands on the screen: in lists, in the line that is shown. `A[].B` becomes `A[2].B`. */
export const pathOnScreen = (template: string, place: Pick<GridPlace, 'at'>): string =>
  readPath(template).reduce<string>(
    (path, step) => (step === anyLine ? lineAt(path, place.at(path)) : join(path, String(step))),
    '',
  );
