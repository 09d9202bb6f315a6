const belowState = ['renderer/transport', 'renderer/choices', 'renderer/keys', 'renderer/texts', 'renderer/ui'];
const belowForms = [...belowState, 'renderer/state'];
const belowScreens = [
  ...belowForms,
  'renderer/scale',
  'renderer/print',
  'renderer/forms',
  'renderer/lookups',
  'renderer/scan',
];

/** Every screen, with the other screens whose parts it may import. */
const screensKnow: Record<string, readonly string[]> = {
  close: ['outbox'],
  handover: [],
  import: [],
  inventory: [],
  labels: [],
  // shows an action of a drill in the words of the drill's report
  log: ['settings'],
  memory: [],
  new: [],
  operators: [],
  // the prices of this order, and an order that was possibly sent
  order: ['outbox', 'prices'],
  orders: [],
  // commands on entries open their labels, orders and parcels
  outbox: ['labels', 'orders', 'tracking'],
  prices: [],
  scanner: [],
  // the report of a drill lists entries
  settings: ['outbox'],
  skus: [],
  // lists what waits for a person, and links to the settings of the first steps
  today: ['labels', 'outbox', 'settings'],
  tracking: ['orders'],
};

/**
 * Which parts of the project may import which. A part is a room of `electron/`, a folder in a room that has a rule of
 * its own, a layer of `renderer/`, or one of its screens. A file belongs to the part with the longest matching path.
 * Rooms and layers are listed from the bottom up: each imports only those above it in this list. A folder that is not
 * listed may not exist.
 */
export const allowedImports: Record<string, readonly string[]> = {
  shared: [],
  // the call to the host, and its files
  'renderer/transport': ['shared'],
  // a person's choices, and what a window keeps; the texts need the language
  'renderer/choices': ['shared', 'renderer/transport'],
  // the table of actions and keys
  'renderer/keys': ['shared'],
  // the catalogues; a text is named by a key of its catalogue, never by a type of the screen that shows it
  'renderer/texts': ['shared', 'renderer/choices', 'renderer/keys'],
  'renderer/ui': ['shared', 'renderer/choices', 'renderer/keys', 'renderer/texts'],
  // what the desk reported, and what several screens share
  'renderer/state': ['shared', ...belowState],
  'renderer/scale': ['shared', ...belowForms],
  'renderer/print': ['shared', ...belowForms],
  'renderer/forms': ['shared', ...belowForms, 'renderer/scale'],
  'renderer/lookups': ['shared', ...belowForms, 'renderer/forms'],
  // a code goes to the field with the cursor, to an action or to a label
  'renderer/scan': ['shared', ...belowForms, 'renderer/forms', 'renderer/print'],
  ...Object.fromEntries(
    Object.entries(screensKnow).map(([screen, otherScreens]) => [
      `renderer/screens/${screen}`,
      ['shared', ...belowScreens, ...otherScreens.map((otherScreen) => `renderer/screens/${otherScreen}`)],
    ]),
  ),
  'renderer/frame': ['shared', ...belowScreens, 'renderer/screens'],
  // starts the page
  'renderer/main.ts': ['shared', 'renderer'],
  // what is not about parcels: private files, encryption, the log, calls between threads
  'electron/platform': ['shared'],
  // the database, its locks, and what this machine knows about its data folders
  'electron/storage': ['shared', 'electron/platform'],
  // entries, their states, and the search index, which is updated in the entry's transaction
  'electron/outbox': ['shared', 'electron/storage', 'electron/outbox/search'],
  'electron/outbox/search': ['shared', 'electron/storage/database'],
  // one call to the service and its verdict; it knows no outbox
  'electron/delivery/service': ['shared', 'electron/platform'],
  'electron/delivery/sync': [
    'shared',
    'electron/platform',
    'electron/outbox',
    'electron/delivery/service',
    'electron/storage/database/transactions.ts',
  ],
  // lookups that a person waits for
  'electron/lookups': ['shared', 'electron/platform', 'electron/storage', 'electron/delivery'],
  // who may do what, PINs, and the log of actions that need a right
  'electron/operators': ['shared', 'electron/storage', 'electron/outbox'],
  // a label laid out, drawn and written; it knows no outbox
  'electron/labels': ['shared', 'electron/platform'],
  // labels contained in orders, made by unknown third parties
  'electron/labels/own-labels': ['shared', 'electron/platform', 'electron/labels'],
  // labels waiting to be printed; a printed label is recorded on its entry
  'electron/printing/queue': ['shared', 'electron/storage/database', 'electron/outbox'],
  // printer kinds behind one interface
  'electron/printing/printers': ['shared', 'electron/labels/formats', 'electron/storage/register/known-printers.ts'],
  // the label of an order, drawn here or contained in the order
  'electron/printing/drawing': ['shared', 'electron/platform', 'electron/outbox', 'electron/labels'],
  // prints the labels of the queue, one after the other, on a printer
  'electron/printing': ['shared', 'electron/printing/queue', 'electron/printing/printers'],
  // a day at the desk: its totals, and the parcels handed over to a carrier
  'electron/day': [
    'shared',
    'electron/storage',
    'electron/outbox',
    // what a scan of a label proves is decided in one place
    'electron/printing/queue/scan-confirmation.ts',
  ],
  // XLSX and CSV; an export is written in the format that the import reads
  'electron/spreadsheets': ['shared'],
  // the simulated service, and the outages that a supervisor stages in it
  'electron/practice': ['shared', 'electron/platform', 'electron/storage', 'electron/outbox'],
  // what was typed once, and one search over everything
  'electron/memory': [
    'shared',
    'electron/storage',
    'electron/outbox',
    'electron/outbox/search',
    'electron/lookups',
    'electron/spreadsheets/import/read-csv.ts',
  ],
  // journal, backups, restore, checks, retention, and the process for folders that may never respond
  'electron/copies': [
    'shared',
    'electron/platform',
    'electron/storage',
    'electron/outbox',
    'electron/outbox/search',
    'electron/delivery',
    'electron/operators',
    'electron/printing/queue',
    'electron/day/handover',
  ],
  // what the hosts share: the pages, and what the program says about itself
  'electron/hosts': ['shared', 'electron/platform'],
  'electron/hosts/browser': ['shared', 'electron/desk/calls', 'electron/hosts/pages.ts'],
  'electron/hosts/electron': [
    'shared',
    'electron/platform',
    'electron/desk/calls',
    'electron/desk/handlers',
    'electron/hosts/pages.ts',
    'electron/copies/io-process/io-message.ts',
    // the proxy password prompt
    'electron/delivery/service/proxy-password.ts',
    // system printers: the interface that this host implements
    'electron/printing/printers/system-printer.ts',
  ],
  'electron/hosts/electron/preload.ts': ['electron/hosts/electron/channels.ts'],
  'electron/hosts/start': [],
  'electron/hosts/command-line': [
    'shared',
    'electron/platform',
    'electron/storage/database/desk-file.ts',
    'electron/storage/database/needs-migration.ts',
    'electron/storage/lock',
    'electron/storage/register',
    'electron/printing/drawing/missing-letters.ts',
    'electron/printing/printers/printer-setup.ts',
    'electron/spreadsheets/export/template.ts',
    'electron/desk/calls',
    'electron/desk/folder',
    'electron/desk/threads',
    'electron/desk/workspaces',
    'electron/hosts/program-info.ts',
  ],
};

