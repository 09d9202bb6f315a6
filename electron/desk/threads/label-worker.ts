import { makePage } from '../../labels/formats/make-page.ts';
import { runThread, answerTypedCalls } from '../../platform/link/serve.ts';
import type { LabelCalls } from './label-thread.ts';
import { parentPort } from 'node:worker_threads';

// Rasterizing takes a full core for some milliseconds per label: in this thread, nothing a person waits for is queued
// behind it.
await runThread(parentPort, () => ({
  ready: true,
  answer: answerTypedCalls<LabelCalls>({ make: ({ wanted, form }) => makePage(wanted, form) }),
  close: () => undefined,
}));
