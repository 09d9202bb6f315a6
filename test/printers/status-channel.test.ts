import { describe, expect, it, onTestFinished } from 'vitest';
import { openRawPrinter, type RawPrinterHost } from '../../electron/printers/raw-printer.ts';
import { alone, after, fakeLabel, quick } from '../support/raw-labels.ts';
import type { FakeChannel } from '../support/fake-status-channel.ts';
import { startFakeZplPrinter, type FakePrinter } from '../support/fake-zpl-printer.ts';

type Wrong = Omit<FakePrinter, 'channel'> & { channel?: FakeChannel | null };
/** A printer with a status channel, set up as it was found; `host`: what is otherwise then. */
async function printerThat({ channel = {}, ...wrongs }: Wrong = {}, host: Partial<RawPrinterHost> = {}) {
  const fake = await startFakeZplPrinter({ ...(channel && { channel }), ...wrongs });
  const [faults, left]: [(string | null)[], string[]] = [[], []];
  const printer = openRawPrinter({
    ...quick,
    answerMs: 300,
    at: fake.at,
    channel: fake.known,
    lease: alone,
    reprints: true,
    after,
    onFault: (fault) => void faults.push(fault),
    onChannelLeft: (why) => void left.push(why),
    ...host,
  });
  onTestFinished(() => printer.close());
  return {
    fake,
    faults,
    left,
    printer,
    print: (says: string, reprints = true) => printer.print(fakeLabel(says, reprints)),
  };
}
const proved = { end: 'proved', why: 'printer-counted' };

