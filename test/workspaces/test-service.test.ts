import { workerDesks, type OpenDesks } from '../../electron/desk/workspaces/open-desks.ts';
import type { ConfirmService } from '../../electron/desk/workspaces/open-workspace.ts';
import { openScreenDesk } from '../../electron/hosts/open-screen-desk.ts';
import { createMemorySecrets } from '../../electron/platform/secret-store.ts';
import type { Input, Output, ProcedureName } from '../../shared/contract/desk-contract.ts';
import { ProblemError, type Result } from '../../shared/contract/problem.ts';
import { desksInThread } from '../support/desk-here.ts';
import { freePort } from '../support/free-port.ts';
import { temporaryFolder } from '../support/run-desk.ts';
import { answerJson, startWireServer, type Handler } from '../support/wire-server.ts';
import { describe, expect, it, onTestFinished } from 'vitest';

const confirmAll = (): Promise<boolean> => Promise.resolve(true);

async function openDesk(desks: OpenDesks = desksInThread, confirmService: ConfirmService | null = confirmAll) {
  const desk = await openScreenDesk({
    folder: temporaryFolder(),
    host: 'browser',
    secrets: createMemorySecrets(),
    desks,
    ...(confirmService && { confirmService, touchedAt: () => performance.now() + 1e6 }),
  });
  onTestFinished(() => desk.close());
  return async function ask<N extends ProcedureName>(name: N, input: Input<N>): Promise<Output<N>> {
    const answer = (await desk.callFromScreen(name, input)) as Result<Output<N>>;
    if (!answer.ok) throw new ProblemError(answer.problem);
    return answer.value;
  };
}
async function serve(handler: Handler) {
  const server = await startWireServer(handler);
  onTestFinished(() => server.close());
  return server;
}
const page = '<!doctype html><title>Sign in</title>';

