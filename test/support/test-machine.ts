import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Machine folder of the programs that tests start, so that they never use that of the user who runs the tests. */
export const testMachine = process.env['PARCEL_DESK_MACHINE'] ?? makeMachine();

/** The folder is removed when the process that created it exits. */
function makeMachine(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parcel-desk-machine-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
