import {
  type FoundPrinter,
  readPrinterAddress,
  systemPrinterAddress,
} from '../../../shared/printing/configured-printer.ts';
import { ippCaller, operations, type IppAttributes } from './ipp-call.ts';
import { type After, sanitizePrinterText } from './printer.ts';
import type { SystemPrinters } from './system-printer.ts';
import type { Answer } from 'multicast-dns';
import { lookup } from 'node:dns/promises';

/** The address of CUPS on systems that print with it. */
const cupsServer = 'localhost:631';

/** The queues of CUPS on this machine. Rejects if there is no CUPS. */
export async function findCupsPrinters(answerMs: number, after: After, at = cupsServer): Promise<FoundPrinter[]> {
  const call = ippCaller({ uri: `ipp://${at}/`, user: '', after, connectMs: answerMs, answerMs });
  const requestedAttributes = ['printer-name', 'printer-info', 'printer-make-and-model'];
  const answer = await call(operations.cupsGetPrinters, [['requested-attributes', 'keyword', ...requestedAttributes]]);
  return answer.printers.flatMap((attributes) => {
    const name = textIn(attributes, 'printer-name');
    const address = readPrinterAddress(`ipp://${at}/printers/${encodeURIComponent(name)}`)?.text;
    if (name === '' || address === undefined) return [];
    const about = sanitizePrinterText(textIn(attributes, 'printer-make-and-model'));
    return [
      { name: sanitizePrinterText(textIn(attributes, 'printer-info') || name), address, place: 'cups' as const, about },
    ];
  });
}

function textIn(attributes: IppAttributes, name: string): string {
  const [value] = attributes.get(name) ?? [];
  return typeof value === 'string' ? value : '';
}

/**
 * The DNS-SD service types of printers (RFC 6763) and the scheme of their addresses; a printer that announces several
 * is listed by the first.
 */
const serviceTypes = [
  ['_ipp._tcp.local', 'ipp'],
  ['_ipps._tcp.local', 'ipps'],
  ['_pdl-datastream._tcp.local', 'socket'],
] as const;

/** More printers than a warehouse has; a hostile network cannot add more. */
export const maxPrinters = 100;
const maxAnswers = maxPrinters * 20;

/** Printers that announce themselves on this network within `ms`; none if it cannot be queried. */
export async function findNetworkPrinters(ms: number, after: After): Promise<FoundPrinter[]> {
  const { default: openAsker } = await import('multicast-dns');
  const received: Answer[] = [];
  const mdns = openAsker();
  await new Promise<void>((resolve) => {
    after(ms, resolve);
    mdns.on('warning', () => undefined);
    mdns.on('error', () => resolve());
    mdns.on('response', ({ answers, additionals }) => {
      received.push(...[...answers, ...additionals].slice(0, Math.max(0, maxAnswers - received.length)));
    });
    mdns.query(
      serviceTypes.map(([name]) => ({ name, type: 'PTR' })),
      (error) => error && resolve(),
    );
  });
  mdns.destroy(() => undefined);
  const timeout = Promise.withResolvers<boolean>();
  const cancel = after(ms, () => timeout.resolve(false));
  // looking up a name that nobody answers for may take many seconds
  const isResolvable = (host: string): Promise<boolean> =>
    Promise.race([
      timeout.promise,
      lookup(host).then(
        () => true,
        () => false,
      ),
    ]);
  return toPrinters(received, isResolvable).finally(cancel);
}

/**
 * Converts the answers to printers. Addresses use the host name if this machine can resolve it, since IP addresses
 * change.
 */
