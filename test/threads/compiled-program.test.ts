import { runProgram } from '../../electron/desk/threads/compiled-program.ts';
import { temporaryFolder } from '../support/run-desk.ts';
import { readFileSync, writeFileSync } from 'node:fs';
import Module from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Script } from 'node:vm';
import { beforeEach, describe, expect, it } from 'vitest';

let folder: string;
let here: string;
const program = 'box.cjs';
beforeEach(() => {
  folder = temporaryFolder();
  here = pathToFileURL(join(folder, 'box.js')).href;
  writeFileSync(join(folder, 'lid.cjs'), 'exports.lid = "closed";');
  write('"a box"');
});

const write = (what: string) =>
  writeFileSync(
    join(folder, program),
    `exports.what = ${what}; exports.lid = require('./lid.cjs').lid; exports.at = [__filename, __dirname, module.exports === exports];`,
  );

/** Creates the compiled file as a package contains it. */
function keep(): Buffer {
  const compiled = new Script(Module.wrap(readFileSync(join(folder, program), 'utf8'))).createCachedData();
  writeFileSync(join(folder, `${program}.compiled`), compiled);
  return compiled;
}

const ran = (what: string) => ({ what, lid: 'closed', at: [join(folder, program), folder, true] });

describe('a built program', () => {
  it('runs without a compiled file', () => {
    expect(runProgram('box', here)).toEqual(ran('a box'));
  });

  it('runs from its compiled file, with the modules it requires', () => {
    keep();
    // The same length as the original, by which alone V8 identifies a source: the compiled code runs.
    write('"a bag"');
    expect(runProgram('box', here)).toEqual(ran('a box'));
  });

  it.each(['compiled', 'not compiled'])('runs once even if a module it requires requires it back: %s', (how) => {
    const times = globalThis as { boxes?: number };
    times.boxes = 0;
    writeFileSync(join(folder, 'lid.cjs'), `const box = require('./${program}'); exports.lid = () => box.what;`);
    write('(globalThis.boxes += 1)');
    if (how === 'compiled') keep();
    const { lid } = runProgram('box', here) as { lid(): number };
    expect([lid(), times.boxes]).toEqual([1, 1]);
    delete times.boxes;
  });

  it.each([
    ['from another V8 version', (compiled: Buffer) => compiled.fill(7, 4, 8)],
    ['from another program', (compiled: Buffer) => compiled.fill(7, 8, 12)],
    ['empty', () => Buffer.alloc(0)],
    ['truncated', (compiled: Buffer) => compiled.subarray(0, 100)],
  ])('is compiled again if its compiled file is %s', (_, other) => {
    writeFileSync(join(folder, `${program}.compiled`), other(keep()));
    write('"a bag"');
    expect(runProgram('box', here)).toEqual(ran('a bag'));
  });
});
