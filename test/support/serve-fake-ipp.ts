import { decodeIpp, encodeIpp, type IppAttribute } from '../../electron/printing/printers/ipp-call.ts';
import { tlsCertificate, tlsKey } from './tls-server.ts';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** Faults and properties of an IPP printer; jobs are numbered from 1. */
export interface FakeIppOptions {
  media?: readonly string[];
  formats?: readonly string[];
  /** further printer attributes */
  furtherAttributes?: readonly IppAttribute[];
  /** uses TLS with a self-signed certificate */
  tls?: boolean;
  /** final state and reasons of a job; default: completed without reasons */
  finalStates?: Readonly<Record<number, readonly [state: number, ...reasons: string[]]>>;
  /** closes the connection after it has received these jobs */
  closesAfterJob?: readonly number[];
  /** answers these jobs with this status and does not create them */
  statusAt?: Readonly<Record<number, number>>;
  /** answers these jobs with this status but creates them */
  statusWithJobAt?: Readonly<Record<number, number>>;
  /** answers these jobs with something other than an IPP message */
  garbageAt?: readonly number[];
  /** job attributes that replace the ones of the printer; one without values is omitted */
  replacedAttributes?: Readonly<Record<number, readonly IppAttribute[]>>;
  /** restarts after this job: numbering starts again, and job 1 belongs to another program */
  restartsAt?: number;
  /** its printer-uuid; null: none */
  uuid?: string | null;
  /** omits printer-up-time */
  hidesUpTime?: boolean;
}

/** Serves an IPP printer on loopback with the given faults. `jobs` are the pages it received, in order. */
export async function serveFakeIppPrinter(options: FakeIppOptions = {}) {
  const { media = ['om_small_50x30mm', 'oe_label_100x150mm'], formats = ['application/pdf'] } = options;
  const jobs: string[] = [];
  const asked: { media: unknown; copies: unknown }[] = [];
  /** jobs that the printer can report on, by id; a restart forgets them */
  const reportableJobs = new Map<number, { name: string; user: string; created: number }>();
  let [lastJobId, upTime] = [0, 5000];
  let uuid = options.uuid === undefined ? 'urn:uuid:5e9d1f7c-0000-4000-8000-000000000001' : options.uuid;
  let state: IppAttribute[] = [
    ['printer-state', 'enum', 3],
    ['printer-state-reasons', 'keyword', 'none'],
  ];
  const answer: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const bytes = Buffer.concat(chunks);
      const { status: operation, requestId, groups } = decodeIpp(bytes);
      const reply = (status: number, group: 'printer' | 'job', attributes: readonly IppAttribute[]): void => {
        response.setHeader('content-type', 'application/ipp');
        response.end(encodeIpp({ operation: status, requestId, groups: [[group, attributes]] }));
      };
      // The second operation lists CUPS queues.
      if (operation === 0x000b || operation === 0x4002) {
        const attributes: IppAttribute[] = [
          ['media-ready', 'keyword', ...media],
          ['document-format-supported', 'mimeMediaType', ...formats],
          ...(options.furtherAttributes ?? []),
          ...(uuid === null ? [] : [['printer-uuid', 'uri', uuid] as const]),
          ...(options.hidesUpTime ? [] : [['printer-up-time', 'integer', upTime] as const]),
          ...state,
        ];
        return reply(0, 'printer', attributes);
      }
      if (operation === 0x0009) {
        const id = Number(groups.operation?.get('job-id')?.[0]);
        const jobRecord = reportableJobs.get(id);
        if (!jobRecord) return reply(0x0406, 'job', []);
        const [jobState = 9, ...reasons] = options.finalStates?.[id] ?? [];
        const ownAttributes: IppAttribute[] = [
          ['job-id', 'integer', id],
          ['job-uri', 'uri', uriOf(id)],
          ['job-name', 'name', jobRecord.name],
          ['job-originating-user-name', 'name', jobRecord.user],
          ['time-at-creation', 'integer', jobRecord.created],
          ['job-state', 'enum', jobState],
          ['job-state-reasons', 'keyword', ...(reasons.length > 0 ? reasons : ['none'])],
        ];
        const replacements = options.replacedAttributes?.[id] ?? [];
        const remaining = ownAttributes.filter(
          ([name]) => !replacements.some(([replacedName]) => replacedName === name),
        );
        return reply(0, 'job', [...remaining, ...replacements.filter(([, , ...values]) => values.length > 0)]);
      }
      asked.push({ media: groups.job?.get('media')?.[0], copies: groups.job?.get('copies')?.[0] });
      const jobIndex = asked.length;
      const status = options.statusAt?.[jobIndex];
      if (status !== undefined) return reply(status, 'job', []);
      jobs.push(bytes.subarray(bytes.indexOf('%PDF')).toString());
      if (options.closesAfterJob?.includes(jobIndex)) return request.destroy();
      if (options.garbageAt?.includes(jobIndex)) return response.end('<html>It works!</html>');
      const operationAttribute = (name: string): string => String(groups.operation?.get(name)?.[0] ?? '');
      lastJobId += 1;
      reportableJobs.set(lastJobId, {
        name: operationAttribute('job-name'),
        user: operationAttribute('requesting-user-name'),
        created: upTime,
      });
      reply(options.statusWithJobAt?.[jobIndex] ?? 0, 'job', [
        ['job-id', 'integer', lastJobId],
        ['job-uri', 'uri', uriOf(lastJobId)],
      ]);
      if (options.restartsAt === jobIndex) {
        reportableJobs.clear();
        [lastJobId, upTime] = [1, 3];
        reportableJobs.set(1, { name: 'Invoice', user: 'somebody', created: upTime });
      }
    });
  };
  const server = options.tls ? createTlsServer({ key: tlsKey, cert: tlsCertificate }, answer) : createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const uri = `${options.tls ? 'ipps' : 'ipp'}://127.0.0.1:${port}/ipp/print`;
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
    /** Makes another printer answer at this address from now on. */
    changeUuid: (newUuid: string) => void (uuid = newUuid),
    /** Sets the state that the printer reports from now on. */
    setState(stateNumber: number, ...reasons: string[]): void {
      state = [
        ['printer-state', 'enum', stateNumber],
        ['printer-state-reasons', 'keyword', ...reasons],
      ];
    },
    stop,
  };
}
