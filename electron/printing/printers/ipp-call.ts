import type { PrinterFault } from '../../../shared/printing/print-states.ts';
import { NotReachedError, UntrustedCertificateError, type After } from './printer.ts';
import type { TLSSocket } from 'node:tls';

/**
 * Messages of the Internet Printing Protocol in their binary form: RFC 8010, section 3. Covers only what this client
 * sends and reads; values of other syntaxes are kept as bytes.
 */

/** Tags of groups and values: RFC 8010, sections 3.5.1 and 3.5.2. */
const groupTags = { operation: 0x01, job: 0x02, printer: 0x04, unsupported: 0x05 } as const;
const endOfAttributes = 0x03;
const valueTags = {
  integer: 0x21,
  boolean: 0x22,
  enum: 0x23,
  text: 0x41,
  name: 0x42,
  keyword: 0x44,
  uri: 0x45,
  charset: 0x47,
  naturalLanguage: 0x48,
  mimeMediaType: 0x49,
} as const;
/** The lowest tag of a value; lower tags start a group. */
const firstValueTag = 0x10;
/**
 * Maximum number of groups and values decoded, more than a printer or print server sends: each takes far more memory
 * than it has bytes in the message.
 */
const maxTags = 50_000;
const [beginCollection, endCollection] = [0x34, 0x37];

export type IppGroup = keyof typeof groupTags;
export type IppSyntax = keyof typeof valueTags;
/** Numbers, booleans and texts; bytes for any other syntax. */
export type IppValue = number | boolean | string | Uint8Array;
/** An attribute to send: name, syntax, values. */
export type IppAttribute = readonly [name: string, syntax: IppSyntax, ...values: (number | boolean | string)[]];

export interface IppRequest {
  /** operation-id, RFC 8011, section 5.4.15 */
  operation: number;
  requestId: number;
  groups: readonly (readonly [IppGroup, readonly IppAttribute[]])[];
  /** the document, after the attributes */
  data?: Uint8Array;
}
export interface IppResponse {
  /** status-code, RFC 8011, appendix B */
  status: number;
  requestId: number;
  /** the first group of each kind; an answer about one job has only one */
  groups: Partial<Record<IppGroup, ReadonlyMap<string, readonly IppValue[]>>>;
  /** every printer in the answer */
  printers: ReadonlyMap<string, readonly IppValue[]>[];
}

/** The message is cut off or malformed. */
export class BadIppError extends Error {
  override readonly name = 'BadIppError';
}

/** Encodes in version 1.1, which every printer has to support: RFC 8010, section 3.1. */
export function encodeIpp({ operation, requestId, groups, data }: IppRequest): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt16BE(0x0101, 0);
  header.writeUInt16BE(operation, 2);
  header.writeInt32BE(requestId, 4);
  const attributes = groups.flatMap(([group, list]) => [
    Buffer.from([groupTags[group]]),
    ...list.flatMap(encodeAttribute),
  ]);
  return Buffer.concat([header, ...attributes, Buffer.from([endOfAttributes]), ...(data ? [data] : [])]);
}

/** Every value but the first has an empty name: RFC 8010, sections 3.1.4 and 3.1.5. */
function encodeAttribute([name, syntax, ...values]: IppAttribute): Buffer[] {
  return values.flatMap((value, index) => [
    Buffer.from([valueTags[syntax]]),
    ...prefixLength(Buffer.from(index === 0 ? name : '')),
    ...prefixLength(encodeValue(value)),
  ]);
}

function prefixLength(bytes: Buffer): [Buffer, Buffer] {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return [length, bytes];
}

