/**
 * Refusals that the desk puts into words itself, by their code, where the service has none: a screen says them in its own
 * language. All others are the service's words and stay as they came.
 */
export const ownReasons = {
  damaged: 'What was captured is damaged on this disk and was not sent. Enter it again, then withdraw this one.',
  'not-sendable': 'This request cannot be written. Mend it or enter it again.',
  Delete: 'Deleted at the service.',
} as const;
export type OwnReason = keyof typeof ownReasons;

export const refusedWithoutWords = (status: number | string): string => `The service refused it (HTTP ${status}).`;
export const notMadeWithoutWords = (code: string): string => `The service could not make it (${code}).`;
