import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What programs that tests start know of this machine lies here, and never where the person who runs the tests has it. */
export const testMachine = process.env['PARCEL_DESK_MACHINE'] ?? makeMachine();

/** It goes with the process that made it. */
function makeMachine(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parcel-desk-machine-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
