import { codesOn } from '../../labels/read-page.ts';
import { renderedZpl } from '../../labels/read-zpl.ts';
import { startFakeIppPrinter } from '../../support/fake-ipp-printer.ts';
import { startFakeZplPrinter, type FakePrinter } from '../../support/fake-zpl-printer.ts';
import { runDesk, temporaryFolder } from '../../support/run-desk.ts';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';

let machine: string;
beforeEach(() => (machine = join(temporaryFolder(), 'machine')));

async function desk(...args: string[]) {
  const { code, lines } = await runDesk(['printers', ...args], '', machine);
  return { code, said: lines[0] as Record<string, unknown> };
}
async function printer(given: FakePrinter = {}) {
  const fake = await startFakeZplPrinter(given);
  return { fake, address: `127.0.0.1:${fake.at.port}` };
}

describe('desk printers', () => {
  it('sets up a printer: probes it, adds it, prints its test label and checks its scan', async () => {
    const { fake, address } = await printer();
    expect(await desk('probe', address)).toMatchObject({ code: 0, said: { dpi: 203, widthMm: 104, packing: 'z64' } });
    expect(await desk('add', 'Desk 1', address)).toMatchObject({
      ...{ code: 0, said: { name: 'Desk 1', model: 'ZD421-203dpi', size: '100x150', testedAt: null } },
    });
    expect(await desk('test', 'desk 1')).toMatchObject({
      ...{ code: 0, said: { end: { end: 'proved' }, printer: { awaitsScan: true } } },
    });
    const picture = await renderedZpl(fake.zpl[0] ?? '', 100, 150, 8);
    const [code = ''] = (await codesOn(picture)).code128;
    expect(code).toMatch(/^TEST-\d{6}$/);
    expect(await desk('tested', 'Desk 1', 'TEST-1')).toMatchObject({ code: 1, said: { problem: { kind: 'invalid' } } });
    expect((await desk('tested', 'Desk 1', code)).said['testedAt']).toEqual(expect.any(Number));
    expect(await desk('list')).toMatchObject({
      ...{ code: 0, said: { printers: [{ name: 'Desk 1', awaitsScan: false }], chosen: { '100x150': 'Desk 1' } } },
    });
    // The code on the label is for the scanner alone.
    expect(JSON.stringify((await desk('list')).said)).not.toContain(code);
    expect(await desk('remove', 'Desk 1')).toMatchObject({ code: 0, said: { printers: [], chosen: {} } });
  });

  it('refuses a printer that is too narrow, and a name or an address already in use', async () => {
    const narrow = await printer({ printDots: 448 });
    expect(await desk('add', 'Small', narrow.address)).toMatchObject({
      ...{ code: 1, said: { problem: { kind: 'printer', params: { reason: 'media', said: '56 mm' } } } },
    });
    const { address } = await printer();
    await desk('add', 'Desk 1', address);
    for (const [name, at] of [
      ['DESK 1', (await printer()).address],
      ['Desk 2', address],
    ] as const)
      expect(await desk('add', name, at)).toMatchObject({ code: 1, said: { problem: { kind: 'key-in-use' } } });
    expect((await desk('list')).said['printers']).toHaveLength(1);
  });

  it('sets up an IPP printer whose "completed" proves nothing', async () => {
    const liar = await startFakeIppPrinter();
    await desk('add', 'Net', liar.uri);
    expect(await desk('test', 'Net')).toMatchObject({ code: 0, said: { end: { end: 'lost', why: 'no-proof' } } });
    expect(await desk('test', 'Net', '--empty')).toMatchObject({ said: { printer: { completedIsPaper: false } } });
    expect(liar.jobs).toHaveLength(2);
  });

  it.each([[], ['nonsense'], ['add', 'Only a name'], ['add', 'A', '192.0.2.7', '--dpi', '150']])(
    'explains its usage when called as %j',
    async (...args) => {
      expect(await desk(...args.flat())).toMatchObject({ code: 1, said: { problem: { kind: 'unknown-command' } } });
    },
  );
});
