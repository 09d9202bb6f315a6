import { circlesOf } from './circles-of.ts';
import { clocksIn, importsOf } from './imports-of.ts';
import {
  restrictedImports,
  compositionPattern,
  allowedImports,
  allowedPackages,
  foldersWithInjectedTime,
} from './walls.ts';
import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { posix } from 'node:path';

const isWithin = (path: string, parts: readonly string[]) =>
  parts.some((part) => path === part || path.startsWith(`${part}/`));

/** Returns the part of the project that a file belongs to; undefined if it belongs to none. */
function partOf(path: string): string | undefined {
  if (compositionPattern.test(path)) return path;
  const parts = Object.keys(allowedImports).filter((part) => isWithin(path, [part]));
  return parts.toSorted((a, b) => b.length - a.length)[0];
}

function breachOf(path: string, part: string, specifier: string): string | null {
  const imported = isBuiltin(specifier) && !specifier.startsWith('node:') ? `node:${specifier}` : specifier;
  if (imported.startsWith('.')) {
    const target = posix.normalize(posix.join(posix.dirname(path), imported));
    const home = restrictedImports[target];
    if (home && !isWithin(path, home)) return `${target} is at home elsewhere`;
    if (partOf(target) === part) return null;
    if (!target.startsWith('electron/') && !target.startsWith('shared/') && !target.startsWith('renderer/'))
      return `leaves the program: ${target}`;
    const allowedPaths = allowedImports[part];
    if (!allowedPaths) return target.startsWith('renderer/') ? `looks sideways at ${target}` : null;
    return isWithin(target, allowedPaths) ? null : `may not know ${target}`;
  }
  const packagesOfPart = Object.entries(allowedPackages).find(([partPath]) => isWithin(part, [partPath]))?.[1];
  if (packagesOfPart && !isWithin(imported, packagesOfPart)) return `may not use ${imported}`;
  const home = Object.entries(restrictedImports).find(([name]) => isWithin(imported, [name]))?.[1];
  if (imported === 'node:worker_threads' && !allowedImports[part]) return null;
  return home && !isWithin(path, home) ? `${imported} is at home elsewhere` : null;
}

/** Finds circles of any length among the parts, if every part imported all that the rules allow. */
export function findRuleCircles(rules: Readonly<Record<string, readonly string[]>>): string[][] {
  const parts = Object.keys(rules);
  const ownerOf = (path: string) =>
    parts.filter((part) => isWithin(path, [part])).toSorted((a, b) => b.length - a.length)[0];
  return circlesOf(
    new Map(
      Object.entries(rules).map(([part, allowedPaths]) => [
        part,
        allowedPaths
          .flatMap((path) => [ownerOf(path), ...parts.filter((other) => isWithin(other, [path]))])
          .filter((other): other is string => other !== undefined && other !== part),
      ]),
    ),
  );
}

/**
 * Checks every source file of `electron`, `shared` and `renderer` below `root`. Returns one line per breach: the file,
 * then the reason.
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
    const clocks = isWithin(path, foldersWithInjectedTime) ? clocksIn(path, text) : [];
    return [...breaches, ...clocks].map((breach) => `${path}: ${breach}`);
  });
}
