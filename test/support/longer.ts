import { globSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const filesOf = (paths: readonly string[]): string[] =>
  paths
    .flatMap((path) => globSync(`test/${path}`, { cwd: root }))
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted();

/** What shows that no order is lost or doubled: real faults, told days, the specification, and disasters. `npm run test:proof`. */
export const proofPaths: readonly string[] = [
  ...['faults', 'planted', 'simulation', 'specification'].map((folder) => `${folder}/**/*.test.ts`),
  // a machine that dies, a file that is torn, a folder that is gone or hangs, a service that is ill
  'backup/damage.test.ts',
  'backup/index-damage.test.ts',
  'backup/locked.test.ts',
  'backup/rescue.test.ts',
  'backup/when-a-pc-dies.test.ts',
  'database/large.test.ts',
  'database/released.test.ts',
  'hosts/command-line/deliver.test.ts',
  'hosts/command-line/deliver-target.test.ts',
  'hosts/command-line/hanging-folders.test.ts',
  'hosts/command-line/ill-endpoints.test.ts',
  'lock/lost-folder.test.ts',
  'printing/batch-of-500.test.ts',
  'private-files/hanging-places.test.ts',
  'register/secret-target.test.ts',
  'sync/ill-endpoints.test.ts',
  'workspaces/restore-backup.test.ts',
  'workspaces/switch-while-printing.test.ts',
  'workspaces/torn-off.test.ts',
];

/**
 * Where the same is asked of everything there is: of each screen, form, code, column and hostile file or text, of each name and data
 * folder that was ever published. `npm run test:sweeps`, with the journeys that are marked so.
 */
export const sweepPaths: readonly string[] = [
  'export/hostile-cells.test.ts',
  'export/round-trip.test.ts',
  'golden/**/*.test.ts',
  'hosts/command-line/tour.test.ts',
  'import/hostile-workbooks.test.ts',
  'labels/every-code.test.ts',
  'labels/every-form.test.ts',
  'own-labels/hostile.test.ts',
  'practice/contract.test.ts',
  'renderer/bad-input.test.ts',
  'renderer/command-codes.test.ts',
  'renderer/in-browser/focus.test.ts',
  'renderer/in-browser/long-lists.test.ts',
  'renderer/in-browser/scans-on-forms.test.ts',
  'renderer/in-browser/scans-on-screens.test.ts',
  'renderer/in-browser/screens.test.ts',
  'renderer/in-browser/typing-pace.test.ts',
  'rpc/screens/hostile-inputs.test.ts',
];

export const proofFiles = (): string[] => filesOf(proofPaths);
export const sweepFiles = (): string[] => filesOf(sweepPaths);

/**
 * What `npm test` leaves to these commands, so that it can be waited for after a change: what takes long, and would prove less if it were
 * shorter. By their paths from the root of the project. `.ci/run` leaves nothing out.
 */
export const longerFiles = (): string[] => [...proofFiles(), ...sweepFiles()];

/** The mark of a journey that is a sweep. */
export const sweepMark = '@sweep';
