import { lookup } from 'node:dns/promises';
import type { Answer } from 'multicast-dns';
import type { FoundPrinter } from '../../shared/printing/found-printer.ts';
import { readPrinterAddress } from '../../shared/printing/printer-address.ts';
import type { After } from './printer.ts';
import { toldWord } from './told-word.ts';

/**
 * The DNS-SD service types of printers (RFC 6763) and the scheme of their addresses; a printer that announces several
 * is listed by the first.
 */
const kinds = [
  ['_ipp._tcp.local', 'ipp'],
  ['_ipps._tcp.local', 'ipps'],
  ['_pdl-datastream._tcp.local', 'socket'],
] as const;

/** More printers than a warehouse has; a hostile network cannot add more. */
export const maxPrinters = 100;
const maxHeard = maxPrinters * 20;

/** Printers that announce themselves on this network within `ms`; none if it cannot be queried. */
export async function findNetwork(ms: number, after: After): Promise<FoundPrinter[]> {
  const { default: openAsker } = await import('multicast-dns');
  const heard: Answer[] = [];
  const asker = openAsker();
  await new Promise<void>((resolve) => {
    after(ms, resolve);
    asker.on('warning', () => undefined);
    asker.on('error', () => resolve());
    asker.on('response', ({ answers, additionals }) => {
      heard.push(...[...answers, ...additionals].slice(0, Math.max(0, maxHeard - heard.length)));
    });
    asker.query(
      kinds.map(([name]) => ({ name, type: 'PTR' })),
      (error) => error && resolve(),
    );
  });
  asker.destroy(() => undefined);
  const late = Promise.withResolvers<boolean>();
  const cancel = after(ms, () => late.resolve(false));
  // looking up a name that nobody answers for may take many seconds
  const resolves = (host: string): Promise<boolean> =>
    Promise.race([
      late.promise,
      lookup(host).then(
        () => true,
        () => false,
      ),
    ]);
  return printersIn(heard, resolves).finally(cancel);
}

/**
 * Converts the answers to printers. Addresses use the host name if this machine can resolve it, since IP addresses
 * change.
 */
export async function printersIn(
  heard: readonly Answer[],
  resolves: (host: string) => Promise<boolean>,
): Promise<FoundPrinter[]> {
  const said = new Map<string, { scheme: string; name: string; where: Place }>();
  for (const [kind, scheme] of kinds) {
    const names = heard.filter(({ type, name }) => type === 'PTR' && name === kind).map(({ data }) => String(data));
    for (const full of new Set(names)) {
      if (said.size >= maxPrinters) break;
      const name = toldWord(full.slice(0, -kind.length - 1));
      const where = said.has(name) ? null : placeOf(heard, full);
      if (where) said.set(name, { scheme, name, where });
    }
  }
  // in parallel: each takes as long as the network likes
  const found = await Promise.all(
    [...said.values()].map(async ({ scheme, name, where }): Promise<FoundPrinter[]> => {
      const { host, number, port, said: texts } = where;
      // only a name of this network: any other would be looked up outside
      const at = host.endsWith('.local') && (await resolves(host)) ? host : number;
      if (at === null) return [];
      const path = scheme === 'socket' ? '' : `/${texts.get('rp') ?? 'ipp/print'}`;
      const address = readPrinterAddress(`${scheme}://${at}:${port}${path}`)?.text;
      if (address === undefined) return [];
      return [{ name, address, place: 'network', about: toldWord(texts.get('ty') ?? '') }];
    }),
  );
  return found.flat();
}

interface Place {
  host: string;
  number: string | null;
  port: number;
  said: ReadonlyMap<string, string>;
}

/** The host of a printer, its IP address if announced, its port and its TXT record; null if it announces no host. */
function placeOf(heard: readonly Answer[], full: string): Place | null {
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
