import { knownPrinters } from '../../electron/storage/register/known-printers.ts';
import type { ConfiguredPrinter } from '../../shared/printing/configured-printer.ts';
import { temporaryFolder } from '../support/run-desk.ts';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const register = join(import.meta.dirname, '../../electron/storage/register');
const each = 20;

const printerNo = (name: string, no: number): ConfiguredPrinter => ({
  ...{
    name: `${name}-${no}`,
    address: `10.0.0.${no}:${name === 'left' ? 9100 : 9101}`,
    way: 'raw',
    size: '100x150',
    dpi: 203,
  },
  ...{
    packing: 'z64',
    reprints: false,
    channel: null,
    id: null,
    completedIsPaper: false,
    raster: null,
    certificate: null,
    model: '',
    testCode: null,
    testedAt: null,
  },
});

/** A separate program that runs an action in the machine's folder, once for each of its printers. */
const program = (machine: string, name: string, act: string) =>
  promisify(execFile)(process.execPath, [
    '--input-type=module',
    '--eval',
    `import { knownPrinters } from ${JSON.stringify(join(register, 'known-printers.ts'))};
     const known = knownPrinters(${JSON.stringify(machine)});
     const printers = ${JSON.stringify(Array.from({ length: each }, (_, no) => printerNo(name, no)))};
     for (const printer of printers) known.${act};`,
  ]);

it('two programs that add, change and remove printers at the same time lose nothing', async () => {
  const machine = join(temporaryFolder(), 'machine');
  const both = (act: string) => Promise.all(['left', 'right'].map((name) => program(machine, name, act)));
  await both('add(printer)');
  const known = knownPrinters(machine);
  expect(known.list().printers).toHaveLength(2 * each);
  await both(`change(printer.name, { model: 'seen' })`);
  expect(known.list().printers.filter(({ model }) => model !== 'seen')).toEqual([]);
  await both('remove(printer.name)');
  expect(known.list()).toEqual({ printers: [], chosen: {} });
});
