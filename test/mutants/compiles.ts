import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const root = join(import.meta.dirname, '../..');

/**
 * Returns a function that checks whether the project compiles with a changed text of one file; a mutation that does not
 * compile needs no test. Unused names are allowed, because only behaviour matters.
 */
export function compilerOf(file: string): (source: string) => boolean {
  const path = join(root, file);
  const read = ts.readConfigFile(join(root, 'tsconfig.json'), (name) => readFileSync(name, 'utf8'));
  const { options } = ts.parseJsonConfigFileContent(read.config, ts.sys, root);
  let version = 0;
  let text = readFileSync(path, 'utf8');
  const service = ts.createLanguageService({
    getCompilationSettings: () => ({ ...options, noUnusedLocals: false, noUnusedParameters: false }),
    getScriptFileNames: () => [path],
    getScriptVersion: (name) => (name === path ? String(version) : '0'),
    getScriptSnapshot(name) {
      const content = name === path ? text : ts.sys.readFile(name);
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  });
  return (source) => {
    text = source;
    version += 1;
    return service.getSyntacticDiagnostics(path).length + service.getSemanticDiagnostics(path).length === 0;
  };
}
