import type { HttpAnswer } from './exchange.ts';
import { plainText, textOfPage } from './plain-text.ts';

/** Why nothing is sent to this service until a person or time has resolved it. */
export interface SyncPause {
  scope: 'sync';
  why: 'unauthorized' | 'redirect' | 'tls' | 'something-else-answered';
  message: string;
}

/** One create that the service does not accept here, while the others continue. */
export interface EndpointPause {
  scope: 'endpoint';
  status: number;
  message: string;
}

/** The pause required by the status of an answer to a create, regardless of its body; null if none. */
export function pauseOfAnswer(answer: HttpAnswer): SyncPause | EndpointPause | null {
  return (
    pauseOfStatus(answer) ??
    (endpointSentences[answer.status] === undefined
      ? null
      : { scope: 'endpoint', status: answer.status, message: endpointSentences[answer.status] ?? '' })
  );
}

/** The origin a redirect leads to, without the rest of its URL, which may be private. */
export const originOf = (location: string | null): string | null =>
  location !== null && URL.canParse(location) ? new URL(location).origin : null;

/** The same for an answer to a read, which never pauses a single endpoint. */
export function pauseOfStatus({ status, location }: HttpAnswer): SyncPause | null {
  if (status === 401) {
    const message = 'The service does not accept the secret (401). Give the right one in the settings.';
    return { scope: 'sync', why: 'unauthorized', message };
  }
  if (status < 300 || status > 399) return null;
  const origin = originOf(location);
  const to = origin === null ? '' : ` to ${origin}`;
  const message = `The service sends its callers elsewhere${to} (${status}). Check its address; nothing was sent there.`;
  return { scope: 'sync', why: 'redirect', message };
}

const endpointSentences: Partial<Record<number, string>> = {
  403: 'The service does not let this account do this (403).',
  404: 'The service does not know this request (404). Check its address.',
  405: 'The service does not take this request here (405). Check its address.',
};

export const pauseOfTls = (message: string): SyncPause => ({ scope: 'sync', why: 'tls', message });

/** A page of a sign-in portal, a proxy or a wrong address: never an answer of a service of this kind. */
export function interceptedPause(answer: HttpAnswer): SyncPause {
  const says = answer.body.trimStart().startsWith('<') ? textOfPage(answer.body) : plainText(answer.body);
  const quoted = says === '' ? '' : ` It says: "${says.slice(0, 120)}"`;
  return {
    scope: 'sync',
    why: 'something-else-answered',
    message: `Something else than the service answered, as the door of a network does.${quoted}`,
  };
}
