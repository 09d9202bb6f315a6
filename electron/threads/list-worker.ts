import { parentPort, workerData } from 'node:worker_threads';
import { ProblemError } from '../../shared/contract/problem.ts';
import { listParts } from '../memories/import-list.ts';
import { problemOf } from '../rpc/failure.ts';
import { readListFile, type ListAnswer } from '../rpc/read-list-file.ts';

// Eight million characters take most of a second to read: in a thread of its own they hold up no capture.
const post = (answer: ListAnswer): void => parentPort?.postMessage(answer);

try {
  const items = await readListFile(workerData as string);
  for (const part of listParts(items)) post({ part });
  post({ items: items.length });
} catch (error) {
  if (!(error instanceof ProblemError)) throw error;
  post({ failed: problemOf(error) });
}