describe('a printer with a status channel', { timeout: 60_000 }, () => {
  it('is asked there while it prints, and where its labels go only before each and at its end', async () => {
    const { fake, printer, print, left } = await printerThat({ labelMs: 300 });
    expect(await printer.ready()).toBeNull();
    for (const says of ['A', 'B', 'C']) expect(await print(says)).toMatchObject({ ...proved, said: 'counted 1' });
    // before and after each label, and once more where its state was not clear
    expect(fake.heard.questions).toBeGreaterThanOrEqual(6);
    expect(fake.heard.questions).toBeLessThan(9);
    expect(fake.channel!.heard.questions).toBeGreaterThan(20);
    expect([fake.heard.most, fake.channel!.heard.connections, left]).toEqual([1, 1, []]);
  });

  it('says there that it is out of paper though it says nothing where its labels go, and goes on with new paper', async () => {
    const { fake, faults, print, left } = await printerThat({ paperOutAt: [1] });
    const printing = print('A');
    await expect.poll(() => faults, { timeout: 20_000 }).toEqual(['paper-out']);
    fake.load();
    expect(await printing).toMatchObject(proved);
    expect([faults, left]).toEqual([['paper-out', null], []]);
  });

  it('tells there what it waits for while it takes no more of a label, and one that nobody waits for is left', async () => {
    let isLeft = false;
    const { fake, faults, printer } = await printerThat({ fullAt: 1_000_000 }, { isLeft: () => isLeft });
    const printing = printer.print(Buffer.concat([Buffer.alloc(64_000_000, ' '), fakeLabel('A')]));
    await expect.poll(() => faults, { timeout: 20_000 }).toEqual(['paper-out']);
    isLeft = true;
    expect(await printing).toMatchObject({ end: 'lost', why: 'printer-silent', said: 'paper-out' });
    expect(fake.paper).toEqual([]);
  });

  it('is left by who waits no longer while it takes no more of a label, with a channel or without', async () => {
    let isLeft = false;
    const { printer } = await printerThat({ fullAt: 1_000_000, channel: null }, { isLeft: () => isLeft });
    const printing = printer.print(Buffer.concat([Buffer.alloc(64_000_000, ' '), fakeLabel('A')]));
    void after(300, () => (isLeft = true));
    expect(await printing).toMatchObject({ end: 'lost', why: 'printer-silent' });
  });

  it.each([
    ['never says a word', { silentFrom: 1 }],
    ['falls silent in the middle', { silentFrom: 4 }],
    ['is silent while it is out of paper', { silentWhenOut: true }],
    ['ends each connection', { closesFrom: 1 }],
    ['ends connections from the middle on', { closesFrom: 5 }],
    ['answers as something else does', { says: { from: 1, text: 'HTTP/1.1 400 Bad Request\r\n\r\n' } }],
    ['answers no JSON', { says: { from: 3, text: '"1000"' } }],
    ['answers with half a number for ever', { says: { from: 4, text: '{"odometer.total_label_count":"1' } }],
    ['answers a word beside', { says: { from: 4, text: '{"odometer.total_label_count":"9","a":"b"}' } }],
    ['answers a number for a text', { says: { from: 4, text: '{"odometer.total_label_count":9000}' } }],
    ['is slower than anybody waits', { slowMs: 700 }],
  ])('that %s is asked where its labels go instead, and that is said once', async (_, channel) => {
    const { fake, print, left } = await printerThat({ channel, paperOutAt: [2], silentWhenOut: false });
    expect(await print('A')).toMatchObject(proved);
    const printing = print('B');
    await expect.poll(() => fake.isOut(), { timeout: 20_000 }).toBe(true);
    await new Promise((resolve) => void after(1500, () => resolve(fake.load())));
    expect(await printing).toMatchObject(proved);
    expect(left).toEqual(['silent']);
    expect(fake.paper.filter(({ cut }) => !cut).map(({ says }) => says)).toEqual(['A', 'B']);
  });

  it.each([
    ['a wrong setting', { otherAt: [4] }],
    ['far more than there is to say', { hugeAt: [4] }],
    ['half an answer', { halfAt: [4] }],
  ])('that answers %s once is asked once more, on another connection', async (_, channel) => {
    const { fake, print, left } = await printerThat({ channel });
    expect(await print('A')).toMatchObject(proved);
    expect([fake.channel!.heard.connections, left]).toEqual([2, []]);
  });

  it('whose channel was silent for a moment, in which its paper may have come to an end and been put in, gives no proof by one count', async () => {
    const channel = { silentWhenOut: true };
    const { fake, print, left } = await printerThat({ channel, paperOutAt: [1] }, { reprints: false });
    const printing = print('A', false);
    await expect.poll(() => fake.isOut(), { timeout: 20_000 }).toBe(true);
    await new Promise((resolve) => void after(200, () => resolve(fake.load())));
    expect(await printing).toMatchObject({ end: 'lost', why: 'not-counted', said: 'counted 1' });
    expect([left, fake.paper]).toEqual([[], [{ says: 'A', cut: true }]]);
  });

  it('whose channel is that of another printer is never proved by what the other counts', async () => {
    let total = 1000;
    const { fake, print, left } = await printerThat({ channel: { id: 'ANOTHER', total: () => (total += 1) } });
    await print('A');
    expect([left, fake.channel!.heard.questions]).toEqual([['another-printer'], 1]);
  });

  it('whose labels go to another printer by now is never proved by what its channel counts', async () => {
    const other = await startFakeZplPrinter({ channel: {} });
    const { fake, print, left } = await printerThat(
      { channel: null, odometer: false, id: 'ANOTHER' },
      { channel: other.known },
    );
    expect(await print('A')).toMatchObject({ end: 'lost', why: 'no-proof' });
    expect([left, fake.paper.length]).toEqual([['another-printer'], 1]);
  });

  it('is not believed before it has taken all that was sent where labels go, whatever the channel says', async () => {
    // another label is counted, and the channel does not know yet of the one that was sent
    let total = 1000;
    const channel = { alwaysIdle: true, total: () => total };
    const { fake, print } = await printerThat({ channel, labelMs: 500, strangerAt: [1] });
    const printing = print('A');
    await expect.poll(() => fake.heard.labels).toBe(1);
    total += 1;
    const early = await Promise.race([printing, new Promise((resolve) => void after(300, () => resolve('not yet')))]);
    expect(early).toBe('not yet');
    total += 1;
    expect(await printing).toMatchObject({ end: 'lost', why: 'not-counted', said: 'counted 2' });
  });

  it('that swallows a label is soon asked about, though its channel says that all is well', async () => {
    const { fake, print, left } = await printerThat({ holds: 0 }, { stillMs: 300, patienceMs: 60_000 });
    expect(await print('A')).toMatchObject({ end: 'lost', why: 'not-counted', said: expect.stringMatching(/nothing/) });
    expect([fake.paper, left]).toEqual([[], []]);
  });

  it('that takes no question where its labels go, though its channel says that all is well, waits for somebody to look', async () => {
    const { fake, faults, printer, print, left } = await printerThat({}, { patienceMs: 1500 });
    expect(await printer.ready()).toBeNull();
    fake.hang();
    expect(await print('A')).toMatchObject({ end: 'lost', why: 'printer-silent' });
    expect([left, faults]).toEqual([['stalled'], ['silent']]);
  });
});
