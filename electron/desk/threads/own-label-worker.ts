import { drawOwnLabel, makeOwnLabel, type FetchOwnLabel } from '../../labels/own-labels/make-own-label.ts';
import { fetchError } from '../../labels/own-labels/own-label-text.ts';
import { runThread, answerTypedCalls } from '../../platform/link/serve.ts';
import type { FetchedFile, OwnLabelCalls } from './own-label-thread.ts';
import { parentPort } from 'node:worker_threads';

/** Serves files that were fetched before. */
const serveFetched =
  (fetched: readonly FetchedFile[]): FetchOwnLabel =>
  ({ href }) => {
    const result = fetched.find(({ address }) => address === href)?.result;
    if (!result) return Promise.reject(new Error('nothing was fetched for this label'));
    return 'bytes' in result ? Promise.resolve(result.bytes) : Promise.reject(fetchError(result));
  };

// An untrusted PDF or picture can cost time and memory, or crash its parser. In its own thread it cannot affect the
// desk.
await runThread(parentPort, () => ({
  ready: true,
  answer: answerTypedCalls<OwnLabelCalls>({
    make: ({ wanted, fetched, form }) => makeOwnLabel(wanted, serveFetched(fetched), form),
    logo: async ({ png }) => (await import('../../labels/own-labels/make-logo.ts')).makeLogo(png),
    draw: ({ wanted, fetched, paper }) => drawOwnLabel(wanted, serveFetched(fetched), paper),
  }),
  close: () => undefined,
}));
