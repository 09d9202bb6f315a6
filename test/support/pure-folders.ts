/**
 * Folders of tests whose files run in one process after another, its modules loaded once: none of them changes what belongs to
 * the process, and nothing that they test keeps a state in a module.
 */
export const pureFolders = [
  'backup',
  'database',
  'electron-service',
  'exact-decimal',
  'labels',
  'lookups',
  'memories',
  'one-search',
  'outbox',
  'package-id',
  'pages',
  'paste-address',
  'practice',
  'rpc',
  'scan',
  'search',
  'service',
  'settings',
  'sync',
];