export async function toPrinters(
  answers: readonly Answer[],
  isResolvable: (host: string) => Promise<boolean>,
): Promise<FoundPrinter[]> {
  const announced = new Map<string, { scheme: string; name: string; where: AnnouncedService }>();
  for (const [kind, scheme] of serviceTypes) {
    const names = answers.filter(({ type, name }) => type === 'PTR' && name === kind).map(({ data }) => String(data));
    for (const serviceName of new Set(names)) {
      if (announced.size >= maxPrinters) break;
      const name = sanitizePrinterText(serviceName.slice(0, -kind.length - 1));
      const where = announced.has(name) ? null : findService(answers, serviceName);
      if (where) announced.set(name, { scheme, name, where });
    }
  }
  // in parallel: each takes as long as the network likes
  const found = await Promise.all(
    [...announced.values()].map(async ({ scheme, name, where }): Promise<FoundPrinter[]> => {
      const { host, number: ipAddress, port, txt: texts } = where;
      // only a name of this network: any other would be looked up outside
      const at = host.endsWith('.local') && (await isResolvable(host)) ? host : ipAddress;
      if (at === null) return [];
      const path = scheme === 'socket' ? '' : `/${texts.get('rp') ?? 'ipp/print'}`;
      const address = readPrinterAddress(`${scheme}://${at}:${port}${path}`)?.text;
      if (address === undefined) return [];
      return [{ name, address, place: 'network', about: sanitizePrinterText(texts.get('ty') ?? '') }];
    }),
  );
  return found.flat();
}

interface AnnouncedService {
  host: string;
  number: string | null;
  port: number;
  txt: ReadonlyMap<string, string>;
}

/** The host of a printer, its IP address if announced, its port and its TXT record; null if it announces no host. */
function findService(answers: readonly Answer[], serviceName: string): AnnouncedService | null {
  const recordData = (type: string, name: string): unknown =>
    answers.find((one) => one.type === type && one.name === name)?.data;
  const server = recordData('SRV', serviceName) as { port?: unknown; target?: unknown } | undefined;
  if (typeof server?.target !== 'string' || typeof server.port !== 'number') return null;
  const number = answers
    .filter(({ type, name }) => type === 'A' && name === server.target)
    .map(({ data }) => String(data))
    .toSorted((a, b) => Number(a.startsWith('127.')) - Number(b.startsWith('127.')))[0];
  const texts = recordData('TXT', serviceName);
  const said = new Map(
    (Array.isArray(texts) ? texts : []).map((text: unknown): [string, string] => {
      const [key = '', ...value] = String(text).split('=');
      return [key.toLowerCase(), value.join('=')];
    }),
  );
  return { host: server.target, number: number ?? null, port: server.port, txt: said };
}

export interface FindHost {
  system: SystemPrinters | null;
  after: After;
  /** ms: a printer on the network may take a second or two to announce itself */
  networkMs: number;
  answerMs: number;
}

/** The first printers of a source, at most as many as a warehouse has; none if it fails or takes longer than `ms`. */
export async function resultsWithin(
  after: After,
  ms: number,
  search: Promise<FoundPrinter[]>,
): Promise<FoundPrinter[]> {
  const timeout = Promise.withResolvers<FoundPrinter[]>();
  const cancel = after(ms, () => timeout.resolve([]));
  const found = await Promise.race([search.catch((): FoundPrinter[] => []), timeout.promise]);
  cancel();
  return found.slice(0, maxPrinters);
}

/** Looks for printers in all sources. A source that fails has none. */
export async function findPrinters({ system, after, networkMs, answerMs }: FindHost): Promise<FoundPrinter[]> {
  const [cups, ofSystem, network] = await Promise.all([
    resultsWithin(after, answerMs, findCupsPrinters(answerMs, after)),
    resultsWithin(after, answerMs, listSystemPrinters(system)),
    resultsWithin(after, 3 * networkMs, findNetworkPrinters(networkMs, after)),
  ]);
  // a queue of CUPS reports how its jobs end; the system only takes them
  const queues = new Set(cups.map(({ address }) => decodeURIComponent(address.split('/').at(-1) ?? '')));
  return [
    ...cups,
    ...ofSystem.filter(({ address }) => !queues.has(address.slice(systemPrinterAddress('').length))),
    ...network,
  ];
}

async function listSystemPrinters(system: SystemPrinters | null): Promise<FoundPrinter[]> {
  const listed = (await system?.list()) ?? [];
  return listed.map(({ name, displayName, about }) => ({
    name: sanitizePrinterText(displayName || name),
    address: systemPrinterAddress(name),
    place: 'system',
    about: sanitizePrinterText(about),
  }));
}