function encodeValue(value: number | boolean | string): Buffer {
  if (typeof value === 'string') return Buffer.from(value);
  if (typeof value === 'boolean') return Buffer.from([Number(value)]);
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

/** Decodes an answer of a printer. Throws BadIppError. */
export function decodeIpp(bytes: Buffer): IppResponse {
  let offset = 0;
  function readBytes(count: number): Buffer {
    if (offset + count > bytes.length) throw new BadIppError(`It ends after ${bytes.length} bytes.`);
    offset += count;
    return bytes.subarray(offset - count, offset);
  }
  const readShort = (): number => readBytes(2).readUInt16BE();
  if (readBytes(2)[0] === 0) throw new BadIppError('It is of no version of the protocol.');
  const status = readShort();
  const requestId = readBytes(4).readInt32BE();
  const groups: Partial<Record<IppGroup, Map<string, IppValue[]>>> = {};
  const printers: Map<string, IppValue[]>[] = [];
  let group: Map<string, IppValue[]> | null = null;
  let values: IppValue[] = [];
  let [depth, tagCount] = [0, 0];
  for (let tag = readBytes(1)[0]!; tag !== endOfAttributes; tag = readBytes(1)[0]!) {
    tagCount += 1;
    if (tagCount > maxTags) throw new BadIppError('It says more than a printer has to say.');
    if (tag < firstValueTag) {
      const name = groupNames.get(tag);
      group = new Map();
      if (name !== undefined) groups[name] ??= group;
      if (name === 'printer') printers.push(group);
      continue;
    }
    const name = readBytes(readShort()).toString();
    const value = decodeValue(tag, readBytes(readShort()));
    if (group === null) throw new BadIppError('A value stands in no group.');
    // RFC 8010, section 3.1.6: members of a collection are not values of their own
    if (tag === endCollection) depth -= 1;
    if (depth === 0 && tag !== endCollection) {
      if (name !== '') {
        values = [];
        // some printers send an attribute twice: the first counts
        if (!group.has(name)) group.set(name, values);
      }
      values.push(value);
    }
    if (tag === beginCollection) depth += 1;
  }
  return { status, requestId, groups, printers };
}

const groupNames = new Map(Object.entries(groupTags).map(([name, tag]) => [tag as number, name as IppGroup]));

/** RFC 8010, section 3.9. */
function decodeValue(tag: number, bytes: Buffer): IppValue {
  if (tag === valueTags.integer || tag === valueTags.enum) {
    if (bytes.length !== 4) throw new BadIppError(`A number has ${bytes.length} bytes.`);
    return bytes.readInt32BE();
  }
  if (tag === valueTags.boolean) return bytes[0] === 1;
  // character strings without a language, RFC 8010, section 3.5.2
  return tag >= 0x40 && tag < 0x60 ? bytes.toString() : Uint8Array.from(bytes);
}

/** Longest answer accepted, in bytes; a printer that lists all its media sends some tens of thousands. */
const maxBytes = 1024 * 1024;

export interface IppHost {
  /** such as `ipp://printer.example/ipp/print`; `ipps` is TLS */
  uri: string;
  /** user name in the printer's own list of jobs */
  user: string;
  after: After;
  /** ms to wait for a connection, and then for an answer */
  connectMs: number;
  answerMs: number;
  /** SHA-256 of a certificate that is trusted although no authority vouches for it */
  certificate?: string | null;
}

/**
 * Returns the function that calls one printer. It throws NotReachedError if no byte was sent (UntrustedCertificateError
 * for an untrusted certificate), BadIppError for an invalid answer, and the error that broke a connection.
 */
export function ippCaller({ uri, user, after, connectMs, answerMs, certificate = null }: IppHost) {
  const { protocol, hostname, port, pathname } = new URL(uri);
  const isSecure = protocol === 'ipps:';
  // RFC 8010, section 4: the standard port is 631, and the scheme of the transport follows that of the printer
  const requestOptions = { hostname, port: port === '' ? 631 : Number(port), path: pathname, method: 'POST' };
  let requestCount = 0;

  async function exchange(body: Buffer): Promise<Buffer> {
    // imported by the first call: most processes never use a printer, and the import would delay each start
    const { request } = await (isSecure ? import('node:https') : import('node:http'));
    return new Promise((resolve, reject) => {
      let wasConnected = false;
      const headers = { 'content-type': 'application/ipp', 'content-length': body.length };
      // the certificate is checked below, before anything of a label is sent
      const clientRequest = request({
        ...requestOptions,
        headers,
        agent: false,
        ...(isSecure && { rejectUnauthorized: false }),
      });
      const fail = (error: Error): void => {
        cancel();
        clientRequest.destroy();
        reject(wasConnected || error instanceof NotReachedError ? error : new NotReachedError(error.message));
      };
      const onTimeout = (): void => fail(new Error('The printer does not answer.'));
      let cancel = after(connectMs, onTimeout);
      clientRequest.on('error', fail);
      // nothing of the body is sent before there is a connection
      clientRequest.on('socket', (socket) => {
        socket.once(isSecure ? 'secureConnect' : 'connect', () => {
          const certificateError = isSecure ? certificateErrorOf(socket as TLSSocket, certificate) : null;
          if (certificateError) return fail(certificateError);
          wasConnected = true;
          cancel();
          cancel = after(answerMs, onTimeout);
          clientRequest.end(body);
        });
      });
      clientRequest.flushHeaders();
      clientRequest.on('response', (response) => {
        const chunks: Buffer[] = [];
        let receivedBytes = 0;
        response.on('error', fail);
        response.on('data', (chunk: Buffer) => {
          receivedBytes += chunk.length;
          if (receivedBytes > maxBytes) return fail(new BadIppError('It says more than a printer has to say.'));
          chunks.push(chunk);
        });
        response.on('end', () => {
          cancel();
          if (response.statusCode === 200) resolve(Buffer.concat(chunks));
          else reject(new BadIppError(`It answers with HTTP ${response.statusCode}.`));
        });
      });
    });
  }

  return async function call(
    operation: number,
    attributes: readonly IppAttribute[],
    job: { attributes: readonly IppAttribute[]; data: Uint8Array } | null = null,
  ): Promise<IppResponse> {
    requestCount += 1;
    // RFC 8011, section 4.1.4: these two first, in this order, then the target
    const leadingAttributes: readonly IppAttribute[] = [
      ['attributes-charset', 'charset', 'utf-8'],
      ['attributes-natural-language', 'naturalLanguage', 'en'],
      ['printer-uri', 'uri', uri],
      ['requesting-user-name', 'name', user],
    ];
    const groups: IppRequest['groups'] = [
      ['operation', [...leadingAttributes, ...attributes]],
      ...(job === null ? [] : [['job', job.attributes] as const]),
    ];
    const responseBytes = await exchange(
      encodeIpp({ operation, requestId: requestCount, groups, ...(job && { data: job.data }) }),
    );
    const response = decodeIpp(responseBytes);
    if (response.requestId !== requestCount) throw new BadIppError('It answers another request.');
    return response;
  };
}

/** The error for a certificate that is not trusted; null if the connection may be used. */
function certificateErrorOf(socket: TLSSocket, trusted: string | null): UntrustedCertificateError | null {
  if (socket.authorized) return null;
  const { fingerprint256 } = socket.getPeerCertificate();
  return fingerprint256 === trusted ? null : new UntrustedCertificateError(fingerprint256);
}

/** RFC 8011, section 5.4.15. */
export const operations = {
  printJob: 0x0002,
  getJobAttributes: 0x0009,
  getPrinterAttributes: 0x000b,
  /** CUPS only */
  cupsGetPrinters: 0x4002,
} as const;
/** RFC 8011, section 5.4.11: a stopped printer prints nothing. */
const stoppedState = 5;
/** RFC 8011, section 5.4.12; a reason may end with its severity. */
const faultReasons: readonly (readonly [RegExp, PrinterFault])[] = [
  [/^media-(empty|needed)/, 'paper-out'],
  [/^media-jam/, 'jammed'],
  [/^(cover|door|interlock)-open/, 'head-open'],
  [/^marker-supply-empty/, 'ribbon-out'],
  [/^(paused|moving-to-paused)/, 'paused'],
];

export type IppAttributes = ReadonlyMap<string, readonly IppValue[]>;

export const attributesOf = ({ groups }: IppResponse, group: IppGroup): IppAttributes =>
  groups[group] ?? new Map<string, readonly IppValue[]>();

/** The fault that a printer reports; null: none. */
export function faultOf(attributes: IppAttributes): PrinterFault | null {
  const isStopped = attributes.get('printer-state')?.[0] === stoppedState;
  // reports and warnings, such as another empty tray or low ink, are no fault while the printer prints
  const stateReasons = (attributes.get('printer-state-reasons') ?? [])
    .map(String)
    .filter((reason) => isStopped || !/-(report|warning)$/.test(reason));
  const fault = faultReasons.find(([reason]) => stateReasons.some((one) => reason.test(one)))?.[1] ?? null;
  return fault ?? (isStopped ? 'paused' : null);
}
