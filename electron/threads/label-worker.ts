import { parentPort } from 'node:worker_threads';
import { hearFaults, problemOf, reportFault } from '../rpc/failure.ts';
import { makePage } from '../labels/make-page.ts';
import type { FromLabels, ToLabels } from './label-thread.ts';

// Drawing in dots takes all of a core for some milliseconds a label: nothing that a person waits for stands behind it here.
const port = parentPort;
if (!port) throw new Error('label-worker runs in a worker thread');
const post = (message: FromLabels): void => port.postMessage(message);
hearFaults((fault) => post({ fault }));

port.on('message', (message: ToLabels) => {
  if ('close' in message) return port.close();
  const { id, wanted, form } = message;
  makePage(wanted, form).then(
    (made) => post({ id, made }),
    (error: unknown) => {
      reportFault(error);
      post({ id, failed: problemOf(error) });
    },
  );
});
