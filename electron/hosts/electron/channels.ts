/** The two channels between a window and the main process. */
export const callChannel = 'desk:call';
export const eventChannel = 'desk:event';
