import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';

/**
 * Returns the modules that are loaded before the first line of the file runs: neither type-only nor dynamic imports.
 */
function startupImports(path: string, text: string): string[] {
  const { statements } = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  return statements.flatMap((statement) => {
    if (ts.isExportDeclaration(statement))
      return statement.isTypeOnly || !statement.moduleSpecifier ? [] : [nameOf(statement.moduleSpecifier)];
    if (!ts.isImportDeclaration(statement) || isTypeOnlyClause(statement.importClause)) return [];
    return [nameOf(statement.moduleSpecifier)];
  });
}

const nameOf = (specifier: ts.Expression): string => (ts.isStringLiteral(specifier) ? specifier.text : '');

function isTypeOnlyClause(clause: ts.ImportClause | undefined): boolean {
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

interface ReachedModules {
  files: Set<string>;
  /** files that import each file */
  importers: Map<string, string[]>;
  /** files that import each package or built-in module */
  packages: Map<string, string[]>;
}

/** Returns everything that a program loads at startup. */
export function modulesReachedFrom(root: string, program: string): ReachedModules {
  const files = new Set([program]);
  const importers = new Map<string, string[]>();
  const packages = new Map<string, string[]>();
  const addImporter = (importersByName: Map<string, string[]>, name: string, importer: string): void =>
    void importersByName.set(name, [...(importersByName.get(name) ?? []), importer]);
  for (const path of files) {
    for (const specifier of startupImports(path, readFileSync(join(root, path), 'utf8'))) {
      if (!specifier.startsWith('.')) addImporter(packages, specifier, path);
      else {
        const file = posix.normalize(posix.join(posix.dirname(path), specifier));
        files.add(file);
        addImporter(importers, file, path);
      }
    }
  }
  return { files, importers, packages };
}
