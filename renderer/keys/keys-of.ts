import { t } from '../texts/say.svelte.ts';
import { rowOf, type ActName } from './key-table.ts';
import { keyWords } from './key-words.ts';

/** The first key of an action, as shown to the user. */
export const keysOf = (act: ActName): string => keyWords(rowOf(act).keys[0] ?? '', t().acts.keyWord);
