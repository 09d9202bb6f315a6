import { desk } from '../state/desk-watch.svelte.ts';

/** Whether the service cannot be asked now. */
export const isServiceUnreachable = (): boolean =>
  !desk.answers || (desk.sync !== null && desk.sync.connection !== 'online');
