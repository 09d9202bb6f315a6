import type { EndpointNumber } from '../../shared/service/endpoints.ts';

/** What all status endpoints of an entry said together. `paused` changes nothing: it stays due. */
export type StatusAnswer =
  /** `by`: the endpoint that knew it */
  | { kind: 'found'; record: unknown; by: EndpointNumber }
  /** each of them answered 404; `page`: at least one with a page */
  | { kind: 'absent'; page: boolean }
  | { kind: 'unread'; afterMs: number | null }
  | { kind: 'unreached' }
  | { kind: 'paused' };
