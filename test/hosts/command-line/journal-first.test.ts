import { journalLines } from '../../../electron/copies/journal/read-journal.ts';
import { startDeskProcess, temporaryFolder } from '../../support/run-desk.ts';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';

const order = (key: string): string => JSON.stringify({ endpoint: 2, body: { Package: { PackageId: key } } });

it('a capture reported as saved is in the rescue journal even if the program is killed immediately', async () => {
  const folder = temporaryFolder();
  const desk = startDeskProcess(['enqueue', '--data', folder]);
  const lines = createInterface(desk.child.stdout!);
  const told: string[] = [];
  for (const key of ['A1', 'A2', 'A3']) {
    const answered = once(lines, 'line');
    desk.child.stdin?.write(`${order(key)}\n`);
    const [line] = (await answered) as [string];
    told.push((JSON.parse(line) as { id: string }).id);
    const kept = [...journalLines(join(folder, 'journal'))].map((one) => one?.id);
    expect(kept).toEqual(told);
  }
  desk.child.kill('SIGKILL');
  await desk.result;
  expect([...journalLines(join(folder, 'journal'))].map((one) => one?.id)).toEqual(told);
});
