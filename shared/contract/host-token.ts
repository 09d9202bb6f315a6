/** Query parameter of the printed address that carries the token of this start. */
export const tokenParameter = 'token';
/**
 * WebSocket subprotocol of the event stream; the token is offered as a second subprotocol, which the host never echoes.
 */
export const eventProtocol = 'parcel-desk.events';
export const tokenProtocolPrefix = 'parcel-desk.token.';
/** Header with the id that a page generates when it is loaded, which distinguishes pages and grants nothing. */
export const pageHeader = 'x-parcel-desk-page';
