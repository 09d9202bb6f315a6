import type { EndpointNumber } from '../../shared/service/endpoints.ts';

/** A request to one endpoint; `raw` is the query and the body as received, the rest is parsed from them. */
export interface PracticeRequest<N extends EndpointNumber = EndpointNumber> {
  endpoint: N;
  path: Readonly<Record<string, string>>;
  query: Readonly<Record<string, unknown>>;
  body: unknown;
  raw: { query: string; body: string };
}
