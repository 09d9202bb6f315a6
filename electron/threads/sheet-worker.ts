import { parentPort } from 'node:worker_threads';
import { sheetAnswers } from '../import/answer-sheet.ts';
import type { AskOfSheet, SheetAnswer, ToSheet } from '../import/sheet-asks.ts';
import { hearFaults, problemOf, reportFault } from '../rpc/failure.ts';
import type { FromSheetThread } from './sheet-thread.ts';

// As with imports of files: what is hostile is read in a thread of its own, where it costs the desk nothing.
const port = parentPort;
if (!port) throw new Error('sheet-worker runs in a worker thread');
const answers = sheetAnswers();
const post = (message: FromSheetThread): void => port.postMessage(message);
hearFaults((fault) => post({ fault }));

async function reply({ id, ask, input }: AskOfSheet): Promise<void> {
  try {
    const handler = answers[ask] as (input: unknown) => Promise<SheetAnswer> | SheetAnswer;
    post({ id, answer: await handler(input) });
  } catch (error) {
    const failed = problemOf(error);
    if (failed.kind === 'internal') reportFault(error);
    post({ id, failed });
  }
}

port.on('message', (message: ToSheet) => {
  if ('close' in message) port.close();
  else void reply(message);
});
