import { parentPort } from 'node:worker_threads';
import { drawOwnLabel, makeOwnLabel, type FetchOwnLabel } from '../own-labels/make-own.ts';
import { fetchError } from '../own-labels/not-fetched.ts';
import { runThread } from '../rpc/transport/run-thread.ts';
import { answerTypedCalls } from '../rpc/transport/serve.ts';
import type { FetchedFile, OwnLabelCalls } from './own-label-thread.ts';

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
    logo: async ({ png }) => (await import('../own-labels/make-logo.ts')).makeLogo(png),
    draw: ({ wanted, fetched, paper }) => drawOwnLabel(wanted, given(fetched), paper),
  }),
  close: () => undefined,
}));
