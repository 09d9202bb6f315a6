import { probePrinter } from '../../electron/printing/printers/open-configured-printer.ts';
import { startFakeIppPrinter } from '../support/fake-ipp-printer.ts';
import type { FakeChannelFaults } from '../support/fake-status-channel.ts';
import { startFakeZplPrinter, type FakePrinter } from '../support/fake-zpl-printer.ts';
import { freePort } from '../support/free-port.ts';
import { after, quickWaits } from '../support/raw-labels.ts';
import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';

const probe = (address: string, answerMs: number = quickWaits.answerMs) =>
  probePrinter(address, { ...quickWaits, answerMs, after, system: null });
async function probed(printer: FakePrinter) {
  const fake = await startFakeZplPrinter(printer);
  return { fake, said: await probe(`127.0.0.1:${fake.at.port}`) };
}
const refused = (reason: string) => ({ problem: { kind: 'printer', params: { reason } } });

/** A server at a printer's address that answers everything with this text. */
async function strangerWho(says: string | null): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', () => void (says !== null && socket.write(says)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('a probed printer', () => {
  it('reports over ZPL its model, density, width, supported commands and whether it counts, without printing', async () => {
    const { fake, said } = await probed({});
    expect(said).toMatchObject({
      ...{ way: 'raw', address: `socket://127.0.0.1:${fake.at.port}`, model: 'ZD421-203dpi' },
      ...{
        dpi: 203,
        widthMm: 104,
        packing: 'z64',
        counts: true,
        sizes: ['100x150', '4x6', '100x100', '4x4'],
        fault: null,
      },
    });
    expect(fake.heard.labels).toBe(0);
  });

  it.each([
    ['that is too narrow for a label supports no label size', { printDots: 448 }, { widthMm: 56, sizes: [] }],
    ['of 300 dpi', { identity: 'ZT411-300dpi,V92.21.17Z,12,65536KB', printDots: 1248 }, { dpi: 300, widthMm: 104 }],
    [
      'of an old model gets labels in a format that it supports',
      { identity: 'Z4M,V45.11.7Z,8,4096KB' },
      { packing: 'ascii' },
    ],
    ['that does not count', { odometer: false }, { counts: false }],
    ['that does not identify itself', { identity: null }, { model: '', dpi: null, packing: 'ascii' }],
  ] as const)('%s', async (_, printer, said) => {
    expect((await probed(printer)).said).toMatchObject(said);
  });

  it('reports its status channel and its identity', async () => {
    const { fake, said } = await probed({ channel: {} });
    expect(said.channel).toEqual(fake.known);
    expect([fake.heard.labels, fake.channel!.heard.connectionCount]).toEqual([0, 1]);
  });

  it.each<[string, Partial<FakePrinter> & { channel: FakeChannelFaults }]>([
    ['is silent', { channel: { silentFromQuery: 1 } }],
    ['reports no count', { channel: { silentFromQuery: 3 } }],
    ['closes the connection', { channel: { closesFromQuery: 2 } }],
    ['belongs to another printer', { channel: { id: 'ANOTHER' } }],
    ['sends invalid data', { channel: { answersText: { fromQuery: 1, text: '{"device.unique_id":"' } } }],
    ['belongs to a printer that does not count', { channel: {}, odometer: false }],
    ['belongs to a printer that does not identify itself', { channel: {}, id: '?' }],
  ])('has no counting status channel if the one found %s', async (_, printer) => {
    const fake = await startFakeZplPrinter(printer);
    expect((await probe(`127.0.0.1:${fake.at.port}`, 200)).channel).toBeNull();
  });

  it.each([
    ['nothing', null],
    ['like a web server', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
    ["half of a printer's status", '\x02030,0,0,1245\x03\r\n'],
  ])('that answers %s is not a ZPL printer', async (_, says) => {
    await expect(probe(await strangerWho(says), 100)).rejects.toMatchObject(refused('no-zpl'));
  });

  it('that is unreachable is reported as such', async () => {
    const port = await freePort();
    for (const address of [`127.0.0.1:${port}`, `ipp://127.0.0.1:${port}/ipp/print`])
      await expect(probe(address)).rejects.toMatchObject(refused('not-reached'));
  });

  it('reports over IPP its media and what it waits for', async () => {
    const fake = await startFakeIppPrinter();
    fake.setState(5, 'media-empty-error');
    expect(await probe(fake.uri)).toMatchObject({
      way: 'ipp',
      sizes: ['100x150'],
      fault: 'paper-out',
      passesOn: false,
    });
  });

  it('over IPP is given up early if nothing accepts the connection, and later if a server does, which may query a printer', async () => {
    const fake = await startFakeIppPrinter();
    const waits: number[] = [];
    const noted = (ms: number) => (waits.push(ms), () => undefined);
    await probePrinter(fake.uri, { connectMs: 3, answerMs: 2, ippProbeMs: 15, after: noted, system: null });
    expect(waits).toEqual([3, 15]);
  });

  it('is refused if it supports no page format, or is no IPP printer', async () => {
    const raster = await startFakeIppPrinter({ formats: ['image/pwg-raster'] });
    await expect(probe(raster.uri)).rejects.toMatchObject(refused('form'));
    const web = await strangerWho('HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nHello');
    await expect(probe(`ipp://${web}/ipp/print`)).rejects.toMatchObject(refused('no-ipp'));
  });

  it.each([
    '',
    'a b',
    'http://192.0.2.7/',
    'file:///etc/passwd',
    'ipp://mia:secret@192.0.2.7/',
    '192.0.2.7:99999',
    'a/b',
    '192.0.2.7?x',
  ])('has a valid address, unlike %j', async (address) => {
    await expect((async () => probe(address))()).rejects.toMatchObject(refused('address'));
  });
});
