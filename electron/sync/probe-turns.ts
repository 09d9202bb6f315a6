import { endpointOf, type EndpointNumber } from '../../shared/service/endpoints.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { createNumbers } from '../../shared/creates/create-kinds.ts';
import type { SerializedRequest } from '../service/request.ts';
import { statusRequest } from './status-request.ts';

/** An id that nobody has: its 404 is an answer of the service like any other. */
export const nobodysId = 'desk-connection-check';
const shortPatienceMs = 10_000;
const patientEvery = 3;

export interface Probe {
  endpoint: EndpointNumber;
  sendable: SerializedRequest;
  /** longest wait for its answer, where no setting says less */
  patienceMs: number;
}

/**
 * The reads that look whether the service answers: those that tell what became of an order. They take turns, since one of them may
 * be ill alone; which came to nothing last is asked last. One that hangs must not hold up the next for as long as an order is
 * waited for; only every third in a row is waited for that long, so that a line on which every answer is slow is found too.
 */
export class ProbeTurns {
  #endpoints: readonly EndpointNumber[] = [...new Set(createNumbers.flatMap((create) => endpointOf(create).outcome))];
  #unanswered = 0;

  next(settings: Settings): Probe {
    const [endpoint = 16] = this.#endpoints;
    const sendable = statusRequest(endpoint, [nobodysId], settings);
    const isPatient = this.#unanswered % patientEvery === patientEvery - 1;
    return { endpoint, sendable, patienceMs: isPatient ? Infinity : shortPatienceMs };
  }

  /** A read of this endpoint, a probe or not, was not answered by the service. */
  cameToNothing(endpoint: EndpointNumber): void {
    if (!this.#endpoints.includes(endpoint)) return;
    this.#endpoints = [...this.#endpoints.filter((one) => one !== endpoint), endpoint];
  }

  /** A probe was answered, by whomever. */
  answered(): void {
    this.#unanswered = 0;
  }

  /** A probe had no answer. */
  unanswered(): void {
    this.#unanswered += 1;
  }
}
