import type { Protocol } from 'electron';
import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';

/** What an address of the app is answered with. */
export interface SchemeAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>> | null;
}

export interface SchemeRequest {
  url: string;
  method: string;
}

/** What Chromium calls a request that failed, for no reason that it has a name for. */
const failed = -2;

/**
 * Answers each address of a scheme. By the older of Electron's two ways where it is there: the newer makes a Request and a Response of each, for which
 * Node loads all of its fetch, HTTP/2 with it, while a person waits for the first page (a tenth of all that a start costs).
 */
export function serveScheme(
  protocol: Pick<Protocol, 'handle'> & Partial<Pick<Protocol, 'registerStreamProtocol'>>,
  scheme: string,
  answer: (request: SchemeRequest) => Promise<SchemeAnswer>,
  onFault: (error: unknown) => void,
): void {
  if (!protocol.registerStreamProtocol) {
    protocol.handle(scheme, async (request) => {
      const { body, status, headers } = await answer(request);
      return new Response(body, { status, headers });
    });
    return;
  }
  protocol.registerStreamProtocol(scheme, ({ url, method }, tell) => {
    answer({ url, method }).then(
      ({ status, headers, body }) => tell({ statusCode: status, headers: { ...headers }, data: streamOf(body) }),
      (error: unknown) => {
        onFault(error);
        tell({ error: failed });
      },
    );
  });
}

function streamOf(body: SchemeAnswer['body']): Readable {
  if (body instanceof ReadableStream) return Readable.fromWeb(body as WebStream);
  return Readable.from(Buffer.from(body ?? []), { objectMode: false });
}
