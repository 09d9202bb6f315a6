import { openRawPrinter, type RawPrinterHost } from '../../electron/printing/printers/raw-printer.ts';
import type { FakeChannelFaults } from '../support/fake-status-channel.ts';
import { startFakeZplPrinter, type FakePrinter } from '../support/fake-zpl-printer.ts';
import { freeLease, after, commentLabel, quickWaits } from '../support/raw-labels.ts';
import { describe, expect, it, onTestFinished } from 'vitest';

type Wrong = Omit<FakePrinter, 'channel'> & { channel?: FakeChannelFaults | null };
/** A printer with a status channel, configured as detected; `host` overrides that configuration. */
async function printerThat({ channel = {}, ...wrongs }: Wrong = {}, host: Partial<RawPrinterHost> = {}) {
  const fake = await startFakeZplPrinter({ ...(channel && { channel }), ...wrongs });
  const [faults, left]: [(string | null)[], string[]] = [[], []];
  const printer = openRawPrinter({
    ...quickWaits,
    answerMs: 300,
    destination: fake.at,
    channel: fake.known,
    lease: freeLease,
    reprints: true,
    after,
    onFault: (fault) => void faults.push(fault),
    onChannelDropped: (why) => void left.push(why),
    ...host,
  });
  onTestFinished(() => printer.close());
  return {
    fake,
    faults,
    left,
    printer,
    print: (says: string, reprints = true) => printer.print(commentLabel(says, reprints)),
  };
}
const proved = { end: 'proved', why: 'printer-counted' };

