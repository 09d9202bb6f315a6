/** The channels between a window and the main process. */
export const callChannel = 'desk:call';
export const eventChannel = 'desk:event';
/** says only that the page shows something now */
export const paintedChannel = 'desk:painted';
