import { openRawPrinter } from '../../electron/printing/printers/raw-printer.ts';
import { readHostStatus } from '../../electron/printing/printers/raw-questions.ts';
import { leasePrinter } from '../../electron/storage/register/known-printers.ts';
import { startFakeZplPrinter, type FakePrinter } from '../support/fake-zpl-printer.ts';
import { after, freeLease, commentLabel, quickWaits } from '../support/raw-labels.ts';
import { temporaryFolder } from '../support/run-desk.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

const leaseModule = new URL('../../electron/storage/register/known-printers.ts', import.meta.url).href;

/** `patienceMs`: shorter where the test waits for the timeout. */
async function printerThat(
  wrongs: FakePrinter = {},
  reprints = true,
  patienceMs: number = quickWaits.patienceMs,
  more: { noProgressMs?: number; id?: string } = {},
) {
  const fake = await startFakeZplPrinter(wrongs);
  const machine = temporaryFolder();
  const faults: (string | null)[] = [];
  const host = {
    ...quickWaits,
    patienceMs,
    ...more,
    destination: fake.at,
    lease: () => leasePrinter(machine, `${fake.at.port}`),
    reprints,
    after,
    onFault: (fault: string | null) => void faults.push(fault),
  };
  const printer = openRawPrinter(host);
  onTestFinished(() => printer.close());
  const print = (says: string) => printer.print(commentLabel(says, reprints));
  return { fake, faults, printer, host, print, machine };
}
const proved = { end: 'proved', why: 'printer-counted' };