/** The composition root with its handlers and workers, and the programs. They may import any part of the engine. */
export const compositionPattern =
  /^electron\/(desk\/.+|hosts\/(electron\/(main|run)|browser\/(open-)?browser-host|command-line\/command-line|start\/start|open-screen-desk|log-desk|program-info))\.ts$/;

/** Packages, built-in modules and files that wrap them, with the only folders that may import each. */
export const restrictedImports: Record<string, readonly string[]> = {
  'better-sqlite3': ['electron/storage/database'],
  'electron/storage/database/sqlite-library.ts': ['electron/storage/database'],
  undici: ['electron/delivery/service'],
  'rotating-file-stream': ['electron/platform/log'],
  electron: ['electron/hosts/electron'],
  ws: ['electron/hosts/browser'],
  harfbuzzjs: ['electron/labels'],
  'read-excel-file': ['electron/spreadsheets/import'],
  papaparse: ['electron/spreadsheets/import'],
  'node:http': ['electron/hosts/browser', 'electron/practice', 'electron/printing/printers'],
  'node:https': ['electron/printing/printers'],
  'node:http2': [],
  'node:net': [
    'electron/practice',
    'electron/hosts/start',
    'electron/printing/printers',
    'electron/delivery/service',
    // reads addresses only
    'electron/platform/private-address.ts',
  ],
  // and the composing modules
  'node:worker_threads': [
    'electron/platform/link',
    'electron/practice',
    'electron/spreadsheets/import',
    'electron/labels',
  ],
};

/** The only packages that each part may use. The rest of the engine may use all dependencies in package.json. */
export const allowedPackages: Record<string, readonly string[]> = {
  shared: ['zod', 'big.js'],
  renderer: ['svelte', 'zod', 'big.js', '@lucide/svelte'],
};

/** Folders in which the clock, random numbers and timers are always injected. */
export const foldersWithInjectedTime = [
  'shared',
  'electron/outbox',
  'electron/delivery',
  'electron/labels',
  'electron/printing/queue',
  'electron/printing/print-runner.ts',
  'electron/spreadsheets/import',
  'electron/practice/drill',
];
