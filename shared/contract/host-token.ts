/** The parameter of the printed address that holds the token of a start. */
export const tokenParameter = 'token';
/** The subprotocol that events are told by; the token stands in another one beside it, which is never answered. */
export const eventsProtocol = 'parcel-desk.events';
export const socketToken = 'parcel-desk.token.';
