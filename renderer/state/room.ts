import { MediaQuery } from 'svelte/reactivity';

/** Room in the window for something at the right of a form. */
export const hasRoomBeside = new MediaQuery('width >= 100rem');
