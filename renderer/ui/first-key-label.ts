import { keyRowOf, type ActionName, keyLabel } from '../keys/key-table.ts';
import { t } from '../texts/say.svelte.ts';

/** The first key of an action, as shown to the user. */
export const firstKeyLabel = (act: ActionName): string => keyLabel(keyRowOf(act).keys[0] ?? '', t().acts.keyWord);
