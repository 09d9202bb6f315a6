import { z } from 'zod';
import type { FailingEndpoint } from '../../shared/contract/entry-answers.ts';
import type { FactStore } from './facts.ts';

const failingFact = 'ill-endpoints';
const failingSchema = z.array(
  z.strictObject({
    endpoint: z.int(),
    why: z.enum(['paused', 'fails', 'no-answer', 'busy']),
    status: z.int().nullable(),
    message: z.string().nullable(),
    since: z.number(),
  }),
);

/** Stores with the folder which endpoints were paused or failing when last called; a damaged value reads as none. */
export function failingEndpointStore(facts: Pick<FactStore, 'get' | 'set' | 'isWhole'>) {
  return {
    read(): FailingEndpoint[] {
      try {
        return facts.isWhole(failingFact) ? failingSchema.parse(JSON.parse(facts.get(failingFact) ?? '[]')) : [];
      } catch {
        return [];
      }
    },
    write: (ill: readonly FailingEndpoint[]): void => facts.set(failingFact, JSON.stringify(ill)),
  };
}
