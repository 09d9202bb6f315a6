import { MediaQuery } from 'svelte/reactivity';

/** Whether the window has room for a panel to the right of a form. */
export const hasRoomForPanel = new MediaQuery('width >= 100rem');
