import { desk } from '../state/desk-watch.svelte.ts';

/** Whether nothing can be asked of the service now. */
export const isAway = (): boolean => !desk.answers || (desk.sync !== null && desk.sync.connection !== 'online');
