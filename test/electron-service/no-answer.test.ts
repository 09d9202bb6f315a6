import { manualTimer } from '../support/manual-timer.ts';
import { startWireServer } from '../support/wire-server.ts';
import { ends, endAfterEach, post, clientOf, serve, answeredBy } from './calling.ts';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';

endAfterEach();

describe('no answer', () => {
  it('from a port without a listener means that the request never left', async () => {
    const server = await startWireServer(() => undefined);
    await server.close();
    expect(await clientOf(server.origin).call(post)).toMatchObject({
      kind: 'no-answer',
      sent: 'never',
      cause: 'refused',
    });
  });

  it('from a host name that does not resolve means that the request never left', async () => {
    const exchange = await clientOf('https://no-such-host.invalid').call(post);
    expect(exchange).toMatchObject({ kind: 'no-answer', sent: 'never', cause: 'name' });
  });

  it('because of a reset, half a head or silence means that the request may have left', async () => {
    const may = (cause: string) => ({ kind: 'no-answer', sent: 'maybe', cause });
    expect(await answeredBy((_, response) => response.socket?.resetAndDestroy())).toMatchObject(may('broken'));
    expect(await answeredBy((_, response) => response.socket?.end('HTTP/1.1 200 O'))).toMatchObject(may('broken'));
    const { timer, expireAll: over } = manualTimer();
    expect(await answeredBy(() => over(), post, { timer })).toMatchObject(may('timeout'));
  });

  it.each([
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}x'],
    ['a length and chunks', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n{}'],
    ['no HTTP at all', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['endless headers', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}\r\n\r\n{}`],
  ])('is reported for a reply with %s, and the request may have left', async (_name, bytes) => {
    const exchange = await answeredBy((_, response) => response.socket?.end(bytes));
    expect(exchange).toMatchObject({ kind: 'no-answer', sent: 'maybe' });
  });

  it('from a server with an untrusted certificate means that the request never left', async () => {
    const seen: string[] = [];
    const { startTlsServer: tlsServer } = await import('../support/tls-server.ts');
    const server = await tlsServer((text) => seen.push(text));
    ends.push(() => server.close());
    const exchange = await clientOf(server.origin).call(post);
    expect(exchange).toMatchObject({ kind: 'no-answer', sent: 'never', cause: 'tls' });
    expect(seen).toEqual([]);
  });

  it('within the timeout while connecting means that the request is never sent', async () => {
    const seen: string[] = [];
    // A TLS handshake that is never answered keeps the request waiting for its connection.
    const server = createTcpServer((socket) => socket.on('data', (data) => seen.push(data.toString('latin1'))));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ends.push(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const client = clientOf(`https://127.0.0.1:${port}`, { timeoutMs: 100 });
    expect(await client.call(post)).toMatchObject({ kind: 'no-answer', sent: 'never', cause: 'timeout' });
    expect(seen.join('')).not.toContain('directExpress');
  });

  it('after the caller gives up shows whether the request may have left', async () => {
    const silent = await serve(() => undefined);
    const client = clientOf(silent.origin);
    const giveUp = new AbortController();
    const call = client.call(post, giveUp.signal);
    while (silent.arrived.length === 0) await new Promise((resolve) => setImmediate(resolve));
    giveUp.abort();
    expect(await call).toMatchObject({ kind: 'no-answer', sent: 'maybe', cause: 'stopped' });
    expect(await client.call(post, giveUp.signal)).toMatchObject({ sent: 'never', cause: 'stopped' });
    expect(silent.arrived).toHaveLength(1);
  });

  it('never contains the secret', async () => {
    const header = { name: 'authorization', value: 'Bearer 12345678' };
    const server = await startWireServer(() => undefined);
    await server.close();
    expect(JSON.stringify(await clientOf(server.origin, { header }).call(post))).not.toContain('12345678');
  });
});
