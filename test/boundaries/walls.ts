/**
 * Which part of the project may know which (DESIGN, sections 2 and 7). A part is a folder of `electron/`, `shared`,
 * `renderer`, `test`; hosts are a part each. A part that is not listed may not exist.
 */
export const knows: Record<string, readonly string[]> = {
  shared: [],
  renderer: ['shared'],
  // modes of files and folders, and how a file is written for this user alone
  'electron/private-files': ['shared'],
  'electron/database': ['shared', 'electron/private-files'],
  'electron/lock': ['shared', 'electron/database', 'electron/private-files'],
  // what this machine knows of its data folders: which are the ones to work in, and which targets a person named
  'electron/register': [
    'shared',
    'electron/database',
    'electron/lock',
    'electron/outbox/facts.ts',
    'electron/private-files',
  ],
  'electron/log': ['shared', 'electron/private-files'],
  // what those who help are told
  'electron/support': ['shared', 'electron/log'],
  // the index of search is kept in the transaction of the entry
  'electron/outbox': ['shared', 'electron/database', 'electron/search'],
  // ways to paper behind one port
  'electron/printers': ['shared'],
  // the queue's labels, one after the other, on a printer
  'electron/printing': ['shared', 'electron/print-queue', 'electron/printers'],
  // labels on their way to paper; one that came out is noted with its entry
  'electron/print-queue': ['shared', 'electron/database', 'electron/outbox'],
  'electron/secrets': ['shared', 'electron/private-files'],
  // practice and live: which desk is open, and what a person may bring from one to the other
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
  // what is erased of settled entries, and where
  'electron/retention': [
    'shared',
    'electron/backup',
    'electron/database',
    'electron/outbox',
    'electron/private-files',
    'electron/search',
  ],
  // files and lines that only a passphrase or a recovery key opens
  'electron/encryption': ['shared', 'electron/private-files'],
  'electron/search': ['shared', 'electron/database'],
  'electron/service': ['shared'],
  'electron/sync': ['shared', 'electron/database/group-commit.ts', 'electron/outbox', 'electron/service'],
  'electron/labels': ['shared', 'electron/private-files'],
  // labels that orders bring along, by hands the desk does not know
  'electron/own-labels': ['shared', 'electron/labels', 'electron/private-files'],
  'electron/sheets': ['shared'],
  'electron/import': ['shared', 'electron/sheets'],
  // written as the import reads them
  'electron/export': ['shared', 'electron/import', 'electron/sheets'],
  'electron/lookups': ['shared', 'electron/service', 'electron/database', 'electron/sync'],
  'electron/practice': ['shared', 'electron/database', 'electron/private-files'],
  // what a supervisor stages in practice, and how staff fared
  'electron/drill': ['shared', 'electron/database', 'electron/outbox', 'electron/practice'],
  'electron/settings': ['shared', 'electron/database'],
  // learned from entries, after they are saved
  'electron/memories': ['shared', 'electron/database', 'electron/outbox', 'electron/search'],
  // what not everybody may do, and what was done of it
  'electron/rights': ['shared', 'electron/database'],
  // a day at the desk: what needs a person, its sums
  'electron/day': ['shared', 'electron/database', 'electron/outbox'],
  // parcels of a day, handed over to a carrier
  'electron/handover': [
    'shared',
    'electron/database',
    'electron/day/local-day.ts',
    'electron/outbox',
    // what a scan of paper proves is decided in one place
    'electron/print-queue/scanned-code.ts',
  ],
  // paper of an office printer: reports, and the sheet of a handover
  'electron/papers': ['shared', 'electron/labels'],
  // one answer made of what each part finds
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
    // under which names a file keeps whom practice and live share
    'electron/memories/shared-operators.ts',
    'electron/outbox',
    'electron/print-queue',
    'electron/private-files',
    'electron/register',
    'electron/rights',
    // whether a search finds all that is there
    'electron/search',
    'electron/encryption',
  ],
  // what may never answer, and the process that touches it
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
  // a backup brought back to life where nobody sees it
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
  // how calls, answers and events go between threads, hosts and processes; whatever they are about
  'electron/rpc/transport': ['shared', 'electron/log'],
  // the contract is answered here, each procedure by the part it is about
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
    // what a proxy asks people for
    'electron/service/proxy-password.ts',
    // printers of the system: the port that this host stands behind
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
 * Programs, workers, and what joins parts for one of them: these may know any part of the engine, wherever they stand.
 */
export const joins =
  /^electron\/(compose[a-z-]*|threads\/[a-z-]+|hosts\/(electron\/(main|run)|browser\/(open-)?browser-host|command-line\/command-line|start\/start|open-screen-desk|log-desk|program-of))\.ts$/;

/** Packages and built-in modules with one home, and files that stand for them. */
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
  // and what joins parts
  'node:worker_threads': ['electron/rpc', 'electron/practice', 'electron/import', 'electron/labels'],
};

/** The only packages of each world; the rest of the engine may use what package.json names. */
export const packagesOf: Record<string, readonly string[]> = {
  shared: ['zod', 'big.js'],
  renderer: ['svelte', 'zod', 'big.js', '@lucide/svelte'],
};

/** Where clock, chance and timers are given and never taken. */
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
