import { skuCapture } from '../../support/open-test-outbox.ts';
import { tracedSyncs } from '../../support/traced-syncs.ts';
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
 * How often an order syncs to disk before it is answered: the database's log and the rescue journal. Skipped without
 * strace.
 */
export async function* syncs(): AsyncGenerator<Figure> {
  if (!existsSync(strace)) return;
  const home = mkdtempSync(join(tmpdir(), 'parcel-desk-bench-'));
  const trace = join(home, 'trace');
  const traced = ['-f', '-y', '-e', 'trace=fsync,fdatasync', '-o', trace, process.execPath, program];
  const desk = spawn(strace, [...traced, 'enqueue', '--data', join(home, 'desk')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const count = (): number => tracedSyncs(readFileSync(trace, 'utf8'), '/desk.db-wal', '.jsonl');
  try {
    const ended = once(desk, 'close');
    const lines = createInterface(desk.stdout);
    let first = 0;
    for (let n = 0; n <= orders; n++) {
      const answered = once(lines, 'line');
      const { endpoint, body } = skuCapture(`S${n}`);
      desk.stdin.write(`${JSON.stringify({ endpoint, body })}\n`);
      await answered;
      // Syncs from opening the folder do not count.
      if (n === 0) first = count();
    }
    const each = (count() - first) / orders;
    desk.stdin.end();
    await ended;
    yield absolute(
      'outbox',
      `syncs an order, of ${orders}`,
      each,
      'syncs',
      { name: 'append + fdatasync', value: 1 },
      null,
    );
  } finally {
    desk.kill();
    rmSync(home, { recursive: true, force: true });
  }
}
