import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';

/** What a source file has loaded before its own first line runs: neither types nor what it imports later by itself. */
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

/** Everything that a program has loaded when it begins: its own files, and who imports each package and built-in module. */
export function reachedFrom(root: string, program: string): { files: Set<string>; packages: Map<string, string[]> } {
  const files = new Set([program]);
  const packages = new Map<string, string[]>();
  for (const path of files) {
    for (const loaded of loadedBy(path, readFileSync(join(root, path), 'utf8'))) {
      if (loaded.startsWith('.')) files.add(posix.normalize(posix.join(posix.dirname(path), loaded)));
      else packages.set(loaded, [...(packages.get(loaded) ?? []), path]);
    }
  }
  return { files, packages };
}
