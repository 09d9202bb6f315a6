import { lookup } from 'node:dns/promises';
import type { Answer } from 'multicast-dns';
import type { FoundPrinter } from '../../shared/printing/found-printer.ts';
import { readPrinterAddress } from '../../shared/printing/printer-address.ts';
import type { After } from './printer.ts';
import { toldWord } from './told-word.ts';

/** By what printers tell of themselves (DNS-SD, RFC 6763), and the scheme of their addresses; of one that tells both the first is taken. */
const kinds = [
  ['_ipp._tcp.local', 'ipp'],
  ['_ipps._tcp.local', 'ipps'],
  ['_pdl-datastream._tcp.local', 'socket'],
] as const;

/** More printers than a warehouse has; a hostile network says no more. */
const most = 100;

/** Printers that tell of themselves on this network within `ms`; none where it cannot be asked. */
export async function findNetwork(ms: number, after: After): Promise<FoundPrinter[]> {
  const { default: openAsker } = await import('multicast-dns');
  const heard: Answer[] = [];
  const asker = openAsker();
  await new Promise<void>((resolve) => {
    after(ms, resolve);
    asker.on('warning', () => undefined);
    asker.on('error', () => resolve());
    asker.on('response', ({ answers, additionals }) => {
      if (heard.length < most * 20) heard.push(...answers, ...additionals);
    });
    asker.query(
      kinds.map(([name]) => ({ name, type: 'PTR' })),
      (error) => error && resolve(),
    );
  });
  await new Promise<void>((resolve) => asker.destroy(resolve));
  return printersIn(heard, (host) =>
    lookup(host).then(
      () => true,
      () => false,
    ),
  );
}

/** What was heard, as printers; by their names where this machine can resolve them, since their numbers change. */
export async function printersIn(
  heard: readonly Answer[],
  resolves: (host: string) => Promise<boolean>,
): Promise<FoundPrinter[]> {
  const found = new Map<string, FoundPrinter>();
  for (const [kind, scheme] of kinds) {
    const names = heard.filter(({ type, name }) => type === 'PTR' && name === kind).map(({ data }) => String(data));
    for (const full of new Set(names)) {
      const name = toldWord(full.slice(0, -kind.length - 1));
      if (found.has(name) || found.size >= most) continue;
      const where = placeOf(heard, full);
      if (!where) continue;
      const { host, number, port, said } = where;
      // a name of this network alone: any other would be asked for outside
      const at = host.endsWith('.local') && (await resolves(host)) ? host : number;
      if (at === null) continue;
      const path = scheme === 'socket' ? '' : `/${said.get('rp') ?? 'ipp/print'}`;
      const address = readPrinterAddress(`${scheme}://${at}:${port}${path}`)?.text;
      if (address === undefined) continue;
      found.set(name, { name, address, place: 'network', about: toldWord(said.get('ty') ?? '') });
    }
  }
  return [...found.values()];
}

/** Its host, its number where that was told, its port, and what it says beside. */
function placeOf(heard: readonly Answer[], full: string) {
  const of = (type: string, name: string): unknown => heard.find((one) => one.type === type && one.name === name)?.data;
  const server = of('SRV', full) as { port?: unknown; target?: unknown } | undefined;
  if (typeof server?.target !== 'string' || typeof server.port !== 'number') return null;
  const number = heard
    .filter(({ type, name }) => type === 'A' && name === server.target)
    .map(({ data }) => String(data))
    .toSorted((a, b) => Number(a.startsWith('127.')) - Number(b.startsWith('127.')))[0];
  const texts = of('TXT', full);
  const said = new Map(
    (Array.isArray(texts) ? texts : []).map((text: unknown): [string, string] => {
      const [key = '', ...value] = String(text).split('=');
      return [key.toLowerCase(), value.join('=')];
    }),
  );
  return { host: server.target, number: number ?? null, port: server.port, said };
}
