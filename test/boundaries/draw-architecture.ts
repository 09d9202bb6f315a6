import { importsOf } from './imports-of.ts';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { posix } from 'node:path';
import { argv } from 'node:process';

/** Parts of the program as the page shows them, each with its purpose and its folder. */
export const parts: Readonly<Record<string, { name: string; folder: string }>> = {
  screens: { name: 'Screens', folder: 'renderer' },
  hosts: { name: 'Hosts: window, browser, command line', folder: 'electron/hosts' },
  desk: { name: 'The desk: composition, handlers, workers', folder: 'electron/desk' },
  copies: { name: 'Copies: journal, backups, restore', folder: 'electron/copies' },
  memory: { name: 'What was typed once, and search', folder: 'electron/memory' },
  practice: { name: 'The simulated service, and drills', folder: 'electron/practice' },
  spreadsheets: { name: 'Spreadsheets', folder: 'electron/spreadsheets' },
  day: { name: 'A day, and handovers', folder: 'electron/day' },
  printing: { name: 'Print queue and printers', folder: 'electron/printing' },
  labels: { name: 'Labels', folder: 'electron/labels' },
  operators: { name: 'Operators and rights', folder: 'electron/operators' },
  lookups: { name: 'Lookups', folder: 'electron/lookups' },
  delivery: { name: 'Delivery: service and sync', folder: 'electron/delivery' },
  outbox: { name: 'Outbox', folder: 'electron/outbox' },
  storage: { name: 'Database, locks, data folders', folder: 'electron/storage' },
  platform: { name: 'Files, secrets, log, threads', folder: 'electron/platform' },
  shared: { name: 'What both sides agree on', folder: 'shared' },
};

const partOf = (path: string): string | undefined =>
  Object.entries(parts).find(([, { folder }]) => path.startsWith(`${folder}/`))?.[0];

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
