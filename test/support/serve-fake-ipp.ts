import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { cert, key } from './tls-server.ts';
import { decodeIpp, encodeIpp, type IppAttribute } from '../../electron/printers/ipp-message.ts';

/** What goes wrong at an IPP printer, each at jobs by the order they arrive in, from 1. */
export interface FakeIpp {
  media?: readonly string[];
  formats?: readonly string[];
  /** what else it says of itself */
  about?: readonly IppAttribute[];
  /** over TLS, with a certificate that nobody vouches for */
  tls?: boolean;
  /** how each job ends, and its reasons; completed without reasons otherwise */
  ends?: Readonly<Record<number, readonly [state: number, ...reasons: string[]]>>;
  /** cuts the connection once it has the job */
  cutAt?: readonly number[];
  /** answers with this status and makes no job */
  statusAt?: Readonly<Record<number, number>>;
  /** answers a job with what is no message */
  garbageAt?: readonly number[];
}

/** An IPP printer on loopback that does wrong when told to. `jobs` are the pages it took, in order. */
export async function serveFakeIppPrinter(given: FakeIpp = {}) {
  const { media = ['om_small_50x30mm', 'oe_label_100x150mm'], formats = ['application/pdf'] } = given;
  const jobs: string[] = [];
  const asked: { media: unknown; copies: unknown }[] = [];
  let state: IppAttribute[] = [
    ['printer-state', 'enum', 3],
    ['printer-state-reasons', 'keyword', 'none'],
  ];
  const answer: RequestListener = (request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const bytes = Buffer.concat(parts);
      const { status: operation, requestId, groups } = decodeIpp(bytes);
      const reply = (status: number, group: 'printer' | 'job', attributes: readonly IppAttribute[]): void => {
        response.setHeader('content-type', 'application/ipp');
        response.end(encodeIpp({ operation: status, requestId, groups: [[group, attributes]] }));
      };
      // what a queue of CUPS is listed by, too
      if (operation === 0x000b || operation === 0x4002) {
        const all: IppAttribute[] = [
          ['media-ready', 'keyword', ...media],
          ['document-format-supported', 'mimeMediaType', ...formats],
          ...(given.about ?? []),
          ...state,
        ];
        return reply(0, 'printer', all);
      }
      if (operation === 0x0009) {
        const id = Number(groups.operation?.get('job-id')?.[0]);
        const [job = 9, ...reasons] = given.ends?.[id] ?? [];
        return reply(0, 'job', [
          ['job-state', 'enum', job],
          ['job-state-reasons', 'keyword', ...(reasons.length > 0 ? reasons : ['none'])],
        ]);
      }
      asked.push({ media: groups.job?.get('media')?.[0], copies: groups.job?.get('copies')?.[0] });
      const number = asked.length;
      const status = given.statusAt?.[number];
      if (status !== undefined) return reply(status, 'job', []);
      jobs.push(bytes.subarray(bytes.indexOf('%PDF')).toString());
      if (given.cutAt?.includes(number)) return request.destroy();
      if (given.garbageAt?.includes(number)) return response.end('<html>It works!</html>');
      reply(0, 'job', [['job-id', 'integer', number]]);
    });
  };
  const server = given.tls ? createTlsServer({ key, cert }, answer) : createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      if (!server.listening) return resolve();
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return {
    uri: `${given.tls ? 'ipps' : 'ipp'}://127.0.0.1:${(server.address() as AddressInfo).port}/ipp/print`,
    jobs,
    asked,
    /** What it says of itself from now on. */
    says(printer: number, ...reasons: string[]): void {
      state = [
        ['printer-state', 'enum', printer],
        ['printer-state-reasons', 'keyword', ...reasons],
      ];
    },
    stop,
  };
}
