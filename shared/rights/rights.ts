/**
 * Rights that protect actions once any operator holds one: resending what the service may have, closing a handover,
 * restoring, going live, changing settings and operators. While no operator has a right, everything is allowed.
 */
export const rights = ['send-again', 'close', 'restore', 'go-live', 'settings'] as const;
export type Right = (typeof rights)[number];

/** The right to grant rights: while anyone has a right, an operator with a PIN has this one. */
export const supervisorRight: Right = 'settings';

/** Why approval was denied; `none-given` asks for a PIN. */
export type NeedsRightReason = 'none-given' | 'unknown' | 'pin-wrong' | 'not-allowed' | 'wait';

export const isRight = (text: string): text is Right => rights.some((one) => one === text);
