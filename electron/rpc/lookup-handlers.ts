import { ProblemError } from '../../shared/problem.ts';
import { ask } from '../lookups/ask.ts';
import type { Handlers } from './answer.ts';
import type { Delivery } from './delivery.ts';
import type { OpenParts } from './open-parts.ts';

/** Reads a person waits for: they go to the service at once, beside whatever is being delivered. */
export function lookupHandlers(parts: OpenParts, delivery: Delivery): Pick<Handlers<'desk'>, 'lookup.ask'> {
  return {
    async 'lookup.ask'({ request }) {
      const { client } = await delivery.serviceForLookups();
      const answered = await ask(request, { client, settings: parts.settings.get(), now: parts.now });
      if (!answered.ok) throw new ProblemError(answered.problem);
      return answered.value;
    },
  };
}
