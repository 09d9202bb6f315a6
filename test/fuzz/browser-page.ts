import { readFileSync } from 'node:fs';
import { isOpenToScreens } from '../../electron/rpc/screens/screen-desk.ts';
import { tokenParameter } from '../../shared/contract/host-token.ts';
import type { FuzzedHost, Told } from './fuzz.ts';
import type { Message } from './messages.ts';

const atOnce = 8;
/** Nothing that a page asks may take longer (ms). */
const latestMs = 60_000;

/** What a page of a browser host sends, without the browser. */
export function browserPage(host: { url: string; pid: number }): FuzzedHost {
  const address = new URL(host.url);
  const token = address.searchParams.get(tokenParameter) ?? '';

  async function answered({ name, input }: Message): Promise<Omit<Told, 'ms'>> {
    const response = await fetch(new URL(`/rpc/${encodeURIComponent(name.toWellFormed())}`, address.origin), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(input) ?? 'null',
      signal: AbortSignal.timeout(latestMs),
    });
    const answer = (await response.json()) as { ok: boolean; value?: unknown; problem?: { kind: string } };
    if (response.status !== 413 && response.status !== (isOpenToScreens(name) ? 200 : 404))
      return { what: `status ${String(response.status)}` };
    return answer.ok ? { what: 'ok', value: answer.value } : { what: answer.problem?.kind ?? 'no problem' };
  }

  async function told(message: Message): Promise<Told> {
    const began = performance.now();
    const answer = await answered(message)
      .catch((error: unknown) => (isClosedMeanwhile(error) ? answered(message) : Promise.reject(error as Error)))
      .catch((error: unknown) => ({ what: `${String(error)} ${codeOf(error)}` }));
    return { ...answer, ms: performance.now() - began };
  }

  return {
    async send(messages) {
      const answers: Told[] = [];
      let next = 0;
      async function lane(): Promise<void> {
        for (let at = next++; at < messages.length; at = next++) {
          const message = messages[at];
          if (message) answers[at] = await told(message);
        }
      }
      await Promise.all(Array.from({ length: atOnce }, lane));
      return answers;
    },
    megabytes: () => Promise.resolve({ host: megabytesOf(host.pid) }),
  };
}

/** A kept connection that the host closed just as it was used again: a browser sends such a message again, too. */
const isClosedMeanwhile = (error: unknown): boolean => ['ECONNRESET', 'UND_ERR_SOCKET'].includes(codeOf(error));

function codeOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: string } };
  return cause?.code ?? '';
}

function megabytesOf(pid: number): number {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}
