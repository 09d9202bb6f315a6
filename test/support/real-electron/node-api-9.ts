import { execFileSync } from 'node:child_process';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The Node-API version that better-sqlite3's binaries require. */
export const askedNodeApi = 10;

/** Functions that the copied addon imports from `node-api-9.c` instead of Node. */
const replaced = ['napi_create_reference', 'napi_get_reference_value'];
/** `return 10`: the addon's function that reports its Node-API version */
const asks10 = Buffer.from('b80a000000c3', 'hex');
const asks9 = Buffer.from('b809000000c3', 'hex');

/**
 * Copies the addon `source` so that it runs on Node-API 9 with the library of `compileNodeApi9`. This takes a tenth of
 * a second and tests the shipped binary; compiling from source takes a minute and tests another one.
 */
export function copyForNodeApi9(source: string, target: string): void {
  const bytes = readFileSync(source);
  const at = bytes.indexOf(asks10);
  if (at < 0 || bytes.indexOf(asks10, at + 1) >= 0)
    throw new Error(`${source} does not say that it is for Node-API 10`);
  asks9.copy(bytes, at);
  const names = namesAskedFor(bytes);
  for (const name of replaced) {
    const found = names.indexOf(`\0${name}\0`, 0, 'latin1');
    if (found < 0) throw new Error(`${source} does not ask for ${name}`);
    names.write('x', found + 1, 'latin1');
  }
  writeFileSync(target, bytes);
}

/** Replaces an addon with such a copy and keeps the original beside it. */
export function exchangeForNodeApi9(addon: string): void {
  renameSync(addon, `${addon}.shipped`);
  copyForNodeApi9(`${addon}.shipped`, addon);
}

/** Returns the section of a 64-bit shared library (ELF) with the names of its dynamic symbols. */
function namesAskedFor(library: Buffer): Buffer {
  const dynamicSymbols = 11;
  const sections = Number(library.readBigUInt64LE(0x28));
  const size = library.readUInt16LE(0x3a);
  const count = library.readUInt16LE(0x3c);
  const section = (index: number): Buffer => library.subarray(sections + index * size, sections + (index + 1) * size);
  for (let index = 0; index < count; index++) {
    if (section(index).readUInt32LE(4) !== dynamicSymbols) continue;
    const names = section(section(index).readUInt32LE(0x28));
    const from = Number(names.readBigUInt64LE(0x18));
    return library.subarray(from, from + Number(names.readBigUInt64LE(0x20)));
  }
  throw new Error('a library without names');
}

/** Compiles the library for such copies; a program that loads one is started with it in `LD_PRELOAD`. */
export function compileNodeApi9(target: string): void {
  const source = join(import.meta.dirname, 'node-api-9.c');
  execFileSync('cc', ['-O2', '-shared', '-fPIC', '-Wl,-z,lazy', '-o', target, source], { stdio: 'pipe' });
}