describe('a connection test', { timeout: 60_000 }, () => {
  it.each<[string, Handler, object]>([
    ['a service', (_, response) => answerJson(response, 404, {}), { outcome: 'answers', status: 404 }],
    ['a service that requires a secret', (_, response) => answerJson(response, 401, {}), { outcome: 'unauthorized' }],
    ['a service that forbids access', (_, response) => answerJson(response, 403, {}), { outcome: 'forbidden' }],
    ['a service that fails', (_, response) => answerJson(response, 503, {}), { outcome: 'fails', status: 503 }],
    [
      'a redirect to another host',
      (_, response) => response.writeHead(301, { location: 'https://elsewhere.example/v2?key=1' }).end(),
      { outcome: 'redirect', to: 'https://elsewhere.example' },
    ],
    [
      'a captive portal',
      (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(page),
      { outcome: 'something-else' },
    ],
    [
      'a web server',
      (_, response) => response.writeHead(404, { 'content-type': 'text/html' }).end(page),
      { outcome: 'something-else', status: 404 },
    ],
  ])('recognizes %s with a single read', async (_what, handler, told) => {
    const [ask, server] = [await openDesk(), await serve(handler)];
    expect(await ask('desk.testService', { address: server.origin })).toMatchObject({ ...told, withSecret: false });
    expect(server.arrived.map(({ method }) => method)).toEqual(['GET']);
    // The test stores nothing.
    expect(await ask('desk.state', {})).toMatchObject({ mode: 'practice', live: null });
  });

  it('reports why there is no answer, and rejects an invalid address', async () => {
    const ask = await openDesk();
    expect(await ask('desk.testService', { address: `http://127.0.0.1:${await freePort()}` })).toMatchObject({
      outcome: 'no-answer',
      cause: 'refused',
      status: null,
    });
    await expect(ask('desk.testService', { address: 'http://service.example' })).rejects.toMatchObject({
      problem: { kind: 'bad-address' },
    });
  });

  it('under way when the desk switches to its other folder is cancelled, not a fault', async () => {
    const ask = await openDesk(workerDesks);
    const asked = Promise.withResolvers<void>();
    // Never answers.
    const server = await serve(() => asked.resolve());
    await ask('desk.setService', { commandId: 'test-service-1', address: server.origin });
    const tested = ask('desk.testService', { address: server.origin });
    tested.catch(() => undefined);
    await asked.promise;
    await ask('desk.switch', { commandId: 'test-service-2', to: 'live' });
    await expect(tested).rejects.toMatchObject({ problem: { kind: 'cancelled', params: { to: 'live' } } });
  });

  it('requested during a switch is cancelled, not a fault', async () => {
    const [going, arrives] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const ask = await openDesk({
      ...desksInThread,
      async openAsOwner(options) {
        if (options.folder.endsWith('live')) {
          going.resolve();
          await arrives.promise;
        }
        return desksInThread.openAsOwner(options);
      },
    });
    await ask('desk.setService', { commandId: 'test-service-1', address: 'https://service.example' });
    const gone = ask('desk.switch', { commandId: 'test-service-2', to: 'live' });
    await going.promise;
    await expect(ask('desk.testService', { address: 'https://service.example' })).rejects.toMatchObject({
      problem: { kind: 'cancelled', params: { reason: 'right-not-checked' } },
    });
    arrives.resolve();
    await gone;
  });

  it('sends the stored secret only to its own service, and a typed one to the address it was typed for', async () => {
    const ask = await openDesk();
    const [own, other] = await Promise.all([1, 2].map(() => serve((_, response) => answerJson(response, 404, {}))));
    if (!own || !other) throw new Error('no server');
    await ask('settings.set', { values: { headerName: 'X-Api-Key' } });
    await ask('desk.setService', { commandId: 'test-service-1', address: own.origin });
    await ask('desk.setSecret', { commandId: 'test-service-2', value: 'hush-1' });
    expect(await ask('desk.testService', { address: own.origin })).toMatchObject({ withSecret: true });
    expect(await ask('desk.testService', { address: other.origin })).toMatchObject({ withSecret: false });
    await ask('desk.testService', { address: other.origin, value: 'typed-2' });
    expect(own.arrived.map(({ headers }) => headers['x-api-key'])).toEqual(['hush-1']);
    expect(other.arrived.map(({ headers }) => headers['x-api-key'])).toEqual([undefined, 'typed-2']);
  });

  it('needs one confirmation in the host for an address that is not saved', async () => {
    const asked: string[] = [];
    let says = false;
    const ask = await openDesk(desksInThread, (address) => {
      asked.push(address);
      return Promise.resolve(says);
    });
    const server = await serve((_, response) => answerJson(response, 404, {}));
    await expect(ask('desk.testService', { address: server.origin })).rejects.toMatchObject({
      problem: { kind: 'cancelled' },
    });
    expect(server.arrived).toEqual([]);
    says = true;
    for (let times = 0; times < 2; times += 1)
      expect(await ask('desk.testService', { address: server.origin })).toMatchObject({ outcome: 'answers' });
    expect(asked).toEqual([server.origin, server.origin]);
  });

  it('is limited to the saved address if the host has no dialogs', async () => {
    const ask = await openDesk(desksInThread, null);
    const [own, other] = await Promise.all([1, 2].map(() => serve((_, response) => answerJson(response, 404, {}))));
    if (!own || !other) throw new Error('no server');
    await ask('desk.setService', { commandId: 'test-service-1', address: own.origin });
    expect(await ask('desk.testService', { address: own.origin })).toMatchObject({ outcome: 'answers' });
    await expect(ask('desk.testService', { address: other.origin })).rejects.toMatchObject({
      problem: { kind: 'bad-setting', params: { reason: 'test-saved' } },
    });
    expect(other.arrived).toEqual([]);
  });

  it('requires the right to change settings, and is logged', async () => {
    const ask = await openDesk();
    const server = await serve((_, response) => answerJson(response, 404, {}));
    const mia = { commandId: 'test-service-1', name: 'Mia', code: 'mia', pin: '4711', rights: ['settings' as const] };
    await ask('operators.save', mia);
    await expect(ask('desk.testService', { address: server.origin })).rejects.toMatchObject({
      problem: { kind: 'needs-right' },
    });
    expect(server.arrived).toEqual([]);
    const allowed = { address: server.origin, approval: { code: 'mia', pin: '4711' } };
    expect(await ask('desk.testService', allowed)).toMatchObject({ outcome: 'answers' });
    expect((await ask('rights.log', {})).acts[0]).toMatchObject({
      ...{
        procedure: 'desk.testService',
        about: server.origin,
        parts: 'service test',
        allowedBy: 'Mia',
        outcome: 'done',
      },
    });
  });
});
