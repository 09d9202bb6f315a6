import { decodeIpp, encodeIpp, type IppAttribute } from '../../electron/printing/printers/ipp-call.ts';
import { cert, key } from './tls-server.ts';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** Faults of an IPP printer, by job number from 1. */
export interface FakeIpp {
  media?: readonly string[];
  formats?: readonly string[];
  /** further printer attributes */
  about?: readonly IppAttribute[];
  /** uses TLS with a self-signed certificate */
  tls?: boolean;
  /** final state and reasons of a job; default: completed without reasons */
  ends?: Readonly<Record<number, readonly [state: number, ...reasons: string[]]>>;
  /** closes the connection after it has received the job */
  cutAt?: readonly number[];
  /** answers with this status and creates no job */
  statusAt?: Readonly<Record<number, number>>;
  /** answers with this status but creates the job */
  statusWithJobAt?: Readonly<Record<number, number>>;
  /** answers a job with something other than an IPP message */
  garbageAt?: readonly number[];
  /** job attributes that replace its own; one without values is omitted */
  tells?: Readonly<Record<number, readonly IppAttribute[]>>;
  /** restarts after this job; numbering starts again, and job 1 is then another program's */
  restartsAt?: number;
  /** its printer-uuid; null: none */
  uuid?: string | null;
  /** omits printer-up-time */
  hidesUpTime?: boolean;
}

/** Serves an IPP printer on loopback with the given faults. `jobs` are the pages it received, in order. */
export async function serveFakeIppPrinter(given: FakeIpp = {}) {
  const { media = ['om_small_50x30mm', 'oe_label_100x150mm'], formats = ['application/pdf'] } = given;
  const jobs: string[] = [];
  const asked: { media: unknown; copies: unknown }[] = [];
  /** jobs it can report on, by id; a restart forgets them */
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
      // The second operation is the one that lists CUPS queues.
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
    /** From now on another printer answers at its address. */
    becomes: (other: string) => void (uuid = other),
    /** Sets the printer state that it reports from now on. */
    says(printer: number, ...reasons: string[]): void {
      state = [
        ['printer-state', 'enum', printer],
        ['printer-state-reasons', 'keyword', ...reasons],
      ];
    },
    stop,
  };
}
