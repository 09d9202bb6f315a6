/**
 * Which part of the project may import which. A part is a folder of `electron/`, `shared`, `renderer` or `test`; each
 * host is a part. A part that is not listed may not exist.
 */
export const knows: Record<string, readonly string[]> = {
  shared: [],
  renderer: ['shared'],
  // file and folder modes, and writing files for this user only
  'electron/private-files': ['shared'],
  'electron/database': ['shared', 'electron/private-files'],
  'electron/lock': ['shared', 'electron/database', 'electron/private-files'],
  // what this machine knows about its data folders: which are in use, and which targets a person confirmed
  'electron/register': [
    'shared',
    'electron/database',
    'electron/lock',
    'electron/outbox/facts.ts',
    'electron/private-files',
  ],
  'electron/log': ['shared', 'electron/private-files'],
  // information for support staff
  'electron/support': ['shared', 'electron/log'],
  // the search index is updated in the entry's transaction
  'electron/outbox': ['shared', 'electron/database', 'electron/search'],
  // printer kinds behind one interface
  'electron/printers': ['shared'],
  // prints the labels of the queue, one after the other, on a printer
  'electron/printing': ['shared', 'electron/print-queue', 'electron/printers'],
  // labels waiting to be printed; a printed label is recorded on its entry
  'electron/print-queue': ['shared', 'electron/database', 'electron/outbox'],
  'electron/secrets': ['shared', 'electron/private-files'],
  // practice and live: which desk is open, and what a person may move from one to the other
  'electron/workspaces': [
    'shared',
    'electron/threads/desk.ts',
    'electron/database',
    'electron/private-files',
    'electron/register',
    'electron/rpc',
    'electron/encryption',
    'electron/secrets',
    'electron/service/check-address.ts',
  ],
  // what is erased from settled entries, and where
  'electron/retention': [
    'shared',
    'electron/backup',
    'electron/database',
    'electron/outbox',
    'electron/private-files',
    'electron/search',
  ],
  // files and lines encrypted with a passphrase or a recovery key
  'electron/encryption': ['shared', 'electron/private-files'],
  'electron/search': ['shared', 'electron/database'],
  'electron/service': ['shared'],
  'electron/sync': ['shared', 'electron/database/group-commit.ts', 'electron/outbox', 'electron/service'],
  'electron/labels': ['shared', 'electron/private-files'],
  // labels contained in orders, made by unknown third parties
  'electron/own-labels': ['shared', 'electron/labels', 'electron/private-files'],
  'electron/sheets': ['shared'],
  'electron/import': ['shared', 'electron/sheets'],
  // written in the format that the import reads
  'electron/export': ['shared', 'electron/import', 'electron/sheets'],
  'electron/lookups': ['shared', 'electron/service', 'electron/database', 'electron/sync'],
  'electron/practice': ['shared', 'electron/database', 'electron/private-files'],
  // outages that a supervisor stages in practice, and how staff coped
  'electron/drill': ['shared', 'electron/database', 'electron/outbox', 'electron/practice'],
  'electron/settings': ['shared', 'electron/database'],
  // learned from entries after they are saved
  'electron/memories': ['shared', 'electron/database', 'electron/outbox', 'electron/search'],
  // actions that need a right, and the log of them
  'electron/rights': ['shared', 'electron/database'],
  // a day at the desk: what needs a person, and its totals
  'electron/day': ['shared', 'electron/database', 'electron/outbox'],
  // the parcels of a day, handed over to a carrier
  'electron/handover': [
    'shared',
    'electron/database',
    'electron/day/local-day.ts',
    'electron/outbox',
    // what a scan of a label proves is decided in one place
    'electron/print-queue/scanned-code.ts',
  ],
  // pages for an office printer: reports, and the sheet of a handover
  'electron/papers': ['shared', 'electron/labels'],
  // one answer combined from the results of each part
  'electron/global-search': [
    'shared',
    'electron/database',
    'electron/lookups',
    'electron/memories',
    'electron/outbox',
    'electron/search',
  ],
  'electron/backup': [
    'shared',
    'electron/database',
    'electron/handover',
    'electron/lock',
    // the names under which a file stores operators that practice and live share
    'electron/memories/shared-operators.ts',
    'electron/outbox',
    'electron/print-queue',
    'electron/private-files',
    'electron/register',
    'electron/rights',
    // whether a search finds everything
    'electron/search',
    'electron/encryption',
  ],
  // I/O that may never return, and the process that performs it
  'electron/isolated-io': [
    'shared',
    'electron/backup',
    'electron/lock',
    'electron/private-files',
    'electron/register',
    'electron/rehearsal',
    'electron/encryption',
    'electron/workspaces/workspace.ts',
  ],
  // a backup restored out of sight and delivered to a simulated service
  'electron/rehearsal': [
    'shared',
    'electron/backup',
    'electron/database',
    'electron/outbox',
    'electron/private-files',
    'electron/encryption',
    'electron/service',
    'electron/sync',
  ],
  // how calls, answers and events travel between threads, hosts and processes, whatever their content
  'electron/rpc/transport': ['shared', 'electron/log'],
  // answers the contract; each procedure delegates to the part it concerns
  'electron/rpc': [
    'shared',
    'electron/backup',
    'electron/database',
    'electron/day',
    'electron/drill',
    'electron/export',
    'electron/handover',
    'electron/import',
    'electron/labels',
    'electron/lock',
    'electron/log',
    'electron/lookups',
    'electron/memories',
    'electron/global-search',
    'electron/outbox',
    'electron/own-labels',
    'electron/papers',
    'electron/print-queue',
    'electron/practice',
    'electron/printers',
    'electron/printing',
    'electron/private-files',
    'electron/register',
    'electron/rights',
    'electron/rpc/transport',
    'electron/encryption',
    'electron/search',
    'electron/secrets',
    'electron/service',
    'electron/settings',
    'electron/support',
    'electron/sync',
  ],
  'electron/hosts/browser': ['shared', 'electron/rpc', 'electron/hosts/pages'],
  'electron/hosts/electron/preload.ts': ['electron/hosts/electron/channels.ts'],
  'electron/hosts/electron': [
    'shared',
    'electron/rpc',
    'electron/hosts/pages',
    'electron/isolated-io',
    'electron/log',
    'electron/private-files',
    'electron/secrets',
    // the proxy password prompt
    'electron/service/proxy-password.ts',
    // system printers: the interface that this host implements
    'electron/printers/system-printer.ts',
  ],
  'electron/hosts/pages': ['shared'],
  'electron/hosts/start': [],
  'electron/hosts/command-line': [
    'shared',
    'electron/threads/desk.ts',
    'electron/database/is-behind.ts',
    'electron/export',
    'electron/threads/with-io-process.ts',
    'electron/threads/practice-thread.ts',
    'electron/threads/after.ts',
    'electron/threads/label-thread.ts',
    'electron/rpc',
    'electron/backup',
    'electron/database/desk-file.ts',
    'electron/lock',
    'electron/log',
    'electron/support',
    'electron/hosts/program-of.ts',
    'electron/private-files',
    'electron/register',
    'electron/encryption',
    'electron/workspaces',
  ],
};

