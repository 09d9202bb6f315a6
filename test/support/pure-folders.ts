import { slowFiles } from './longer.ts';
import { globSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Test folders whose files run one after another in a shared process that loads modules once. The tests do not change
 * the state of the process, and the modules that they test keep no state.
 */
export const pureFolders = [
  'boundaries',
  'compose',
  'export',
  'golden',
  'hosts/browser',
  'hosts/command-line',
  'hosts/electron',
  'hosts/start',
  'lock',
  'log',
  'private-files',
  'register',
  'retention',
  'stages',
  'workspaces',
  'day',
  'handover',
  'own-labels',
  'papers',
  'path',
  'secrets',
  'import',
  'isolated-io',
  'print-queue',
  'printers',
  'printing',
  'renderer',
  'backup',
  'database',
  'electron-service',
  'text',
  'labels',
  'lookups',
  'memories',
  'global-search',
  'outbox',
  'packaging',
  'creates',
  'hosts/pages',
  'paste-address',
  'practice',
  'rpc',
  'scan',
  'encryption',
  'search',
  'service',
  'settings',
  'sync',
  'drill',
  'real',
  'rights',
];

/** Files in these folders that change the state of the process; each runs in a new process. */
export const filesRunAlone = [
  'backup/keeps-safeguards.test.ts',
  'boundaries/pure-folders.test.ts',
  'compose/tenth-create.test.ts',
  'golden/folder/make.ts',
  'hosts/electron/guards.test.ts',
  'hosts/electron/print-page.test.ts',
  'private-files/modes.test.ts',
  'renderer/commands.test.ts',
  'renderer/kept-form.test.ts',
  'renderer/format.test.ts',
  'renderer/missed-events.test.ts',
  'renderer/far-rows.test.ts',
  'renderer/paged-rows.test.ts',
  'renderer/window-store.test.ts',
  'retention/no-name-left.test.ts',
  'stages/run-tests.ts',
  'workspaces/switch-while-printing.test.ts',
  'workspaces/torn-off.test.ts',
];

const root = join(import.meta.dirname, '../..');

/**
 * Test files that share a process, relative to the project root. Files that run in a browser share one in a different
 * way.
 */
export const sharedProcessFiles = (): string[] => {
  const slow = new Set(slowFiles());
  return globSync(`test/{${pureFolders.join(',')}}/**/*.test.ts`, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter(
      (path) =>
        !path.startsWith('test/renderer/in-browser/') &&
        !slow.has(path) &&
        !filesRunAlone.includes(path.slice('test/'.length)),
    );
};
