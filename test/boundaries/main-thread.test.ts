import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { reachedFrom } from './reached-from.ts';

const root = join(import.meta.dirname, '../..');
const hosts = ['electron/hosts/electron/run.ts', 'electron/hosts/browser/browser-host.ts'];

/** SQLite modules that a host's main thread may load: locks held for the life of the process, and error names. */
const ofSqlite = [
  'electron/database/can-lock.ts',
  'electron/database/disk-problem.ts',
  'electron/database/hold-file.ts',
  'electron/database/open-elsewhere.ts',
];

/**
 * Files on a host's main thread that may access the disk, each with its reason. An entry that is no longer needed must
 * be removed.
 */
const ofDisk: Record<string, string> = {
  'electron/hosts/program-of.ts': 'once: its own version',
  'electron/hosts/browser/open-browser-host.ts': 'once: whether the screens are built',
  'electron/database/is-behind.ts': 'once: some bytes of the file, to say that an update takes long',
  'electron/private-files/close-folder.ts': 'once: modes of what lies in the folder',
  'electron/lock/lock-folder.ts': 'once: its lock',
  'electron/lock/same-file.ts': 'once: its lock',
  'electron/database/open-elsewhere.ts': 'once: its lock',
  'electron/database/can-lock.ts': 'where a lock is not to be had: whether any is',
  'electron/database/disk-problem.ts': 'after an error: why',
  'electron/threads/desk.ts': 'once: whether there was a desk in the folder',
  'electron/hosts/electron/window-state.ts': 'where the window stood',
  'electron/hosts/electron/scale-port.ts': 'which port the scale is on',
  'electron/hosts/electron/zoom.ts': 'how large it was read',
  'electron/hosts/electron/given-files.ts': 'a spreadsheet that a person opened with the program',
  'electron/hosts/electron/session-start.ts': 'whether the system starts it with a session',
  'electron/secrets/sealed-secrets.ts': 'the secrets, which no worker may know',
  'electron/secrets/secret-store.ts': 'the secrets, which no worker may know',
  'electron/workspaces/workspace.ts': 'which of the two folders is open',
  'electron/workspaces/wrong-pins.ts': 'after a wrong PIN: how many there were in a row',
  'electron/workspaces/workspace-desk.ts': 'whether there is a desk in the other folder',
  'electron/register/known-targets.ts': 'when a person names a service',
  'electron/register/known-printers.ts': 'when a person names a printer',
  'electron/backup/backup-note.ts': 'when a person asks for a backup: where the one before went',
  'electron/encryption/key-file.ts': 'when a person goes live: the passphrase of copies',
  'electron/private-files/private-folder.ts': 'what of these is written',
  'electron/private-files/write-private.ts': 'what of these is written',
  'electron/hosts/pages/read-page.ts': 'the screens themselves',
  'electron/log/open-log.ts': 'some lines a day, which nothing waits for; the last line of a crash',
  'electron/log/log-files.ts': 'when a person asks for a file for support',
  'electron/rpc/support/make-support-file.ts': 'the file for support',
  'electron/rpc/screens/made-files.ts': 'a file that a worker made, on its way to a person',
};

describe('the main thread of a host with screens', () => {
  it.each(hosts)('in %s loads no outbox, HTTP client, search, labels or spreadsheets', (host) => {
    const { files } = reachedFrom(root, host);
    const ofWorkers =
      /^electron\/(outbox\/(?!facts)|sync|service\/(?!check-address)|search|labels|import|export|sheets|lookups|memories|global-search|practice|settings|retention|rehearsal|compose)/;
    expect([...files].filter((path) => ofWorkers.test(path))).toEqual([]);
    expect(files.size).toBeGreaterThan(50);
  });

  it.each(hosts)('in %s loads no record schema of a create, so that a window never waits for one', (host) => {
    const { files } = reachedFrom(root, host);
    expect([...files].filter((path) => /^shared\/(?:service|creates\/(?!kinds))/.test(path))).toEqual([]);
  });

  it.each(hosts)('in %s opens no database; it only holds locks, which load SQLite on first use', (host) => {
    const { files, importers, packages } = reachedFrom(root, host);
    expect(files).not.toContain('electron/database/open-sqlite.ts');
    expect(importers.get('electron/database/sqlite-library.ts')?.toSorted()).toEqual(ofSqlite);
    expect(packages.get('better-sqlite3')).toBeUndefined();
  });

  it.each(hosts)('in %s accesses the disk only in the listed files', (host) => {
    const { packages } = reachedFrom(root, host);
    const touching = [...(packages.get('node:fs') ?? []), ...(packages.get('node:fs/promises') ?? [])];
    expect(touching.filter((path) => !(path in ofDisk))).toEqual([]);
  });

  it('uses every file on the list', () => {
    const touching = hosts.flatMap((host) => {
      const { packages } = reachedFrom(root, host);
      return [...(packages.get('node:fs') ?? []), ...(packages.get('node:fs/promises') ?? [])];
    });
    expect(Object.keys(ofDisk).filter((path) => !touching.includes(path))).toEqual([]);
  });
});

/** Only some tasks need these large libraries. */
describe('a worker of the desk', () => {
  it.each(['electron/threads/desk-worker.ts', 'electron/threads/reader-worker.ts'])(
    'in %s loads no library for labels or spreadsheets at startup',
    (worker) => {
      const packages = [...reachedFrom(root, worker).packages.keys()].filter((name) => !name.startsWith('node:'));
      const needed = ['zod', 'big.js', 'undici/lib/dispatcher/agent.js'];
      expect(packages.filter((name) => !needed.includes(name))).toEqual([]);
    },
  );
});