describe('a raw ZPL printer', () => {
  it('that counts its labels proves each of them', async () => {
    const { fake, printer, print } = await printerThat({ labelMs: 30 });
    expect(await printer.waitUntilReady()).toBeNull();
    for (const says of ['A', 'B', 'C']) expect(await print(says)).toMatchObject({ ...proved, said: 'counted 1' });
    expect(fake.paper.map(({ label: says }) => says)).toEqual(['A', 'B', 'C']);
    expect(fake.heard.maxConnections).toBe(1);
  });

  it('that does not count proves nothing, although it reports that it is done', async () => {
    const { fake, print } = await printerThat({ odometer: false });
    expect(await print('A')).toMatchObject({ end: 'lost', why: 'no-proof' });
    expect(fake.paper).toHaveLength(1);
  });

  it.each([true, false])(
    'out of paper is reported, silent or not (%s), and continues automatically with new paper',
    async (silentWhenOut) => {
      const { fake, faults, print } = await printerThat({ paperOutAt: [1], silentWhenOut });
      const printing = print('A');
      const told = silentWhenOut ? 'silent' : 'paper-out';
      await expect.poll(() => faults, { timeout: 20_000 }).toContain(told);
      fake.loadPaper();
      expect(await printing).toMatchObject(proved);
      expect(fake.paper).toEqual([
        { label: 'A', cut: true },
        { label: 'A', cut: false },
      ]);
      expect(faults.at(-1)).toBeNull();
    },
  );

  it('told not to reprint a damaged label does not prove it: the damaged one was counted', async () => {
    const { fake, faults, print } = await printerThat({ paperOutAt: [1] }, false);
    const printing = print('A');
    await expect.poll(() => faults, { timeout: 20_000 }).toContain('silent');
    fake.loadPaper();
    expect(await printing).toMatchObject({ end: 'lost', why: 'not-counted', said: 'counted 1' });
    expect(fake.paper).toEqual([{ label: 'A', cut: true }]);
  });

  it('that was out of paper and whose damaged label was cancelled gives no proof, although one was counted', async () => {
    const { fake, faults, print } = await printerThat({ paperOutAt: [1] });
    const printing = print('A');
    await expect.poll(() => faults, { timeout: 20_000 }).toContain('silent');
    fake.cancel();
    fake.loadPaper();
    expect(await printing).toMatchObject({ end: 'lost', why: 'not-counted', said: 'counted 1' });
    expect(fake.paper).toEqual([{ label: 'A', cut: true }]);
  });

  it.each([true, false])(
    'that waits for a complete label to be torn off proves it (reprints: %s)',
    async (reprints) => {
      const { fake, faults, print } = await printerThat({ holdsUntilTornAt: [1] }, reprints);
      const printing = print('A');
      await expect.poll(() => faults, { timeout: 20_000 }).toContain('label-waiting');
      fake.tearOff();
      expect(await printing).toMatchObject(proved);
      expect(fake.paper).toEqual([{ label: 'A', cut: false }]);
    },
  );

  it('whose address now belongs to another than the configured one is sent nothing', async () => {
    const { fake, faults, print } = await printerThat({ id: 'OTHER-300' }, true, quickWaits.patienceMs, {
      id: 'XXRBJ1',
    });
    expect(await print('A')).toMatchObject({ end: 'not-left', said: 'another-printer' });
    expect([fake.heard.labels, faults]).toEqual([0, ['another-printer']]);
  });

  it('that gets no paper is left to a person, and is sent nothing more', async () => {
    const { fake, printer, print } = await printerThat({ paperOutAt: [1] }, true, 1500);
    expect(await print('A')).toMatchObject({ end: 'lost', why: 'printer-silent' });
    expect(await printer.waitUntilReady()).toBe('silent');
    expect(fake.heard.labels).toBe(1);
  });

  it('that cuts the connection after receiving the label is asked for its count on a new connection', async () => {
    const { fake, print } = await printerThat({ closesAfterLabel: { 1: 'prints' }, labelMs: 20 });
    expect(await print('A')).toMatchObject(proved);
    expect(fake.paper).toHaveLength(1);
  });

  it.each([
    ['loses the label', { closesAfterLabel: { 1: 'loses' } }],
    ['receives only half of the label', { closesHalfwayAt: [1] }],
  ] as const)('that cuts the connection and %s gives no proof', async (_name, wrongs) => {
    const { fake, print } = await printerThat(wrongs, true, 1500);
    expect(await print('A')).toMatchObject({ end: 'lost' });
    expect(fake.paper).toEqual([]);
    expect(await print('B')).toMatchObject(proved);
  });

  it('that drops a label leads to a question soon, without the long wait for paper', async () => {
    const { fake, print, faults } = await printerThat({ memoryLabels: 0 }, true, 60_000, { noProgressMs: 300 });
    expect(await print('A')).toMatchObject({ end: 'lost', why: 'not-counted', said: expect.stringMatching(/nothing/) });
    expect([fake.paper, faults]).toEqual([[], []]);
  });

  it('still printing an earlier label gives no proof of one that it lost', async () => {
    const { fake, print } = await printerThat({ labelMs: 400, closesAfterLabel: { 2: 'loses' } }, true, 1500);
    const earlier = connect(fake.at);
    earlier.on('error', () => undefined).write(commentLabel('earlier'));
    await expect.poll(() => fake.isBusy()).toBe(true);
    expect(await print('B')).toMatchObject({ end: 'lost' });
    expect(fake.paper.map(({ label: says }) => says)).toEqual(['earlier']);
    earlier.destroy();
  });

  it('still printing an earlier label is waited for', async () => {
    const { fake, printer, print } = await printerThat({ labelMs: 300 });
    const earlier = connect(fake.at);
    earlier.on('error', () => undefined).end(commentLabel('earlier'));
    await expect.poll(() => fake.isBusy()).toBe(true);
    expect(await printer.waitUntilReady()).toBeNull();
    expect(await print('B')).toMatchObject(proved);
    expect(fake.paper.map(({ label: says }) => says)).toEqual(['earlier', 'B']);
  });

  it('that printed another label at the same time gives no proof', async () => {
    const { print } = await printerThat({ foreignLabelAfter: [1] });
    expect(await print('A')).toMatchObject({ end: 'lost', why: 'not-counted', said: 'counted 2' });
  });

  it("used by another desk at the same time gives no proof: it may have counted the other desk's label", async () => {
    const { fake, host, print } = await printerThat({ losesAt: [1, 4], labelMs: 150 });
    const ofOther = openRawPrinter({ ...host, lease: freeLease });
    const lost = print('lost');
    await expect.poll(() => fake.arrived).toContain('lost');
    const other = ofOther.print(commentLabel('of another desk'));
    for (const end of await Promise.all([lost, other])) expect(end).toMatchObject({ end: 'lost', why: 'no-proof' });
    await ofOther.close();
    // No proof for the rest of the job: the other desk may have sent a label that has not arrived yet.
    expect(await print('next')).toMatchObject({ end: 'lost', why: 'no-proof' });
  });

  it('proves labels again in the next job, once the other desk has ended its job', async () => {
    const { host, printer, print } = await printerThat();
    const ofOther = openRawPrinter({ ...host, lease: freeLease });
    expect(await print('A')).toMatchObject(proved);
    expect(await ofOther.print(commentLabel('of another desk'))).toMatchObject({ end: 'lost', why: 'no-proof' });
    await ofOther.close();
    await printer.close();
    const again = openRawPrinter(host);
    for (const says of ['B', 'C']) expect(await again.print(commentLabel(says))).toMatchObject(proved);
    await again.close();
  });

  it('stores the mark of a killed desk, which only that desk recognizes as its own', async () => {
    const { fake, host, printer } = await printerThat();
    await printer.close();
    const killed = openRawPrinter({ ...host, desk: 'A' });
    expect(await killed.print(commentLabel('A'))).toMatchObject(proved);
    expect(fake.graphics.size).toBe(1);
    const started = openRawPrinter({ ...host, lease: freeLease, desk: 'A' });
    expect(await started.print(commentLabel('B'))).toMatchObject(proved);
    const other = openRawPrinter({ ...host, lease: freeLease, desk: 'B' });
    expect(await other.print(commentLabel('C'))).toMatchObject({ end: 'lost', why: 'no-proof' });
    for (const one of [other, started, killed]) await one.close();
    expect(fake.graphics.size).toBe(0);
  });

  it('that printed for a program other than a desk between labels gives no proof for the rest of the job', async () => {
    const { print, fake } = await printerThat();
    expect(await print('A')).toMatchObject(proved);
    const stranger = connect(fake.at);
    stranger.on('error', () => undefined).end(commentLabel('stranger'));
    await expect.poll(() => fake.paper).toHaveLength(2);
    for (const says of ['B', 'C']) expect(await print(says)).toMatchObject({ end: 'lost', why: 'no-proof' });
  });

  it('that stores no marks gives no proof, since others may print on it', async () => {
    const { print, fake } = await printerThat({ hasNoGraphics: true });
    expect(await print('A')).toMatchObject({ end: 'lost', why: 'no-proof' });
    expect(fake.arrived).toEqual(['A']);
  });

  it.each(['loses', 'prints'] as const)(
    "replaced by another at its address after the connection was cut (it %s the label) gives no proof by the other's count",
    async (does) => {
      const { print } = await printerThat({ closesAfterLabel: { 1: does }, replacedFrom: 2, losesAt: [] }, true, 1500);
      expect(await print('A')).toMatchObject({ end: 'lost', why: 'not-counted' });
    },
  );

  it('without identification proves a label on one connection, but not across two', async () => {
    const { print, fake } = await printerThat({ id: '?', closesAfterLabel: { 2: 'prints' } }, true, 1500);
    expect(await print('A')).toMatchObject(proved);
    expect(await print('B')).toMatchObject({ end: 'lost', why: 'not-counted' });
    expect(fake.paper).toHaveLength(2);
  });

  it('known under another address is recognized by its id through its lease, and is sent nothing', async () => {
    const { fake, host, print, machine } = await printerThat();
    const byId = (id: string) => leasePrinter(machine, `printer ${id}`);
    const first = openRawPrinter({ ...host, lease: freeLease, leaseId: byId });
    expect(await first.print(commentLabel('A'))).toMatchObject(proved);
    const second = openRawPrinter({
      ...host,
      destination: { ...fake.at, host: 'localhost' },
      lease: freeLease,
      leaseId: byId,
    });
    expect(await second.print(commentLabel('B'))).toMatchObject({
      end: 'not-left',
      said: expect.stringMatching(/address/),
    });
    await first.close();
    expect(await second.print(commentLabel('C'))).toMatchObject(proved);
    await second.close();
    expect(await print('D')).toMatchObject(proved);
    expect(fake.arrived).toEqual(['A', 'C', 'D']);
  });

  it('that answers wrongly is asked again, and its wrong answers are ignored', async () => {
    const { faults, print } = await printerThat({ wrongStatusAt: [1, 2] });
    expect(await print('A')).toMatchObject(proved);
    expect([faults[0], faults.at(-1)]).toEqual(['silent', null]);
  });

  it('that is unreachable was sent nothing', async () => {
    const { fake, print } = await printerThat();
    await fake.stop();
    expect(await print('A')).toMatchObject({ end: 'not-left', why: 'not-reached' });
  });

  it('is leased: a second connection of this desk or another one on this machine would mix labels', async () => {
    const { fake, host, printer, machine } = await printerThat();
    expect(() => openRawPrinter(host)).toThrow(/prints on this printer now/);
    // another program, killed while it holds the lease
    const source = `import { leasePrinter } from ${JSON.stringify(leaseModule)};
      process.stdout.write(leasePrinter(process.argv[1], process.argv[2]) ? 'has it' : 'refused');
      setInterval(() => {}, 1000);`;
    const ask = async () => {
      const args = ['--input-type=module', '-e', source, machine, String(fake.at.port)];
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
      onTestFinished(() => void child.kill('SIGKILL'));
      const [said] = (await once(child.stdout, 'data')) as [Buffer];
      return { child, said: said.toString() };
    };
    const first = await ask();
    expect(first.said).toBe('refused');
    await printer.close();
    const second = await ask();
    expect(second.said).toBe('has it');
    expect(() => openRawPrinter(host)).toThrow(/prints on this printer now/);
    second.child.kill('SIGKILL');
    await once(second.child, 'close');
    await openRawPrinter(host).close();
  });

  it('is used without a lease if the lease file cannot be written', async () => {
    const { machine, fake } = await printerThat();
    writeFileSync(join(machine, 'file'), '');
    const lease = leasePrinter(join(machine, 'file'), String(fake.at.port));
    expect(lease).not.toBeNull();
  });
});

