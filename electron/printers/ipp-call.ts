import type { TLSSocket } from 'node:tls';
import { NotReachedError, UntrustedCertificateError } from './not-reached.ts';
import {
  BadIppError,
  decodeIpp,
  encodeIpp,
  type IppAttribute,
  type IppRequest,
  type IppResponse,
} from './ipp-message.ts';
import type { After } from './printer.ts';

/** Longest answer that is read, in bytes: a printer with all its media sends some tens of thousands. */
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
 * Calls to one printer. Throws NotReachedError if no byte was sent (UnknownCertificateError for an untrusted
 * certificate), BadIppError for an invalid answer, and the error that broke a connection.
 */
export function ippCaller({ uri, user, after, connectMs, answerMs, certificate = null }: IppHost) {
  const { protocol, hostname, port, pathname } = new URL(uri);
  const isSecure = protocol === 'ipps:';
  // RFC 8010, section 4: the standard port is 631, and the scheme of the transport follows that of the printer
  const requestOptions = { hostname, port: port === '' ? 631 : Number(port), path: pathname, method: 'POST' };
  let requests = 0;

  async function exchange(body: Buffer): Promise<Buffer> {
    // imported by the first call: most programs of the desk never use a printer, and each start would pay for it
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
      clientRequest.on('response', (answer) => {
        const parts: Buffer[] = [];
        let length = 0;
        answer.on('error', fail);
        answer.on('data', (part: Buffer) => {
          length += part.length;
          if (length > maxBytes) return fail(new BadIppError('It says more than a printer has to say.'));
          parts.push(part);
        });
        answer.on('end', () => {
          cancel();
          if (answer.statusCode === 200) resolve(Buffer.concat(parts));
          else reject(new BadIppError(`It answers with HTTP ${answer.statusCode}.`));
        });
      });
    });
  }

  return async function call(
    operation: number,
    attributes: readonly IppAttribute[],
    job: { attributes: readonly IppAttribute[]; data: Uint8Array } | null = null,
  ): Promise<IppResponse> {
    requests += 1;
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
    const answer = await exchange(
      encodeIpp({ operation, requestId: requests, groups, ...(job && { data: job.data }) }),
    );
    const response = decodeIpp(answer);
    if (response.requestId !== requests) throw new BadIppError('It answers another request.');
    return response;
  };
}

/** The error for a certificate that is not trusted; null if the connection may be used. */
function certificateErrorOf(socket: TLSSocket, trusted: string | null): UntrustedCertificateError | null {
  if (socket.authorized) return null;
  const { fingerprint256 } = socket.getPeerCertificate();
  return fingerprint256 === trusted ? null : new UntrustedCertificateError(fingerprint256);
}
