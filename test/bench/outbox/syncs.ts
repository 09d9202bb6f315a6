import { skuCapture } from '../../support/open-test-outbox.ts';
import { countTracedSyncs } from '../../support/traced-syncs.ts';
import { absolute, type Figure } from '../figure.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const orders = 100;
const strace = '/usr/bin/strace';
const program = fileURLToPath(new URL('../../../electron/hosts/command-line/command-line.ts', import.meta.url));

/**
 * Measures how often an order is synced to disk before it is answered: in the write-ahead log of the database and in
 * the rescue journal. Skipped without strace.
 */
export async function* syncs(): AsyncGenerator<Figure> {
  if (!existsSync(strace)) return;
  const home = mkdtempSync(join(tmpdir(), 'parcel-desk-bench-'));
  const trace = join(home, 'trace');
  const straceArgs = ['-f', '-y', '-e', 'trace=fsync,fdatasync', '-o', trace, process.execPath, program];
  const desk = spawn(strace, [...straceArgs, 'enqueue', '--data', join(home, 'desk')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const countSyncs = (): number => countTracedSyncs(readFileSync(trace, 'utf8'), '/desk.db-wal', '.jsonl');
  try {
    const deskClosed = once(desk, 'close');
    const lines = createInterface(desk.stdout);
    let syncsAtOpen = 0;
    for (let orderIndex = 0; orderIndex <= orders; orderIndex++) {
      const nextLine = once(lines, 'line');
      const { endpoint, body } = skuCapture(`S${orderIndex}`);
      desk.stdin.write(`${JSON.stringify({ endpoint, body })}\n`);
      await nextLine;
      // Syncs from opening the folder do not count.
      if (orderIndex === 0) syncsAtOpen = countSyncs();
    }
    const syncsPerOrder = (countSyncs() - syncsAtOpen) / orders;
    desk.stdin.end();
    await deskClosed;
    yield absolute(
      'outbox',
      `syncs an order, of ${orders}`,
      syncsPerOrder,
      'syncs',
      { name: 'append + fdatasync', value: 1 },
      null,
    );
  } finally {
    desk.kill();
    rmSync(home, { recursive: true, force: true });
  }
}
