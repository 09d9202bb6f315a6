import { ProblemError } from '../../shared/contract/problem.ts';
import { answerJson } from '../support/wire-server.ts';
import { ends, endAfterEach, post, get, clientOf, serve } from './calling.ts';
import { RetryAgent, Agent } from 'undici';
import { describe, expect, it } from 'vitest';

endAfterEach();

describe('a request', () => {
  it('arrives once, as UTF-8 JSON, under the base path, with the secret header', async () => {
    const server = await serve((_, response) => answerJson(response, 200, {}));
    const header = { name: 'x-token', value: 'abcdefgh' };
    await clientOf(`${server.origin}/base/`, { header }).call(post);
    expect(server.arrived).toHaveLength(1);
    expect(server.arrived[0]).toMatchObject({
      method: 'POST',
      path: '/base/v1/directExpressLabelOrders',
      body: post.body,
      headers: { 'content-type': 'application/json', accept: 'application/json', 'x-token': 'abcdefgh' },
    });
    expect(server.arrived[0]?.headers['content-length']).toBe(String(Buffer.byteLength(post.body ?? '')));
  });

  it('without a body has no content type', async () => {
    const server = await serve((_, response) => answerJson(response, 200, []));
    await clientOf(server.origin).call(get);
    expect(server.arrived[0]).toMatchObject({ method: 'GET', path: '/v1/inventories?Skus=a,b', body: '' });
    expect(server.arrived[0]?.headers['content-type']).toBeUndefined();
  });

  it('is sent once when a kept-alive connection dies after it arrived', async () => {
    const server = await serve((_, response, count) => {
      if (count % 2 === 1) answerJson(response, 200, {});
      else response.socket?.destroy();
    });
    const client = clientOf(server.origin);
    for (let round = 1; round <= 5; round += 1) {
      expect(await client.call(post)).toMatchObject({ kind: 'answer', status: 200 });
      expect(await client.call(post)).toMatchObject({ kind: 'no-answer', sent: 'maybe', cause: 'broken' });
      expect(server.arrived).toHaveLength(round * 2);
    }
  });

  it('is sent at most once when the server closes an idle connection just before', async () => {
    const server = await serve((_, response) => {
      answerJson(response, 200, {}, { connection: 'keep-alive' });
      setTimeout(() => response.socket?.destroy(), 1);
    });
    const client = clientOf(server.origin);
    for (let round = 1; round <= 10; round += 1) await client.call(post);
    expect(server.arrived.length).toBeLessThanOrEqual(10);
  });

  it('is not repeated even by a dispatcher that retries', async () => {
    const server = await serve((_, response) => answerJson(response, 500, {}));
    const agent = new Agent();
    ends.push(() => agent.destroy());
    const dispatcher = new RetryAgent(agent, { methods: ['POST'], minTimeout: 1, maxRetries: 3 });
    await clientOf(server.origin, { dispatcher }).call(post);
    expect(server.arrived).toHaveLength(1);
  });
});

describe('a client', () => {
  it.each([
    ['host', 'x'],
    ['Content-Length', '3'],
    ['transfer-encoding', 'chunked'],
    ['Keep-Alive', '5'],
    ['bad name', 'x'],
    ['x-token', 'a\r\nx: y'],
    ['x-token', '漢'],
  ])('refuses the header %s: %j, without quoting it', (name, value) => {
    const make = () => clientOf('http://127.0.0.1:1', { header: { name, value } });
    expect(make).toThrow(ProblemError);
    expect(make).toThrow(expect.objectContaining({ message: expect.not.stringContaining(value) as string }));
  });

  it('refuses an address that is not HTTP', () => {
    expect(() => clientOf('ftp://x')).toThrow(/https/);
  });
});
