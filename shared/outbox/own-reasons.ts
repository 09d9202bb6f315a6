/**
 * Refusals the desk words itself, by code, if the service gives no text: screens translate them. All others are the
 * service's texts, shown unchanged.
 */
export const ownReasons = {
  damaged: 'What was captured is damaged on this disk and was not sent. Enter it again, then withdraw this one.',
  'not-sendable': 'This request cannot be written. Mend it or enter it again.',
  Delete: 'Deleted at the service.',
} as const;
export type OwnReason = keyof typeof ownReasons;

export const refusedMessage = (status: number | string): string => `The service refused it (HTTP ${status}).`;
export const notCreatedMessage = (code: string): string => `The service could not make it (${code}).`;
