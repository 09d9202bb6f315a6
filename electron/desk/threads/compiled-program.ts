import { readFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';

/**
 * Runs the built program `name` in the folder of `baseUrl` and returns its exports. A package contains V8's code
 * cache of the program (packaging/keep-compiled.ts), made by the very V8 it ships, so that no start compiles it again;
 * if it is missing or of another V8, the program is compiled normally.
 */
export function runProgram(name: string, baseUrl: string): unknown {
  const require = createRequire(baseUrl);
  const filename = fileURLToPath(new URL(`./${name}.cjs`, baseUrl));
  const cachedData = readCodeCache(filename);
  if (!cachedData) return require(filename);
  const program = new Script(Module.wrap(readFileSync(filename, 'utf8')), { filename, cachedData });
  // Registered as a module before it runs: its dependencies may require it, and must not run it again.
  const module = Object.assign(new Module(filename), { filename });
  require.cache[filename] = module;
  const runWrapped = program.runInThisContext() as (...args: unknown[]) => void;
  runWrapped(module.exports, require, module, filename, dirname(filename));
  module.loaded = true;
  return module.exports;
}

/** null: no code cache. */
function readCodeCache(filename: string): Buffer | null {
  try {
    return readFileSync(`${filename}.compiled`);
  } catch {
    return null;
  }
}
