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
export async function findCupsPrinters(answerMs: number, after: After, server = cupsServer): Promise<FoundPrinter[]> {
  const call = ippCaller({ uri: `ipp://${server}/`, user: '', after, connectMs: answerMs, answerMs });
  const requestedAttributes = ['printer-name', 'printer-info', 'printer-make-and-model'];
  const answer = await call(operations.cupsGetPrinters, [['requested-attributes', 'keyword', ...requestedAttributes]]);
  return answer.printers.flatMap((attributes) => {
    const name = textIn(attributes, 'printer-name');
    const address = readPrinterAddress(`ipp://${server}/printers/${encodeURIComponent(name)}`)?.text;
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

/** Maximum number of printers listed, more than a warehouse has: a hostile network must not fill the list. */
export const maxPrinters = 100;
const maxAnswers = maxPrinters * 20;

/** Printers that announce themselves on this network within the time; none if the network cannot be queried. */
export async function findNetworkPrinters(searchMs: number, after: After): Promise<FoundPrinter[]> {
  const { default: openMdns } = await import('multicast-dns');
  const records: Answer[] = [];
  const mdns = openMdns();
  await new Promise<void>((resolve) => {
    after(searchMs, resolve);
    mdns.on('warning', () => undefined);
    mdns.on('error', () => resolve());
    mdns.on('response', ({ answers, additionals }) => {
      records.push(...[...answers, ...additionals].slice(0, Math.max(0, maxAnswers - records.length)));
    });
    mdns.query(
      serviceTypes.map(([name]) => ({ name, type: 'PTR' })),
      (error) => error && resolve(),
    );
  });
  mdns.destroy(() => undefined);
  const timeout = Promise.withResolvers<boolean>();
  const cancel = after(searchMs, () => timeout.resolve(false));
  // a lookup without an answer may take many seconds
  const isResolvable = (host: string): Promise<boolean> =>
    Promise.race([
      timeout.promise,
      lookup(host).then(
        () => true,
        () => false,
      ),
    ]);
  return toPrinters(records, isResolvable).finally(cancel);
}

/**
 * Converts the answers to printers. Addresses use the host name if this machine can resolve it, since IP addresses
 * change.
 */
export async function toPrinters(
  answers: readonly Answer[],
  isResolvable: (host: string) => Promise<boolean>,
): Promise<FoundPrinter[]> {
  const announced = new Map<string, { scheme: string; name: string; service: AnnouncedService }>();
  for (const [kind, scheme] of serviceTypes) {
    const names = answers.filter(({ type, name }) => type === 'PTR' && name === kind).map(({ data }) => String(data));
    for (const serviceName of new Set(names)) {
      if (announced.size >= maxPrinters) break;
      const name = sanitizePrinterText(serviceName.slice(0, -kind.length - 1));
      const service = announced.has(name) ? null : findService(answers, serviceName);
      if (service) announced.set(name, { scheme, name, service });
    }
  }
  // in parallel, so that one slow lookup delays no other printer
  const printers = await Promise.all(
    [...announced.values()].map(async ({ scheme, name, service }): Promise<FoundPrinter[]> => {
      const { host, ipAddress: ipAddress, port, txtEntries: txtEntries } = service;
      // only `.local` names: any other would be looked up outside this network
      const hostOrIp = host.endsWith('.local') && (await isResolvable(host)) ? host : ipAddress;
      if (hostOrIp === null) return [];
      const path = scheme === 'socket' ? '' : `/${txtEntries.get('rp') ?? 'ipp/print'}`;
      const address = readPrinterAddress(`${scheme}://${hostOrIp}:${port}${path}`)?.text;
      if (address === undefined) return [];
      return [{ name, address, place: 'network', about: sanitizePrinterText(txtEntries.get('ty') ?? '') }];
    }),
  );
  return printers.flat();
}

interface AnnouncedService {
  host: string;
  ipAddress: string | null;
  port: number;
  txtEntries: ReadonlyMap<string, string>;
}

/** The host of a printer, its IP address if announced, its port and its TXT record; null if it announces no host. */
function findService(answers: readonly Answer[], serviceName: string): AnnouncedService | null {
  const recordData = (type: string, name: string): unknown =>
    answers.find((one) => one.type === type && one.name === name)?.data;
  const server = recordData('SRV', serviceName) as { port?: unknown; target?: unknown } | undefined;
  if (typeof server?.target !== 'string' || typeof server.port !== 'number') return null;
  const ipAddress = answers
    .filter(({ type, name }) => type === 'A' && name === server.target)
    .map(({ data }) => String(data))
    .toSorted((a, b) => Number(a.startsWith('127.')) - Number(b.startsWith('127.')))[0];
  const txtRecord = recordData('TXT', serviceName);
  const txtEntries = new Map(
    (Array.isArray(txtRecord) ? txtRecord : []).map((text: unknown): [string, string] => {
      const [key = '', ...value] = String(text).split('=');
      return [key.toLowerCase(), value.join('=')];
    }),
  );
  return { host: server.target, ipAddress: ipAddress ?? null, port: server.port, txtEntries: txtEntries };
}

export interface FindHost {
  system: SystemPrinters | null;
  after: After;
  /** ms to wait for printers on the network, which may take a second or two to announce themselves */
  networkMs: number;
  answerMs: number;
}

/** At most `maxPrinters` printers of a source; none if the search fails or takes longer than the limit. */
export async function firstPrintersWithin(
  after: After,
  limitMs: number,
  search: Promise<FoundPrinter[]>,
): Promise<FoundPrinter[]> {
  const timeout = Promise.withResolvers<FoundPrinter[]>();
  const cancel = after(limitMs, () => timeout.resolve([]));
  const printers = await Promise.race([search.catch((): FoundPrinter[] => []), timeout.promise]);
  cancel();
  return printers.slice(0, maxPrinters);
}

/** Looks for printers in all sources; one that fails adds none. */
export async function findPrinters({ system, after, networkMs, answerMs }: FindHost): Promise<FoundPrinter[]> {
  const [cups, systemPrinters, network] = await Promise.all([
    firstPrintersWithin(after, answerMs, findCupsPrinters(answerMs, after)),
    firstPrintersWithin(after, answerMs, listSystemPrinters(system)),
    firstPrintersWithin(after, 3 * networkMs, findNetworkPrinters(networkMs, after)),
  ]);
  // of a queue that both list, the entry of CUPS is kept: it reports how jobs end, the system only accepts them
  const queueNames = new Set(cups.map(({ address }) => decodeURIComponent(address.split('/').at(-1) ?? '')));
  return [
    ...cups,
    ...systemPrinters.filter(({ address }) => !queueNames.has(address.slice(systemPrinterAddress('').length))),
    ...network,
  ];
}

async function listSystemPrinters(system: SystemPrinters | null): Promise<FoundPrinter[]> {
  const printers = (await system?.list()) ?? [];
  return printers.map(({ name, displayName, about }) => ({
    name: sanitizePrinterText(displayName || name),
    address: systemPrinterAddress(name),
    place: 'system',
    about: sanitizePrinterText(about),
  }));
}
