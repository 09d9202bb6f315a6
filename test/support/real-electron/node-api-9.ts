import { execFileSync } from 'node:child_process';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The Node-API version that better-sqlite3's binaries require. */
export const requiredNodeApi = 10;

/** Functions that the copied addon takes from `node-api-9.c` instead of Node. */
const replacedFunctions = ['napi_create_reference', 'napi_get_reference_value'];
/** Machine code of `return 10`, the function in which the addon reports its Node-API version. */
const returnsVersion10 = Buffer.from('b80a000000c3', 'hex');
const returnsVersion9 = Buffer.from('b809000000c3', 'hex');

/**
 * Copies the addon `source` so that it runs on Node-API 9 with the library of `compileNodeApi9`. Copying takes a tenth
 * of a second and tests the shipped binary; compiling from source would take a minute and test a different one.
 */
export function copyForNodeApi9(source: string, target: string): void {
  const bytes = readFileSync(source);
  const versionIndex = bytes.indexOf(returnsVersion10);
  if (versionIndex < 0 || bytes.indexOf(returnsVersion10, versionIndex + 1) >= 0)
    throw new Error(`${source} does not say that it is for Node-API 10`);
  returnsVersion9.copy(bytes, versionIndex);
  const symbolNames = dynamicSymbolNames(bytes);
  for (const name of replacedFunctions) {
    const nameIndex = symbolNames.indexOf(`\0${name}\0`, 0, 'latin1');
    if (nameIndex < 0) throw new Error(`${source} does not ask for ${name}`);
    symbolNames.write('x', nameIndex + 1, 'latin1');
  }
  writeFileSync(target, bytes);
}

/** Replaces an addon with a copy for Node-API 9 and keeps the original beside it. */
export function replaceForNodeApi9(addon: string): void {
  renameSync(addon, `${addon}.shipped`);
  copyForNodeApi9(`${addon}.shipped`, addon);
}

/** Returns the section of a 64-bit shared library (ELF) that contains the names of its dynamic symbols. */
function dynamicSymbolNames(library: Buffer): Buffer {
  const dynamicSymbols = 11;
  const sectionTableOffset = Number(library.readBigUInt64LE(0x28));
  const sectionHeaderSize = library.readUInt16LE(0x3a);
  const count = library.readUInt16LE(0x3c);
  const section = (index: number): Buffer =>
    library.subarray(
      sectionTableOffset + index * sectionHeaderSize,
      sectionTableOffset + (index + 1) * sectionHeaderSize,
    );
  for (let index = 0; index < count; index++) {
    if (section(index).readUInt32LE(4) !== dynamicSymbols) continue;
    const stringSection = section(section(index).readUInt32LE(0x28));
    const namesOffset = Number(stringSection.readBigUInt64LE(0x18));
    return library.subarray(namesOffset, namesOffset + Number(stringSection.readBigUInt64LE(0x20)));
  }
  throw new Error('a library without names');
}

/**
 * Compiles the library that such copies need. A program that loads a copy is started with the library in `LD_PRELOAD`.
 */
export function compileNodeApi9(target: string): void {
  const source = join(import.meta.dirname, 'node-api-9.c');
  execFileSync('cc', ['-O2', '-shared', '-fPIC', '-Wl,-z,lazy', '-o', target, source], { stdio: 'pipe' });
}
