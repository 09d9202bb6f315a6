import { parentPort } from 'node:worker_threads';
import { makePage } from '../labels/make-page.ts';
import { runThread } from '../rpc/transport/run-thread.ts';
import { answerAsks } from '../rpc/transport/serve.ts';
import type { LabelAsks } from './label-thread.ts';

// Drawing in dots takes all of a core for some milliseconds a label: nothing that a person waits for stands behind it here.
await runThread(parentPort, () => ({
  ready: true,
  answer: answerAsks<LabelAsks>({ make: ({ wanted, form }) => makePage(wanted, form) }),
  close: () => undefined,
}));
