/** The channels between a window and the main process. */
export const callChannel = 'desk:call';
export const eventChannel = 'desk:event';
/** sent when the page has painted its first content */
export const paintedChannel = 'desk:painted';
