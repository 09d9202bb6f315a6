import { parentPort } from 'node:worker_threads';
import { makePage } from '../labels/make-page.ts';
import { runThread } from '../rpc/transport/run-thread.ts';
import { answerTypedCalls } from '../rpc/transport/serve.ts';
import type { LabelCalls } from './label-thread.ts';

// Rasterizing takes a full core for some milliseconds per label: in this thread, nothing a person waits for is queued
// behind it.
await runThread(parentPort, () => ({
  ready: true,
  answer: answerTypedCalls<LabelCalls>({ make: ({ wanted, form }) => makePage(wanted, form) }),
  close: () => undefined,
}));
