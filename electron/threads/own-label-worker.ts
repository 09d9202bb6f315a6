import { parentPort } from 'node:worker_threads';
import { maxOwnBytes } from '../../shared/labels/own-label.ts';
import { drawOwn, makeOwn, type FetchOwn } from '../own-labels/make-own.ts';
import { notFetched } from '../own-labels/not-fetched.ts';
import { runThread } from '../rpc/transport/run-thread.ts';
import { answerAsks } from '../rpc/transport/serve.ts';
import { fetchFile } from '../service/fetch-file.ts';
import type { OwnLabelAsks } from './own-label-thread.ts';

/** A person waits for the label. */
const timeoutMs = 15_000;

function after(ms: number, run: () => void): () => void {
  const timeout = setTimeout(run, ms);
  return () => clearTimeout(timeout);
}

const fetch: FetchOwn = async (url, allowPrivate) => {
  const fetched = await fetchFile(url, { timeoutMs, capBytes: maxOwnBytes, allowPrivate, timer: { after } });
  if ('bytes' in fetched) return fetched.bytes;
  throw notFetched(fetched);
};

// A hostile PDF or picture can cost time and memory, or bring what reads it down. In a thread of its own it costs the desk nothing.
await runThread(parentPort, () => ({
  ready: true,
  answer: answerAsks<OwnLabelAsks>({
    make: ({ wanted, form }) => makeOwn(wanted, fetch, form),
    draw: ({ wanted, paper }) => drawOwn(wanted, fetch, paper),
  }),
  close: () => undefined,
}));
