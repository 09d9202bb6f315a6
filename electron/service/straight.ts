import type { Dispatcher } from 'undici';

/** Timeouts are the client's own, so that one clock decides all of them; undici's would be a second opinion. */
export const ownTimes = { pipelining: 1, headersTimeout: 0, bodyTimeout: 0 } as const;

/**
 * Straight connections. Loaded with the first request, since many a desk is opened that asks the service nothing; and alone, without
 * what the library knows of browsers: both would be a sixth of a desk's start. `ca`: who is trusted, in PEM; left out: the runtime's.
 */
export async function straight(connectMs: number, trust: { ca?: string[] } = {}): Promise<Dispatcher> {
  const { default: Agent } = await import('undici/lib/dispatcher/agent.js');
  return new Agent({ ...ownTimes, connect: { timeout: connectMs, ...trust } });
}