/**
 * Programs, workers, and the modules that compose parts for one of them: they may import any part of the engine,
 * wherever they are.
 */
export const joins =
  /^electron\/(compose[a-z-]*|threads\/[a-z-]+|hosts\/(electron\/(main|run)|browser\/(open-)?browser-host|command-line\/command-line|start\/start|open-screen-desk|log-desk|program-of))\.ts$/;

/** Packages and built-in modules that only certain folders may import, and files that wrap them. */
export const homes: Record<string, readonly string[]> = {
  'better-sqlite3': ['electron/database'],
  'electron/database/sqlite-library.ts': ['electron/database'],
  undici: ['electron/service'],
  'rotating-file-stream': ['electron/log'],
  electron: ['electron/hosts/electron'],
  ws: ['electron/hosts/browser'],
  harfbuzzjs: ['electron/labels'],
  'read-excel-file': ['electron/import'],
  papaparse: ['electron/import'],
  'node:http': ['electron/hosts/browser', 'electron/practice', 'electron/printers'],
  'node:https': ['electron/printers'],
  'node:http2': [],
  'node:net': ['electron/practice', 'electron/hosts/start', 'electron/printers', 'electron/service'],
  // and the composing modules
  'node:worker_threads': ['electron/rpc', 'electron/practice', 'electron/import', 'electron/labels'],
};

/** The only packages of each part; the rest of the engine may use the dependencies in package.json. */
export const packagesOf: Record<string, readonly string[]> = {
  shared: ['zod', 'big.js'],
  renderer: ['svelte', 'zod', 'big.js', '@lucide/svelte'],
};

/** Folders in which clock, randomness and timers are always injected. */
export const timeless = [
  'shared',
  'electron/outbox',
  'electron/print-queue',
  'electron/printing',
  'electron/sync',
  'electron/drill',
  'electron/service',
  'electron/labels',
  'electron/own-labels',
  'electron/import',
];
