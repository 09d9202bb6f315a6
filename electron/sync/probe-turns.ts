import { endpointOf, type EndpointNumber } from '../../shared/service/endpoints.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { createNumbers } from '../../shared/creates/create-kinds.ts';
import type { SerializedRequest } from '../service/request.ts';
import { statusRequest } from './status-request.ts';

/** An id that no order has: its 404 is an answer of the service like any other. */
export const unknownId = 'desk-connection-check';
const shortPatienceMs = 10_000;
const patientEvery = 3;

export interface Probe {
  endpoint: EndpointNumber;
  sendable: SerializedRequest;
  /** longest wait for the answer (ms), unless a setting is shorter */
  patienceMs: number;
}

/**
 * Reads that test whether the service answers: the status endpoints. They take turns, since one of them may fail alone;
 * the last to fail is tried last. A hanging probe must not delay the next as long as an order may take, so only every
 * third in a row gets that long, to detect a line on which every answer is slow.
 */
export class ProbeTurns {
  #endpoints: readonly EndpointNumber[] = [...new Set(createNumbers.flatMap((create) => endpointOf(create).outcome))];
  #unanswered = 0;

  next(settings: Settings): Probe {
    const [endpoint = 16] = this.#endpoints;
    const sendable = statusRequest(endpoint, [unknownId], settings);
    const isPatient = this.#unanswered % patientEvery === patientEvery - 1;
    return { endpoint, sendable, patienceMs: isPatient ? Infinity : shortPatienceMs };
  }

  /** A read of this endpoint, a probe or not, was not answered by the service. */
  probeFailed(endpoint: EndpointNumber): void {
    if (!this.#endpoints.includes(endpoint)) return;
    this.#endpoints = [...this.#endpoints.filter((one) => one !== endpoint), endpoint];
  }

  /** A probe was answered, by the service or a middlebox. */
  answered(): void {
    this.#unanswered = 0;
  }

  /** A probe had no answer. */
  unanswered(): void {
    this.#unanswered += 1;
  }
}
