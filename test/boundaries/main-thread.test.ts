import { modulesReachedFrom } from './reached-from.ts';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const hosts = ['electron/hosts/electron/run.ts', 'electron/hosts/browser/browser-host.ts'];

/**
 * Modules through which the main thread of a host may load SQLite: locks held as long as the process lives, and names
 * of errors.
 */
const sqliteModules = ['electron/storage/database/disk-problem.ts', 'electron/storage/database/file-locks.ts'];

/**
 * Files on the main thread of a host that may access the disk, each with its reason. An entry that is no longer needed
 * must be removed.
 */
const diskFiles: Record<string, string> = {
  'electron/hosts/program-info.ts': 'once: its own version',
  'electron/hosts/browser/open-browser-host.ts': 'once: whether the screens are built',
  'electron/storage/database/needs-migration.ts': 'once: some bytes of the file, to say that an update takes long',
  'electron/storage/lock/lock-folder.ts': 'once: its lock',
  'electron/storage/database/file-locks.ts': 'once: its lock, and if it cannot be taken, whether any can',
  'electron/storage/database/disk-problem.ts': 'after an error: its cause',
  'electron/desk/threads/desk.ts': 'once: whether the folder contained a desk',
  'electron/hosts/electron/opened-files.ts': 'a spreadsheet that a person opened with the program',
  'electron/hosts/electron/autostart.ts': 'whether the system starts it with a session',
  'electron/platform/json-file.ts':
    'the secrets, which no worker may know; targets, when a person names a service; window, zoom and port of the scale',
  'electron/storage/register/workspace-folders.ts': 'which of the two folders is open',
  'electron/desk/calls/pin-throttle.ts': 'after a wrong PIN: how many there were in a row',
  'electron/desk/workspaces/workspace-desk.ts': 'whether the other folder contains a desk',
  'electron/storage/register/known-printers.ts': 'when a person names a printer',
  'electron/copies/backup/backup-note.ts': 'when a person asks for a backup: where the previous one went',
  'electron/platform/encryption/key-file.ts': 'when a person goes live: the passphrase of backups',
  'electron/platform/private-files.ts': 'what is written for the files above',
  'electron/hosts/pages.ts': 'the screens themselves',
  'electron/platform/log/open-log.ts': 'some lines a day, which nothing waits for; the last line of a crash',
  'electron/platform/log/log-record.ts': 'when a person asks for a file for support',
  'electron/desk/handlers/support-file-handlers.ts': 'the file for support',
  'electron/desk/calls/downloads.ts': 'a file that a worker made, on its way to a person',
};

describe('the main thread of a host with screens', () => {
  it.each(hosts)('in %s loads no outbox, HTTP client, search, labels or spreadsheets', (host) => {
    const { files } = modulesReachedFrom(root, host);
    const workerModules =
      /^electron\/(outbox|labels|spreadsheets|lookups|memory|practice|storage\/settings-store|copies\/(retention|rehearsal)|delivery\/(sync|service\/(?!check-address))|desk\/compose)/;
    expect([...files].filter((path) => workerModules.test(path))).toEqual([]);
    expect(files.size).toBeGreaterThan(50);
  });

  it.each(hosts)('in %s loads no record schema of a create, so that a window never waits for one', (host) => {
    const { files } = modulesReachedFrom(root, host);
    expect([...files].filter((path) => /^shared\/(?:service|creates\/(?!kinds))/.test(path))).toEqual([]);
  });

  it.each(hosts)('in %s opens no database; it only holds locks, which load SQLite on first use', (host) => {
    const { files, importers, packages } = modulesReachedFrom(root, host);
    expect(files).not.toContain('electron/storage/database/open-sqlite.ts');
    expect(importers.get('electron/storage/database/sqlite-library.ts')?.toSorted()).toEqual(sqliteModules);
    expect(packages.get('better-sqlite3')).toBeUndefined();
  });

  it.each(hosts)('in %s accesses the disk only in the listed files', (host) => {
    const { packages } = modulesReachedFrom(root, host);
    const diskUsers = [...(packages.get('node:fs') ?? []), ...(packages.get('node:fs/promises') ?? [])];
    expect(diskUsers.filter((path) => !(path in diskFiles))).toEqual([]);
  });

  it('uses every file on the list', () => {
    const diskUsers = hosts.flatMap((host) => {
      const { packages } = modulesReachedFrom(root, host);
      return [...(packages.get('node:fs') ?? []), ...(packages.get('node:fs/promises') ?? [])];
    });
    expect(Object.keys(diskFiles).filter((path) => !diskUsers.includes(path))).toEqual([]);
  });
});

/** Only some tasks need these large libraries. */
describe('a worker of the desk', () => {
  it.each(['electron/desk/threads/desk-worker.ts', 'electron/desk/threads/reader-worker.ts'])(
    'in %s loads no library for labels or spreadsheets at startup',
    (worker) => {
      const packages = [...modulesReachedFrom(root, worker).packages.keys()].filter(
        (name) => !name.startsWith('node:'),
      );
      const allowedPackages = ['zod', 'big.js', 'undici/lib/dispatcher/agent.js'];
      expect(packages.filter((name) => !allowedPackages.includes(name))).toEqual([]);
    },
  );
});
