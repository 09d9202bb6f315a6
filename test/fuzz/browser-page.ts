import { isOpenToScreens } from '../../electron/desk/calls/answer-calls.ts';
import { tokenParameter } from '../../shared/contract/host-token.ts';
import type { FuzzedHost, Told } from './fuzz.ts';
import type { Message } from './messages.ts';
import { readFileSync } from 'node:fs';
import { Pool } from 'undici';

const atOnce = 8;
/** Maximum time for any answer (ms). */
const latestMs = 60_000;

/** Sends what a page of the browser host would send, without a browser. */
export function browserPage(host: { url: string; pid: number }): FuzzedHost {
  const address = new URL(host.url);
  const token = address.searchParams.get(tokenParameter) ?? '';

  // It costs a third of fetch, and most of a run's time goes into sending.
  const pool = new Pool(address.origin, { connections: atOnce, headersTimeout: latestMs, bodyTimeout: latestMs });

  async function answered({ name, input }: Message): Promise<Omit<Told, 'ms'>> {
    const { statusCode, body } = await pool.request({
      path: `/rpc/${encodeURIComponent(name.toWellFormed())}`,
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(input) ?? 'null',
    });
    const answer = (await body.json()) as { ok: boolean; value?: unknown; problem?: { kind: string } };
    if (statusCode !== 413 && statusCode !== (isOpenToScreens(name) ? 200 : 404))
      return { what: `status ${String(statusCode)}` };
    return answer.ok ? { what: 'ok', value: answer.value } : { what: answer.problem?.kind ?? 'no problem' };
  }

  async function told(message: Message): Promise<Told> {
    const began = performance.now();
    const answer = await answered(message)
      .catch((error: unknown) => (isClosedMeanwhile(error) ? answered(message) : Promise.reject(error as Error)))
      .catch((error: unknown) => ({ what: `${String(error)} ${codeOf(error)}` }));
    return { ...answer, ms: performance.now() - began };
  }

  const waiting: (() => void)[] = [];
  let busy = 0;
  async function inTurn<T>(act: () => Promise<T>): Promise<T> {
    if (busy >= atOnce) await new Promise<void>((next) => waiting.push(next));
    else busy += 1;
    try {
      return await act();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else busy -= 1;
    }
  }

  return {
    send: (messages) => Promise.all(messages.map((message) => inTurn(() => told(message)))),
    megabytes: () => Promise.resolve({ host: megabytesOf(host.pid) }),
  };
}

/** The host closed a kept-alive connection just when it was reused; a browser repeats such a request as well. */
const isClosedMeanwhile = (error: unknown): boolean => ['ECONNRESET', 'UND_ERR_SOCKET'].includes(codeOf(error));

function codeOf(error: unknown): string {
  return (error as { code?: string }).code ?? '';
}

function megabytesOf(pid: number): number {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}
