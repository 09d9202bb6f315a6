import { endpointOf, type EndpointNumber } from '../../shared/service/endpoints.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { createNumbers } from '../../shared/creates/create-kinds.ts';
import type { SerializedRequest } from '../service/request.ts';
import { outboundStatusRequest } from './ask-outbound.ts';
import { statusRequest } from './ask-status.ts';

/** An id that nobody has: its 404 is an answer of the service like any other. */
const nobodysId = 'desk-connection-check';

/**
 * The reads that look whether the service answers: those that tell what became of an order. They take turns, since one of them may
 * be ill alone; which came to nothing last is asked last.
 */
export class ProbeTurns {
  #endpoints: readonly EndpointNumber[] = [...new Set(createNumbers.flatMap((create) => endpointOf(create).outcome))];

  next(settings: Settings): { endpoint: EndpointNumber; sendable: SerializedRequest } {
    const [endpoint = 16] = this.#endpoints;
    const sendable =
      endpoint === 11 ? outboundStatusRequest([nobodysId], settings) : statusRequest(endpoint, nobodysId, settings);
    return { endpoint, sendable };
  }

  /** A read of this endpoint, a probe or not, was not answered by the service. */
  cameToNothing(endpoint: EndpointNumber): void {
    if (!this.#endpoints.includes(endpoint)) return;
    this.#endpoints = [...this.#endpoints.filter((one) => one !== endpoint), endpoint];
  }
}
