import type { Dispatcher } from 'undici';

/** Disables undici's timeouts, so that one clock, the client's, decides all of them. */
export const ownTimeouts = { pipelining: 1, headersTimeout: 0, bodyTimeout: 0 } as const;

/**
 * A dispatcher for direct connections. Loaded with the first request, since many sessions never contact the service,
 * and without the library's browser APIs: both together would be a sixth of a desk's start. `ca`: trusted certificates
 * (PEM); default: the runtime's.
 */
export async function directAgent(connectMs: number, trust: { ca?: string[] } = {}): Promise<Dispatcher> {
  const { default: Agent } = await import('undici/lib/dispatcher/agent.js');
  return new Agent({ ...ownTimeouts, connect: { timeout: connectMs, ...trust } });
}
