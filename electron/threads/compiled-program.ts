import { readFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';

/**
 * Runs the built program `name` that lies beside `here` (an address), and answers with what it exports. A package holds beside it what the very V8 that
 * it carries made of the program (packaging/keep-compiled.ts), so that no start compiles it again; where that is missing, or of another V8, the
 * program is compiled as any other.
 */
export function runProgram(name: string, here: string): unknown {
  const require = createRequire(here);
  const filename = fileURLToPath(new URL(`./${name}.cjs`, here));
  const cachedData = compiledOf(filename);
  if (!cachedData) return require(filename);
  const program = new Script(Module.wrap(readFileSync(filename, 'utf8')), { filename, cachedData });
  // known as any module before it runs: what it requires may require it, and must not run it again
  const module = Object.assign(new Module(filename), { filename });
  require.cache[filename] = module;
  const run = program.runInThisContext() as (...given: unknown[]) => void;
  run(module.exports, require, module, filename, dirname(filename));
  module.loaded = true;
  return module.exports;
}

/** Null: nobody compiled it. */
function compiledOf(filename: string): Buffer | null {
  try {
    return readFileSync(`${filename}.compiled`);
  } catch {
    return null;
  }
}
