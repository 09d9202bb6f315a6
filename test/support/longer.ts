import { globSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const filesOf = (paths: readonly string[]): string[] =>
  paths
    .flatMap((path) => globSync(`test/${path}`, { cwd: root }))
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted();

/**
 * Tests that prove that no order is lost or duplicated: with real faults, simulated days, the specification and
 * disasters. `npm run test:proof` runs them.
 */
export const proofPaths: readonly string[] = [
  ...['faults', 'planted', 'simulation', 'specification'].map((folder) => `${folder}/**/*.test.ts`),
  // A crashed machine, a torn file, a lost or hanging folder, a failing service.
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
 * Tests that check a rule exhaustively: for each screen, form, code, column, hostile file or text, and for each
 * released name and data folder. `npm run test:sweeps` runs them, with the journeys marked as sweeps.
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
 * Files that `npm test` does not run, because they take too long to wait for and would prove less if shortened. The two
 * commands above run them, and `.ci/run` runs everything. Paths are relative to the project root.
 */
export const slowFiles = (): string[] => [...proofFiles(), ...sweepFiles()];

/** Tag of a journey that is a sweep. */
export const sweepMark = '@sweep';
