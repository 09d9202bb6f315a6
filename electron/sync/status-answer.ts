import type { EndpointNumber } from '../../shared/service/endpoints.ts';

/** Combined result of all status endpoints of an entry. `paused` changes nothing: it stays due. */
export type StatusAnswer =
  /** `by`: the endpoint that knew it */
  | { kind: 'found'; record: unknown; by: EndpointNumber }
  /** each of them answered 404; `page`: at least one with an HTML page */
  | { kind: 'absent'; page: boolean }
  | { kind: 'unread'; afterMs: number | null }
  | { kind: 'unreached' }
  | { kind: 'paused' };
