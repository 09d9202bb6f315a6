import { spawnDesk } from '../support/desk-process.ts';
import { temporaryFolder } from '../support/run-desk.ts';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Records each package that any thread of a program loads, one per line. */
const noting = `
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    const name = /node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(found.url)?.[1];
    if (name) appendFileSync(process.env.LOADED, name + '\\n');
    return found;
  },
});
`;
const program = join(import.meta.dirname, '../../electron/hosts/command-line/command-line.ts');
const forLabels = ['harfbuzzjs', 'bidi-js'];
const forSheets = ['papaparse', 'read-excel-file'];

/** Runs a command from the sources and returns the packages it loads. */
async function loadedBy(args: string[], input = ''): Promise<string[]> {
  const home = temporaryFolder();
  const [hooks, loaded] = [join(home, 'noting.mjs'), join(home, 'loaded')];
  writeFileSync(hooks, noting);
  writeFileSync(loaded, '');
  const env = { LOADED: loaded, NODE_OPTIONS: `--import ${hooks}` };
  const ran = await spawnDesk(args, { input, env, program }).result;
  expect(ran.code, ran.stderr).toBe(0);
  return [...new Set(readFileSync(loaded, 'utf8').split('\n'))];
}

describe('a library', () => {
  it('for labels or spreadsheets is not loaded before the first label is drawn or the first spreadsheet is read', async () => {
    const data = temporaryFolder();
    const order = JSON.stringify({
      endpoint: 2,
      body: { Package: { PackageId: 'A1', ShipToAddress: { Contact: 'Ana' } } },
    });
    const capturing = await loadedBy(['enqueue', '--data', data], `${order}\n`);
    expect(capturing).toContain('better-sqlite3');
    expect(capturing.filter((name) => [...forLabels, ...forSheets].includes(name))).toEqual([]);
    const delivering = await loadedBy(['deliver', '--data', data, '--until-idle', '--set', 'holdSeconds=0']);
    expect(delivering).toContain('undici');
    expect(delivering.filter((name) => [...forLabels, ...forSheets].includes(name))).toEqual([]);
    const sheet = join(data, 'orders.csv');
    writeFileSync(sheet, 'PackageId,Contact\nB1,Eva\n');
    const importing = await loadedBy(['import', sheet, '--as', 'label-order', '--data', data]);
    expect(importing).toContain('papaparse');
    expect(importing.filter((name) => forLabels.includes(name))).toEqual([]);
    const drawing = await loadedBy(['labels', '--data', data, '--out', join(data, 'labels.pdf')]);
    expect(drawing).toEqual(expect.arrayContaining(forLabels));
    expect(drawing.filter((name) => forSheets.includes(name))).toEqual([]);
  });
});
