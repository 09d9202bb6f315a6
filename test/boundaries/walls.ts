/**
 * Which part of the project may know which (DESIGN, sections 2 and 7). A part is a folder of `electron/`, `shared`,
 * `renderer`, `test`, or one of the few files that stand in `electron/` itself. A part that is not listed may not exist.
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
  'electron/log': ['shared'],
  // the index of search is kept in the transaction of the entry
  'electron/outbox': ['shared', 'electron/database', 'electron/search'],
  'electron/secrets': ['shared', 'electron/private-files'],
  // practice and live: which desk is open, and what a person may bring from one to the other
  'electron/two-folders': [
    'shared',
    'electron/desk.ts',
    'electron/database',
    'electron/private-files',
    'electron/register',
    'electron/rpc',
    'electron/secrets',
    'electron/service/check-address.ts',
  ],
  'electron/search': ['shared', 'electron/database'],
  'electron/service': ['shared'],
  'electron/sync': ['shared', 'electron/outbox', 'electron/service'],
  'electron/labels': ['shared', 'electron/private-files'],
  'electron/sheets': ['shared'],
  'electron/import': ['shared', 'electron/sheets'],
  // written as the import reads them
  'electron/export': ['shared', 'electron/import', 'electron/sheets'],
  'electron/lookups': ['shared', 'electron/service', 'electron/database', 'electron/sync'],
  'electron/practice': ['shared', 'electron/database', 'electron/private-files'],
  'electron/settings': ['shared', 'electron/database'],
  // learned from entries, after they are saved
  'electron/memories': ['shared', 'electron/database', 'electron/outbox', 'electron/search'],
  // one answer made of what each part finds
  'electron/one-search': [
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
    'electron/lock',
    'electron/outbox',
    'electron/private-files',
    'electron/register',
  ],
  // what may never answer, and the process that touches it
  'electron/places': ['shared', 'electron/backup', 'electron/private-files', 'electron/register', 'electron/rehearsal'],
  // a backup brought back to life where nobody sees it
  'electron/rehearsal': [
    'shared',
    'electron/backup',
    'electron/database',
    'electron/outbox',
    'electron/private-files',
    'electron/service',
    'electron/sync',
  ],
  // the contract is answered here, each procedure by the part it is about
  'electron/rpc': [
    'shared',
    'electron/backup',
    'electron/database',
    'electron/export',
    'electron/import',
    'electron/labels',
    'electron/lock',
    'electron/log',
    'electron/lookups',
    'electron/memories',
    'electron/one-search',
    'electron/outbox',
    'electron/practice',
    'electron/private-files',
    'electron/register',
    'electron/search',
    'electron/secrets',
    'electron/service',
    'electron/settings',
    'electron/sync',
  ],
  'electron/browser-host': ['shared', 'electron/rpc', 'electron/pages'],
  'electron/window': ['shared', 'electron/rpc', 'electron/pages', 'electron/places', 'electron/private-files'],
  'electron/window.ts': ['electron/window'],
  'electron/preload.ts': ['electron/window/channels.ts'],
  'electron/pages': ['shared'],
  'electron/start': [],
  'electron/command-line': [
    'shared',
    'electron/desk.ts',
    'electron/export',
    'electron/practice-thread.ts',
    'electron/rpc',
    'electron/backup',
    'electron/lock',
    'electron/private-files',
    'electron/register',
    'electron/two-folders',
  ],
};

/**
 * A file that stands in `electron/` itself is a program, a worker, or joins parts for one of them: it may know any part of
 * the engine, unless it has a row above.
 */
export const joins = /^electron\/[a-z-]+\.ts$/;

/** Packages and built-in modules with one home. */
export const homes: Record<string, readonly string[]> = {
  'better-sqlite3': ['electron/database'],
  undici: ['electron/service'],
  electron: ['electron/main.ts', 'electron/preload.ts', 'electron/window.ts', 'electron/window'],
  ws: ['electron/browser-host'],
  harfbuzzjs: ['electron/labels'],
  'read-excel-file': ['electron/import'],
  papaparse: ['electron/import'],
  'node:http': ['electron/browser-host', 'electron/practice'],
  'node:https': [],
  'node:http2': [],
  'node:net': ['electron/practice', 'electron/start', 'electron/labels/print'],
  // and the files of electron/ itself
  'node:worker_threads': ['electron/rpc', 'electron/practice', 'electron/import', 'electron/labels'],
};

/** The only packages of each world; the rest of the engine may use what package.json names. */
export const packagesOf: Record<string, readonly string[]> = {
  shared: ['zod'],
  renderer: ['svelte', 'zod'],
};

/** Where clock, chance and timers are given and never taken. */
export const timeless = [
  'shared',
  'electron/outbox',
  'electron/sync',
  'electron/service',
  'electron/labels',
  'electron/import',
];