describe('a printer with a status channel', { timeout: 60_000 }, () => {
  it('is queried there while it prints, and on the data connection only before each label and at its end', async () => {
    const { fake, printer, print, left } = await printerThat({ labelMs: 300 });
    expect(await printer.waitUntilReady()).toBeNull();
    for (const says of ['A', 'B', 'C']) expect(await print(says)).toMatchObject({ ...proved, said: 'counted 1' });
    // Before and after each label, and once more if its state was unclear.
    expect(fake.heard.questions).toBeGreaterThanOrEqual(6);
    expect(fake.heard.questions).toBeLessThan(9);
    expect(fake.channel!.heard.queryCount).toBeGreaterThan(20);
    expect([fake.heard.maxConnections, fake.channel!.heard.connectionCount, left]).toEqual([1, 1, []]);
  });

  it('reports there that it is out of paper although its data connection is silent, and continues with new paper', async () => {
    const { fake, faults, print, left } = await printerThat({ paperOutAt: [1] });
    const printing = print('A');
    await expect.poll(() => faults, { timeout: 20_000 }).toEqual(['paper-out']);
    fake.loadPaper();
    expect(await printing).toMatchObject(proved);
    expect([faults, left]).toEqual([['paper-out', null], []]);
  });

  it('reports there what it waits for while it accepts no more data of a label, and an abandoned label ends without proof', async () => {
    let isLeft = false;
    const { fake, faults, printer } = await printerThat(
      { paperOutAfterBytes: 1_000_000 },
      { isWaitCancelled: () => isLeft },
    );
    const printing = printer.print(Buffer.concat([Buffer.alloc(64_000_000, ' '), commentLabel('A')]));
    await expect.poll(() => faults, { timeout: 20_000 }).toEqual(['paper-out']);
    isLeft = true;
    expect(await printing).toMatchObject({ end: 'lost', why: 'printer-silent', said: 'paper-out' });
    expect(fake.paper).toEqual([]);
  });

  it('that accepts no more data of a label is left once nobody waits, with or without a channel', async () => {
    let isLeft = false;
    const { printer } = await printerThat(
      { paperOutAfterBytes: 1_000_000, channel: null },
      { isWaitCancelled: () => isLeft },
    );
    const printing = printer.print(Buffer.concat([Buffer.alloc(64_000_000, ' '), commentLabel('A')]));
    void after(300, () => (isLeft = true));
    expect(await printing).toMatchObject({ end: 'lost', why: 'printer-silent' });
  });

  it.each([
    ['never answers', { silentFromQuery: 1 }],
    ['falls silent midway', { silentFromQuery: 4 }],
    ['is silent while it is out of paper', { silentWhenOut: true }],
    ['closes each connection', { closesFromQuery: 1 }],
    ['closes connections from midway on', { closesFromQuery: 5 }],
    ['answers like a web server', { answersText: { fromQuery: 1, text: 'HTTP/1.1 400 Bad Request\r\n\r\n' } }],
    ['answers invalid JSON', { answersText: { fromQuery: 3, text: '"1000"' } }],
    ['answers incomplete numbers forever', { answersText: { fromQuery: 4, text: '{"odometer.total_label_count":"1' } }],
    ['answers an extra field', { answersText: { fromQuery: 4, text: '{"odometer.total_label_count":"9","a":"b"}' } }],
    [
      'answers a number instead of a string',
      { answersText: { fromQuery: 4, text: '{"odometer.total_label_count":9000}' } },
    ],
    ['is slower than the timeout', { answerDelayMs: 700 }],
  ])('that %s is queried on the data connection instead, which is reported once', async (_, channel) => {
    const { fake, print, left } = await printerThat({ channel, paperOutAt: [2], silentWhenOut: false });
    expect(await print('A')).toMatchObject(proved);
    const printing = print('B');
    await expect.poll(() => fake.isOut(), { timeout: 20_000 }).toBe(true);
    await new Promise((resolve) => void after(1500, () => resolve(fake.loadPaper())));
    expect(await printing).toMatchObject(proved);
    expect(left).toEqual(['silent']);
    expect(fake.paper.filter(({ cut }) => !cut).map(({ label: says }) => says)).toEqual(['A', 'B']);
  });

  it.each([
    ['the wrong setting', { otherSettingAt: [4] }],
    ['far too much data', { hugeAnswerAt: [4] }],
    ['half an answer', { halfAnswerAt: [4] }],
  ])('that answers %s once is queried again, on another connection', async (_, channel) => {
    const { fake, print, left } = await printerThat({ channel });
    expect(await print('A')).toMatchObject(proved);
    expect([fake.channel!.heard.connectionCount, left]).toEqual([2, []]);
  });

  it('whose channel was silent for a moment, in which paper may have been refilled, gives no proof by a single count', async () => {
    const channel = { silentWhenOut: true };
    const { fake, print, left } = await printerThat({ channel, paperOutAt: [1] }, { reprints: false });
    const printing = print('A', false);
    await expect.poll(() => fake.isOut(), { timeout: 20_000 }).toBe(true);
    await new Promise((resolve) => void after(200, () => resolve(fake.loadPaper())));
    expect(await printing).toMatchObject({ end: 'lost', why: 'not-counted', said: 'counted 1' });
    expect([left, fake.paper]).toEqual([[], [{ label: 'A', cut: true }]]);
  });

  it("whose channel belongs to another printer is never proved by the other's count", async () => {
    let total = 1000;
    const { fake, print, left } = await printerThat({ channel: { id: 'ANOTHER', total: () => (total += 1) } });
    await print('A');
    expect([left, fake.channel!.heard.queryCount]).toEqual([['another-printer'], 1]);
  });

  it('whose labels now go to another printer is never proved by the count of its channel', async () => {
    const other = await startFakeZplPrinter({ channel: {} });
    const { fake, print, left } = await printerThat(
      { channel: null, odometer: false, id: 'ANOTHER' },
      { channel: other.known },
    );
    expect(await print('A')).toMatchObject({ end: 'lost', why: 'no-proof' });
    expect([left, fake.paper.length]).toEqual([['another-printer'], 1]);
  });

  it('does not prove a label before it has received all data, whatever its channel reports', async () => {
    // Another label is counted while the channel does not know yet of the label that was sent.
    let total = 1000;
    const channel = { alwaysIdle: true, total: () => total };
    const { fake, print } = await printerThat({ channel, labelMs: 500, foreignLabelAfter: [1] });
    const printing = print('A');
    await expect.poll(() => fake.heard.labels).toBe(1);
    total += 1;
    const early = await Promise.race([printing, new Promise((resolve) => void after(300, () => resolve('not yet')))]);
    expect(early).toBe('not yet');
    total += 1;
    expect(await printing).toMatchObject({ end: 'lost', why: 'not-counted', said: 'counted 2' });
  });

  it('that drops a label leads to a question soon, although its channel reports no fault', async () => {
    const { fake, print, left } = await printerThat({ memoryLabels: 0 }, { noProgressMs: 300, patienceMs: 60_000 });
    expect(await print('A')).toMatchObject({ end: 'lost', why: 'not-counted', said: expect.stringMatching(/nothing/) });
    expect([fake.paper, left]).toEqual([[], []]);
  });

  it('whose data connection is stuck waits for a person, although its channel reports no fault', async () => {
    const { fake, faults, printer, print, left } = await printerThat({}, { patienceMs: 1500 });
    expect(await printer.waitUntilReady()).toBeNull();
    fake.stopAnswering();
    expect(await print('A')).toMatchObject({ end: 'lost', why: 'printer-silent' });
    expect([left, faults]).toEqual([['stalled'], ['silent']]);
  });
});