describe('the status string of a printer', () => {
  const [one, two, three] = ['030,0,0,1245,000,0,0,0,000,0,0,0', '000,0,0,0,1,2,6,0,00000000,1,000', '1234,0'];
  it.each([
    ['idle', [one, two, three], { fault: null, isIdle: true }],
    ['out of paper', [one.replace('030,0', '030,1'), two, three], { fault: 'paper-out', isIdle: true }],
    ['open', [one, two.replace('000,0,0', '000,0,1'), three], { fault: 'head-open', isIdle: true }],
    ['paused', [one.replace('030,0,0', '030,0,1'), two, three], { fault: 'paused', isIdle: true }],
    ['with a format in its buffer', [one.replace('1245,000', '1245,002'), two, three], { fault: null, isIdle: false }],
    ['with labels in its buffer', [one, two.replace('00000000', '00000003'), three], { fault: null, isIdle: false }],
    [
      'with a partial format',
      [one.replace('000,0,0,0,000', '000,0,0,1,000'), two, three],
      { fault: null, isIdle: false },
    ],
    ['truncated', [one, two], null],
    ['with an extra field', [`${one},0`, two, three], null],
    ['of another manufacturer', ['READY', 'OK', ''], null],
    ['empty', ['', '', ''], null],
  ])('is parsed strictly: %s', (_name, strings, read) => {
    expect(readHostStatus(strings)).toEqual(read);
  });
});
