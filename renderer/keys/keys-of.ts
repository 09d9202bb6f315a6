import { t } from '../texts/say.svelte.ts';
import { rowOf, type ActionName } from './key-table.ts';
import { keyLabel } from './key-words.ts';

/** The first key of an action, as shown to the user. */
export const firstKeyLabel = (act: ActionName): string => keyLabel(rowOf(act).keys[0] ?? '', t().acts.keyWord);
