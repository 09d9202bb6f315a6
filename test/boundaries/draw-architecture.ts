import { importsOf } from './imports-of.ts';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { posix } from 'node:path';
import { argv } from 'node:process';

type Parts = Readonly<Record<string, { name: string; folder: string }>>;

/** Parts of the program as the page shows them, each with its purpose and its folder. */
export const parts: Parts = {
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

/** Layers of the renderer as the page shows them. */
export const layers: Parts = {
  frame: { name: 'frame: around every screen', folder: 'renderer/frame' },
  screens: { name: 'screens: one area each', folder: 'renderer/screens' },
  scan: { name: 'scan: scanners', folder: 'renderer/scan' },
  lookups: { name: 'lookups: queries', folder: 'renderer/lookups' },
  forms: { name: 'forms: creates', folder: 'renderer/forms' },
  scale: { name: 'scale: weights', folder: 'renderer/scale' },
  print: { name: 'print: sheets', folder: 'renderer/print' },
  state: { name: 'state: what the desk reported', folder: 'renderer/state' },
  ui: { name: 'ui: the look', folder: 'renderer/ui' },
  texts: { name: 'texts: the catalogues', folder: 'renderer/texts' },
  keys: { name: 'keys: the table of actions', folder: 'renderer/keys' },
  choices: { name: 'choices: of a person', folder: 'renderer/choices' },
  transport: { name: 'transport: the call to the host', folder: 'renderer/transport' },
};

const partOf = (path: string, partTable: Parts): string | undefined =>
  Object.entries(partTable).find(([, { folder }]) => path.startsWith(`${folder}/`))?.[0];

/** Counts the files of each part that import another part, as `from to`, and lists the files that belong to no part. */
export function readParts(root: string, partTable: Parts): { edges: Map<string, number>; filesWithoutPart: string[] } {
  const paths = globSync('{electron,shared,renderer}/**/*.{ts,svelte}', { cwd: root }).map((path) =>
    path.replaceAll('\\', '/'),
  );
  const edges = new Map<string, number>();
  const filesWithoutPart: string[] = [];
  for (const path of paths.sort()) {
    const from = partOf(path, partTable);
    if (from === undefined) filesWithoutPart.push(path);
    const imported = importsOf(path, readFileSync(posix.join(root, path), 'utf8'))
      .filter((specifier) => specifier.startsWith('.'))
      .map((specifier) => partOf(posix.normalize(posix.join(posix.dirname(path), specifier)), partTable));
    for (const to of new Set(imported)) {
      if (from === undefined || to === undefined || to === from) continue;
      edges.set(`${from} ${to}`, (edges.get(`${from} ${to}`) ?? 0) + 1);
    }
  }
  return { edges, filesWithoutPart };
}

type Edge = readonly [from: string, to: string];

const edgesOf = (root: string, partTable: Parts): Edge[] =>
  [...readParts(root, partTable).edges.keys()].map((edge) => {
    const [from = '', to = ''] = edge.split(' ');
    return [from, to];
  });

/** Leaves out each edge to a part that another edge reaches anyway. The edges form no circle. */
function withoutShortcuts(edges: readonly Edge[]): Edge[] {
  const reaches = (from: string, to: string): boolean =>
    edges.some(([tail, head]) => tail === from && (head === to || reaches(head, to)));
  return edges.filter(([from, to]) => !edges.some(([tail, head]) => tail === from && head !== to && reaches(head, to)));
}

const draw = (boxes: readonly (readonly [string, { name: string }])[], edges: readonly Edge[]): string =>
  [
    '```mermaid',
    'flowchart TD',
    ...boxes.map(([part, { name }]) => `  ${part}["${name}"]`),
    ...edges.map(([from, to]) => `  ${from} --> ${to}`),
    '```',
  ].join('\n');

/**
 * The diagram of the parts, as Mermaid. The shared part is left out, because the arrows to it would hide all others.
 */
export const drawArchitecture = (root: string): string =>
  draw(
    Object.entries(parts).filter(([part]) => part !== 'shared'),
    edgesOf(root, parts).filter(([, to]) => to !== 'shared'),
  );

/**
 * The diagram of the renderer's layers. Nearly every layer imports nearly all layers below it, so only the edges
 * between neighbours are drawn.
 */
export const drawLayers = (root: string): string =>
  draw(Object.entries(layers), withoutShortcuts(edgesOf(root, layers)));

export const page = 'docs/architecture.md';

/** The diagrams of the page by name; the page has each between two markers with its name. */
export const drawings = { drawing: drawArchitecture, layers: drawLayers };
export const drawingPattern = (name: string): RegExp =>
  new RegExp(`(<!-- ${name} -->\\n\\n)([\\s\\S]*?)(\\n\\n<!-- end of ${name} -->)`);

if (argv[1] === import.meta.filename) {
  const root = posix.join(import.meta.dirname, '../..');
  const path = posix.join(root, page);
  let text = readFileSync(path, 'utf8');
  for (const [name, drawDiagram] of Object.entries(drawings)) {
    const diagram = drawDiagram(root);
    text = text.replace(
      drawingPattern(name),
      (_all, begin: string, _oldDiagram, end: string) => `${begin}${diagram}${end}`,
    );
  }
  writeFileSync(path, text);
}
