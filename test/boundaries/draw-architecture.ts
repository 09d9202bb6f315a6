import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { posix } from 'node:path';
import { argv } from 'node:process';
import { importsOf } from './imports-of.ts';

/** Parts of the program as the page shows them, each with its purpose and its folders. */
export const parts: Readonly<Record<string, { name: string; folders: readonly string[] }>> = {
  screens: { name: 'Screens', folders: ['renderer'] },
  hosts: {
    name: 'Hosts: window, browser, command line',
    folders: ['electron/hosts', 'electron/workspaces', 'electron/secrets'],
  },
  workers: {
    name: 'Workers, and what joins their parts',
    folders: [
      'electron/threads',
      'electron/compose',
      'electron/compose-drill',
      'electron/compose-host',
      'electron/compose-indexes',
      'electron/compose-reader',
      'electron/compose-rescue',
    ],
  },
  calls: {
    name: 'The contract, answered',
    folders: ['electron/rpc', 'electron/global-search', 'electron/day', 'electron/handover'],
  },
  outbox: {
    name: 'Outbox and delivery',
    folders: ['electron/outbox', 'electron/sync', 'electron/service', 'electron/search', 'electron/database'],
  },
  copies: {
    name: 'Copies: journal, backups, restore',
    folders: [
      'electron/backup',
      'electron/rehearsal',
      'electron/encryption',
      'electron/isolated-io',
      'electron/retention',
    ],
  },
  folder: {
    name: 'The folder and its machine',
    folders: ['electron/lock', 'electron/register', 'electron/private-files'],
  },
  paper: {
    name: 'Labels and paper',
    folders: [
      'electron/labels',
      'electron/own-labels',
      'electron/papers',
      'electron/print-queue',
      'electron/printers',
      'electron/printing',
    ],
  },
  sheets: { name: 'Spreadsheets', folders: ['electron/sheets', 'electron/import', 'electron/export'] },
  known: {
    name: 'What is known: lookups, memories, settings',
    folders: ['electron/lookups', 'electron/memories', 'electron/rights', 'electron/settings'],
  },
  practice: { name: 'The service, pretended, and drills', folders: ['electron/practice', 'electron/drill'] },
  support: { name: 'Log and support', folders: ['electron/log', 'electron/support'] },
  shared: { name: 'What both sides agree on', folders: ['shared'] },
};

const partOf = (path: string): string | undefined =>
  Object.entries(parts).find(([, { folders }]) =>
    folders.some((folder) => path === `${folder}.ts` || path.startsWith(`${folder}/`)),
  )?.[0];

/** Counts the files of one part that import another, as `from to`; lists the files that belong to no part. */
export function readParts(root: string): { edges: Map<string, number>; homeless: string[] } {
  const paths = globSync('{electron,shared,renderer}/**/*.{ts,svelte}', { cwd: root }).map((path) =>
    path.replaceAll('\\', '/'),
  );
  const edges = new Map<string, number>();
  const homeless: string[] = [];
  for (const path of paths.sort()) {
    const from = partOf(path);
    if (from === undefined) homeless.push(path);
    const imported = importsOf(path, readFileSync(posix.join(root, path), 'utf8'))
      .filter((written) => written.startsWith('.'))
      .map((written) => partOf(posix.normalize(posix.join(posix.dirname(path), written))));
    for (const to of new Set(imported)) {
      if (from === undefined || to === undefined || to === from) continue;
      edges.set(`${from} ${to}`, (edges.get(`${from} ${to}`) ?? 0) + 1);
    }
  }
  return { edges, homeless };
}

/** The diagram, as Mermaid. The shared part is left out, because arrows to it would hide all others. */
export function drawArchitecture(root: string): string {
  const { edges } = readParts(root);
  const drawn = [...edges.keys()].map((edge) => edge.split(' ')).filter(([, to]) => to !== 'shared');
  const boxes = Object.entries(parts).filter(([part]) => part !== 'shared');
  return [
    '```mermaid',
    'flowchart TD',
    ...boxes.map(([part, { name }]) => `  ${part}["${name}"]`),
    ...drawn.map(([from = '', to = '']) => `  ${from} --> ${to}`),
    '```',
  ].join('\n');
}

export const page = 'docs/architecture.md';
/** The diagram between its two markers. */
export const drawing = /(<!-- drawing -->\n\n)[\s\S]*?(\n\n<!-- end of drawing -->)/;

if (argv[1] === import.meta.filename) {
  const root = posix.join(import.meta.dirname, '../..');
  const path = posix.join(root, page);
  const drawn = drawArchitecture(root);
  const text = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    text.replace(drawing, (_all, begin: string, end: string) => `${begin}${drawn}${end}`),
  );
}
