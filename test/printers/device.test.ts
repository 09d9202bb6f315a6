import { probePrinter } from '../../electron/printing/printers/open-configured-printer.ts';
import { openRawPrinter } from '../../electron/printing/printers/raw-printer.ts';
import { serialDeviceFor } from '../support/device-of-printer.ts';
import { startFakeZplPrinter, type FakePrinter } from '../support/fake-zpl-printer.ts';
import { after, freeLease, commentLabel, quickWaits } from '../support/raw-labels.ts';
import { temporaryFolder } from '../support/run-desk.ts';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

async function printerOn(wrongs: FakePrinter = {}, patienceMs = quickWaits.patienceMs) {
  const fake = await startFakeZplPrinter(wrongs);
  const path = await serialDeviceFor(fake.at.port);
  const printer = openRawPrinter({
    ...quickWaits,
    patienceMs,
    destination: { path },
    lease: freeLease,
    reprints: true,
    after,
    onFault: () => undefined,
  });
  onTestFinished(() => printer.close());
  return { fake, path, printer, print: (says: string) => printer.print(commentLabel(says)) };
}
const probe = (path: string) => probePrinter(path, { ...quickWaits, after, system: null });

describe.skipIf(process.platform !== 'linux')('a printer on a device of this machine', () => {
  it('is queried for its properties, and proves labels like a network printer', async () => {
    const { fake, path, print } = await printerOn();
    expect(await probe(path)).toMatchObject({
      address: `device:${path}`,
      model: 'ZD421-203dpi',
      dpi: 203,
      counts: true,
    });
    for (const says of ['A', 'B']) expect(await print(says)).toMatchObject({ end: 'proved', why: 'printer-counted' });
    expect(fake.paper.map(({ label: says }) => says)).toEqual(['A', 'B']);
  });

  it("receives a label larger than the system's buffer completely", async () => {
    const { fake, printer } = await printerOn();
    const large = Buffer.concat([Buffer.from('^XA^JZY^FXlarge^FS'), Buffer.alloc(300_000, ' '), Buffer.from('^XZ\n')]);
    expect(await printer.print(large)).toMatchObject({ end: 'proved' });
    expect(fake.zpl[0]?.length).toBeGreaterThan(300_000);
  });

  it('that is silent blocks nothing for longer than the timeout', async () => {
    const { printer, print } = await printerOn({ paperOutAt: [1] }, 1500);
    expect(await print('A')).toMatchObject({ end: 'lost', why: 'printer-silent' });
    expect(await printer.waitUntilReady()).toBe('silent');
  });

  it('whose path is missing, a file, a folder or a pipe gets nothing', async () => {
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
