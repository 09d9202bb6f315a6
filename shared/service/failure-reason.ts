import type * as z from 'zod';
import { record, text } from './field.ts';

/**
 * Shared object UnShippedReason, also called CreateFailedReason: why a creation failed. The document does not list the
 * values of ReasonCode.
 */
export const failureReason = record({ ReasonCode: text(), ReasonText: text(), ExtendMessage: text() });

export type FailureReason = z.infer<typeof failureReason>;
