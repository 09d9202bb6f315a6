import type { Problem } from '../../shared/contract/problem.ts';

/** The service answered, and does not know what was asked for. */
export const notKnown: Problem = {
  kind: 'service',
  message: 'The service does not know this (404).',
  params: { status: 404 },
};
