import { circlesOf } from './circles-of.ts';
import { clocksIn, importsOf } from './imports-of.ts';
import { homes, joins, knows, packagesOf, timeless } from './walls.ts';
import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { posix } from 'node:path';

const within = (path: string, parts: readonly string[]) =>
  parts.some((part) => path === part || path.startsWith(`${part}/`));

/** The part of the project that a file belongs to; undefined if no part contains it. */
function partOf(path: string): string | undefined {
  if (joins.test(path)) return path;
  const parts = Object.keys(knows).filter((part) => within(path, [part]));
  return parts.toSorted((a, b) => b.length - a.length)[0];
}

function breachOf(path: string, part: string, written: string): string | null {
  const imported = isBuiltin(written) && !written.startsWith('node:') ? `node:${written}` : written;
  if (imported.startsWith('.')) {
    const target = posix.normalize(posix.join(posix.dirname(path), imported));
    const home = homes[target];
    if (home && !within(path, home)) return `${target} is at home elsewhere`;
    if (partOf(target) === part) return null;
    if (!target.startsWith('electron/') && !target.startsWith('shared/') && !target.startsWith('renderer/'))
      return `leaves the program: ${target}`;
    const known = knows[part];
    if (!known) return target.startsWith('renderer/') ? `looks sideways at ${target}` : null;
    return within(target, known) ? null : `may not know ${target}`;
  }
  const only = Object.entries(packagesOf).find(([whole]) => within(part, [whole]))?.[1];
  if (only && !within(imported, only)) return `may not use ${imported}`;
  const home = Object.entries(homes).find(([name]) => within(imported, [name]))?.[1];
  if (imported === 'node:worker_threads' && !knows[part]) return null;
  return home && !within(path, home) ? `${imported} is at home elsewhere` : null;
}

/** The parts that the rules let know one another, in a circle of any length. */
export function findRuleCircles(rules: Readonly<Record<string, readonly string[]>>): string[][] {
  const parts = Object.keys(rules);
  const ownerOf = (path: string) =>
    parts.filter((part) => within(path, [part])).toSorted((a, b) => b.length - a.length)[0];
  return circlesOf(
    new Map(
      Object.entries(rules).map(([part, known]) => [
        part,
        known
          .flatMap((path) => [ownerOf(path), ...parts.filter((other) => within(other, [path]))])
          .filter((other): other is string => other !== undefined && other !== part),
      ]),
    ),
  );
}

/**
 * Checks every source file of `electron`, `shared` and `renderer` below `root`; returns one line per breach: file, then
 * reason.
 */
export function findBreaches(root: string): string[] {
  const paths = globSync('{electron,shared,renderer}/**/*.{ts,svelte}', { cwd: root }).map((path) =>
    path.replaceAll('\\', '/'),
  );
  return paths.sort().flatMap((path) => {
    const part = partOf(path);
    if (!part) return [`${path}: no part of the design has a place for it (test/boundaries/walls.ts)`];
    const text = readFileSync(posix.join(root, path), 'utf8');
    const breaches = importsOf(path, text)
      .map((imported) => breachOf(path, part, imported))
      .filter((breach) => breach !== null);
    const clocks = within(path, timeless) ? clocksIn(path, text) : [];
    return [...breaches, ...clocks].map((breach) => `${path}: ${breach}`);
  });
}
