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
  /** answers with this status, and takes the job all the same */
  statusWithJobAt?: Readonly<Record<number, number>>;
  /** answers a job with what is no message */
  garbageAt?: readonly number[];
  /** what it tells otherwise of each job that it is asked about; an attribute without a value is not told */
  tells?: Readonly<Record<number, readonly IppAttribute[]>>;
  /** it is restarted once it has this job, and begins with 1 again: its next job is somebody else's */
  restartsAt?: number;
  /** which printer it is; null: it does not tell */
  uuid?: string | null;
  /** does not tell how long it has run */
  hidesUpTime?: boolean;
}

/** An IPP printer on loopback that does wrong when told to. `jobs` are the pages it took, in order. */
export async function serveFakeIppPrinter(given: FakeIpp = {}) {
  const { media = ['om_small_50x30mm', 'oe_label_100x150mm'], formats = ['application/pdf'] } = given;
  const jobs: string[] = [];
  const asked: { media: unknown; copies: unknown }[] = [];
  /** jobs as it tells of them, by their ids; a restart forgets them */
  const known = new Map<number, { name: string; user: string; created: number }>();
  let [number, upTime] = [0, 5000];
  let uuid = given.uuid === undefined ? 'urn:uuid:5e9d1f7c-0000-4000-8000-000000000001' : given.uuid;
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
          ...(uuid === null ? [] : [['printer-uuid', 'uri', uuid] as const]),
          ...(given.hidesUpTime ? [] : [['printer-up-time', 'integer', upTime] as const]),
          ...state,
        ];
        return reply(0, 'printer', all);
      }
      if (operation === 0x0009) {
        const id = Number(groups.operation?.get('job-id')?.[0]);
        const its = known.get(id);
        if (!its) return reply(0x0406, 'job', []);
        const [job = 9, ...reasons] = given.ends?.[id] ?? [];
        const told: IppAttribute[] = [
          ['job-id', 'integer', id],
          ['job-uri', 'uri', uriOf(id)],
          ['job-name', 'name', its.name],
          ['job-originating-user-name', 'name', its.user],
          ['time-at-creation', 'integer', its.created],
          ['job-state', 'enum', job],
          ['job-state-reasons', 'keyword', ...(reasons.length > 0 ? reasons : ['none'])],
        ];
        const others = given.tells?.[id] ?? [];
        const kept = told.filter(([name]) => !others.some(([other]) => other === name));
        return reply(0, 'job', [...kept, ...others.filter(([, , ...values]) => values.length > 0)]);
      }
      asked.push({ media: groups.job?.get('media')?.[0], copies: groups.job?.get('copies')?.[0] });
      const nth = asked.length;
      const status = given.statusAt?.[nth];
      if (status !== undefined) return reply(status, 'job', []);
      jobs.push(bytes.subarray(bytes.indexOf('%PDF')).toString());
      if (given.cutAt?.includes(nth)) return request.destroy();
      if (given.garbageAt?.includes(nth)) return response.end('<html>It works!</html>');
      const saidOf = (name: string): string => String(groups.operation?.get(name)?.[0] ?? '');
      number += 1;
      known.set(number, { name: saidOf('job-name'), user: saidOf('requesting-user-name'), created: upTime });
      reply(given.statusWithJobAt?.[nth] ?? 0, 'job', [
        ['job-id', 'integer', number],
        ['job-uri', 'uri', uriOf(number)],
      ]);
      if (given.restartsAt === nth) {
        known.clear();
        [number, upTime] = [1, 3];
        known.set(1, { name: 'Invoice', user: 'somebody', created: upTime });
      }
    });
  };
  const server = given.tls ? createTlsServer({ key, cert }, answer) : createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const uri = `${given.tls ? 'ipps' : 'ipp'}://127.0.0.1:${port}/ipp/print`;
  const uriOf = (id: number): string => `${uri}/${id}`;
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      if (!server.listening) return resolve();
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return {
    uri,
    jobs,
    asked,
    /** Another printer has its address from now on. */
    becomes: (other: string) => void (uuid = other),
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
