import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { probePrinter } from '../../electron/printers/open-known.ts';
import { openRawPrinter } from '../../electron/printers/raw-printer.ts';
import { deviceOf } from '../support/device-of-printer.ts';
import { startFakeZplPrinter, type FakePrinter } from '../support/fake-zpl-printer.ts';
import { after, alone, fakeLabel, quick } from '../support/raw-labels.ts';
import { temporaryFolder } from '../support/run-desk.ts';

async function printerOn(wrongs: FakePrinter = {}, patienceMs = quick.patienceMs) {
  const fake = await startFakeZplPrinter(wrongs);
  const path = await deviceOf(fake.at.port);
  const printer = openRawPrinter({
    ...quick,
    patienceMs,
    at: { path },
    lease: alone,
    reprints: true,
    after,
    onFault: () => undefined,
  });
  onTestFinished(() => printer.close());
  return { fake, path, printer, print: (says: string) => printer.print(fakeLabel(says)) };
}
const probe = (path: string) => probePrinter(path, { ...quick, after, system: null });

describe.skipIf(process.platform !== 'linux')('a printer on a device of this machine', () => {
  it('is asked what it is, and proves its labels as one of the network does', async () => {
    const { fake, path, print } = await printerOn();
    expect(await probe(path)).toMatchObject({
      address: `device:${path}`,
      model: 'ZD421-203dpi',
      dpi: 203,
      counts: true,
    });
    for (const says of ['A', 'B']) expect(await print(says)).toMatchObject({ end: 'proved', why: 'printer-counted' });
    expect(fake.paper.map(({ says }) => says)).toEqual(['A', 'B']);
  });

  it('takes a label that is larger than what the system holds of it, whole', async () => {
    const { fake, printer } = await printerOn();
    const large = Buffer.concat([Buffer.from('^XA^JZY^FXlarge^FS'), Buffer.alloc(300_000, ' '), Buffer.from('^XZ\n')]);
    expect(await printer.print(large)).toMatchObject({ end: 'proved' });
    expect(fake.zpl[0]?.length).toBeGreaterThan(300_000);
  });

  it('that says nothing holds up nobody for longer than it is waited for', async () => {
    const { printer, print } = await printerOn({ paperOutAt: [1] }, 1500);
    expect(await print('A')).toMatchObject({ end: 'lost', why: 'printer-silent' });
    expect(await printer.ready()).toBe('silent');
  });

  it('that is not there, is a file, a folder or a pipe gets nothing', async () => {
    const folder = temporaryFolder();
    const [file, pipe] = [join(folder, 'file'), join(folder, 'pipe')];
    writeFileSync(file, 'mine');
    execFileSync('mkfifo', [pipe]);
    for (const path of [join(folder, 'none'), file, folder, pipe])
      await expect(probe(path)).rejects.toMatchObject({
        problem: { kind: 'printer', params: { reason: 'not-reached' } },
      });
  });
});
