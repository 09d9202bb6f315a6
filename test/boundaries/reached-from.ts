import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';

/** Modules loaded before the file's first line runs: neither type-only nor dynamic imports. */
function loadedBy(path: string, text: string): string[] {
  const { statements } = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  return statements.flatMap((statement) => {
    if (ts.isExportDeclaration(statement))
      return statement.isTypeOnly || !statement.moduleSpecifier ? [] : [nameOf(statement.moduleSpecifier)];
    if (!ts.isImportDeclaration(statement) || areTypes(statement.importClause)) return [];
    return [nameOf(statement.moduleSpecifier)];
  });
}

const nameOf = (specifier: ts.Expression): string => (ts.isStringLiteral(specifier) ? specifier.text : '');

function areTypes(clause: ts.ImportClause | undefined): boolean {
  if (clause === undefined) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const { name, namedBindings } = clause;
  return (
    name === undefined &&
    namedBindings !== undefined &&
    ts.isNamedImports(namedBindings) &&
    namedBindings.elements.every(({ isTypeOnly }) => isTypeOnly)
  );
}

interface Reached {
  files: Set<string>;
  /** files that import each file */
  importers: Map<string, string[]>;
  /** files that import each package or built-in module */
  packages: Map<string, string[]>;
}

/** Everything a program has loaded at startup. */
export function reachedFrom(root: string, program: string): Reached {
  const files = new Set([program]);
  const importers = new Map<string, string[]>();
  const packages = new Map<string, string[]>();
  const note = (of: Map<string, string[]>, name: string, by: string): void =>
    void of.set(name, [...(of.get(name) ?? []), by]);
  for (const path of files) {
    for (const loaded of loadedBy(path, readFileSync(join(root, path), 'utf8'))) {
      if (!loaded.startsWith('.')) note(packages, loaded, path);
      else {
        const file = posix.normalize(posix.join(posix.dirname(path), loaded));
        files.add(file);
        note(importers, file, path);
      }
    }
  }
  return { files, importers, packages };
}
