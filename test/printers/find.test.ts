import { findCupsPrinters, toPrinters } from '../../electron/printing/printers/find-printers.ts';
import { decodeIpp, encodeIpp } from '../../electron/printing/printers/ipp-call.ts';
import { freePort } from '../support/free-port.ts';
import { after, quickWaits } from '../support/raw-labels.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';

const told = (kind: string, name: string, port: number, target: string, ...texts: string[]) => [
  { type: 'PTR', name: kind, data: `${name}.${kind}` },
  { type: 'SRV', name: `${name}.${kind}`, data: { port, target } },
  { type: 'TXT', name: `${name}.${kind}`, data: texts.map((text) => Buffer.from(text)) },
];
const numbered = (name: string, data: string) => ({ type: 'A', name, data });
const never = () => Promise.resolve(false);

describe('printers announced on the network', () => {
  it('are listed once, by the most informative protocol, with a reachable address', async () => {
    const heard = [
      ...told('_ipps._tcp.local', 'Label 1', 443, 'label1.local', 'rp=ipp/print'),
      ...told('_ipp._tcp.local', 'Label 1', 631, 'label1.local', 'rp=ipp/print', 'ty=ZD421', 'UUID=1'),
      ...told('_pdl-datastream._tcp.local', 'Zebra', 9100, 'zebra.local', 'ty=ZT411'),
      numbered('label1.local', '127.0.0.1'),
      numbered('label1.local', '192.0.2.8'),
      numbered('zebra.local', '192.0.2.9'),
    ];
    expect(await toPrinters(heard, never)).toEqual([
      { name: 'Label 1', address: 'ipp://192.0.2.8:631/ipp/print', place: 'network', about: 'ZD421' },
      { name: 'Zebra', address: 'socket://192.0.2.9:9100', place: 'network', about: 'ZT411' },
    ]);
    const byName = await toPrinters(heard, (host) => Promise.resolve(host === 'zebra.local'));
    expect(byName.map(({ address }) => address)).toEqual([
      'ipp://192.0.2.8:631/ipp/print',
      'socket://zebra.local:9100',
    ]);
  });

  it.each([
    ['no address', [{ type: 'PTR', name: '_ipp._tcp.local', data: 'X._ipp._tcp.local' }]],
    ['an invalid address', told('_ipp._tcp.local', 'X', 0, 'x.local')],
    ['a path that leads elsewhere', told('_ipp._tcp.local', 'X', 631, 'x.local', 'rp=?x#y')],
    ['a host outside the local network', told('_ipp._tcp.local', 'X', 631, 'evil.example')],
    ['malformed texts', [{ type: 'TXT', name: 'X', data: 7 }]],
  ])('with %s are left out', async (_, heard) => {
    const asked: string[] = [];
    const resolves = (host: string) => Promise.resolve(asked.push(host) > 0);
    expect(await toPrinters(heard, resolves)).toEqual([]);
    expect(asked.filter((host) => !host.endsWith('.local'))).toEqual([]);
  });

  it('are limited to 100', async () => {
    const heard = Array.from({ length: 500 }, (_, at) => [
      ...told('_ipp._tcp.local', `P${at}`, 631, 'x.local'),
      numbered('x.local', '192.0.2.8'),
    ]).flat();
    expect(await toPrinters(heard, never)).toHaveLength(100);
  });
});

describe('queues of this machine', () => {
  it('are all that CUPS has, by name, even if one is longer than an address may be', async () => {
    // The limit of 200 would split its last character.
    const long = `${'x'.repeat(199)}🖨`;
    const server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const { requestId } = decodeIpp(Buffer.concat(parts));
        const queue = (name: string, info: string) =>
          [
            'printer',
            [
              ['printer-name', 'name', name],
              ['printer-info', 'text', info],
              ['printer-make-and-model', 'text', 'Zebra ZD421'],
            ],
          ] as const;
        const groups = [
          queue('Desk_1', 'Desk 1, left'),
          queue('Zettel', ''),
          queue(long, ''),
          queue('x'.repeat(9999), ''),
        ];
        response.end(encodeIpp({ operation: 0, requestId, groups }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
    onTestFinished(() => void server.close());
    const at = `localhost:${(server.address() as AddressInfo).port}`;
    expect(await findCupsPrinters(quickWaits.answerMs, after, at)).toEqual([
      { name: 'Desk 1, left', address: `ipp://${at}/printers/Desk_1`, place: 'cups', about: 'Zebra ZD421' },
      { name: 'Zettel', address: `ipp://${at}/printers/Zettel`, place: 'cups', about: 'Zebra ZD421' },
      { name: long, address: `ipp://${at}/printers/${encodeURIComponent(long)}`, place: 'cups', about: 'Zebra ZD421' },
    ]);
  });

  it('are an error if there is no CUPS', async () => {
    await expect(findCupsPrinters(quickWaits.answerMs, after, `localhost:${await freePort()}`)).rejects.toThrow(
      'ECONNREFUSED',
    );
  });
});
