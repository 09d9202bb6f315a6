import type * as z from 'zod';
import { record, text } from './field.ts';

/** Shared object UnShippedReason, also CreateFailedReason: why a creation failed. The list of ReasonCode values is not shown. */
export const failureReason = record({ ReasonCode: text(), ReasonText: text(), ExtendMessage: text() });

export type FailureReason = z.infer<typeof failureReason>;
