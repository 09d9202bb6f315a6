import { drawOwnLabel, makeOwnLabel, type FetchOwnLabel } from '../../labels/own-labels/make-own-label.ts';
import { fetchError } from '../../labels/own-labels/own-label-text.ts';
import { runThread, answerTypedCalls } from '../../platform/link/serve.ts';
import type { FetchedFile, OwnLabelCalls } from './own-label-thread.ts';
import { parentPort } from 'node:worker_threads';

/** Serves files that were fetched before. */
const given =
  (fetched: readonly FetchedFile[]): FetchOwnLabel =>
  ({ href }) => {
    const gave = fetched.find(({ address }) => address === href)?.gave;
    if (!gave) return Promise.reject(new Error('nothing was fetched for this label'));
    return 'bytes' in gave ? Promise.resolve(gave.bytes) : Promise.reject(fetchError(gave));
  };

// An untrusted PDF or picture can cost time and memory, or crash its parser. In its own thread it cannot affect the
// desk.
await runThread(parentPort, () => ({
  ready: true,
  answer: answerTypedCalls<OwnLabelCalls>({
    make: ({ wanted, fetched, form }) => makeOwnLabel(wanted, given(fetched), form),
    logo: async ({ png }) => (await import('../../labels/own-labels/make-logo.ts')).makeLogo(png),
    draw: ({ wanted, fetched, paper }) => drawOwnLabel(wanted, given(fetched), paper),
  }),
  close: () => undefined,
}));
