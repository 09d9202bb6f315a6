import { sampleCreates } from '../../practice/sample-creates.ts';
import { startFaultProxy } from '../../support/fault-proxy.ts';
import { freePort } from '../../support/free-port.ts';
import { effectsByKey, receivedCreates } from '../../support/received-creates.ts';
import { runDesk, startDeskProcess, startPracticeInThread, temporaryFolder } from '../../support/run-desk.ts';
import { sample, sets, quick, untilIdle, list, capture } from './delivering.ts';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

describe('desk deliver', () => {
  it('delivers one of each create to its final state, with the content that was entered', async () => {
    const folder = temporaryFolder();
    const given = sampleCreates.map(({ endpoint, body }) => ({ endpoint, body }));
    const input = given.map((request) => JSON.stringify(request)).join('\n');
    expect((await runDesk(['enqueue', '--data', folder], input)).code).toBe(0);
    const { code, lines } = await runDesk(['deliver', '--data', folder, ...quick, ...untilIdle]);
    expect(lines.at(-1)?.['summary'].byState).toMatchObject({ done: 9 });
    expect(code).toBe(0);
    expect(lines.filter((line) => line['state'] === 'done')).toHaveLength(9);
    const arrived = receivedCreates(join(folder, 'practice'));
    expect(arrived).toHaveLength(9);
    for (const { endpoint, key, body } of sampleCreates) {
      const one = arrived.find((it) => it.endpoint === endpoint && it.key === key);
      expect(JSON.parse(one?.body ?? 'null')).toEqual(body);
    }
    const made = (await list(folder)).filter((row) => [1, 2, 6, 9, 10].includes(row['endpoint']));
    expect(made.every((row) => typeof row['trackingNumber'] === 'string')).toBe(true);
  });

  it('delivers orders imported while the service was away once it is back, without any user action', async () => {
    const [folder, service] = [temporaryFolder(), temporaryFolder()];
    const port = await freePort();
    const deliver = startDeskProcess([
      'deliver',
      '--data',
      folder,
      '--service',
      `http://127.0.0.1:${port}`,
      ...quick,
      ...untilIdle,
    ]);
    onTestFinished(() => void deliver.child.kill('SIGKILL'));
    deliver.child.kill('SIGTERM');
    await deliver.result;

    const imported = await runDesk(['import', sample, '--as', 'label-order', '--data', folder]);
    expect(imported.lines.every((line) => line['state'] === 'queued')).toBe(true);
    const away = await runDesk([
      'deliver',
      '--data',
      folder,
      '--service',
      `http://127.0.0.1:${port}`,
      ...quick,
      '--until-idle',
      '--timeout',
      '5',
    ]);
    expect(away.code).toBe(3);
    expect(away.lines.at(-1)?.['summary']).toMatchObject({ connection: 'offline', byState: { queued: 184 } });

    const back = startDeskProcess([
      'deliver',
      '--data',
      folder,
      '--service',
      `http://127.0.0.1:${port}`,
      ...quick,
      ...untilIdle,
    ]);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await startPracticeInThread(service, port);
    const { code, lines } = await back.result;
    expect(lines.at(-1)?.['summary'].byState).toMatchObject({ done: 184 });
    expect(code).toBe(0);
    expect(effectsByKey(service)).toHaveLength(184);
    expect(effectsByKey(service).every((it) => it.effects === 1 && it.arrivals === 1)).toBe(true);
  });

  it('loses nothing and repeats nothing when it is killed in mid-delivery and started again', async () => {
    const [folder, service] = [temporaryFolder(), temporaryFolder()];
    const { url } = await startPracticeInThread(service);
    await capture(folder, 150);
    let share = 0;
    // From then on nothing is answered, so that requests are under way whenever it is killed.
    const held = () => effectsByKey(service).length >= share;
    const proxy = await startFaultProxy(url, { seed: 1, lostShare: 0, lateShare: 0, delayMs: 0, isHeld: held });
    const args = [
      'deliver',
      '--data',
      folder,
      '--service',
      proxy.url,
      ...quick,
      ...sets({ graceSeconds: 3, concurrency: 8 }),
      ...untilIdle,
    ];
    for (share of [20, 60, 100]) {
      const killed = startDeskProcess(args);
      await until(() => effectsByKey(service).length >= share);
      killed.child.kill('SIGKILL');
      await killed.result;
      expect(effectsByKey(service).length).toBeLessThan(150);
    }
    share = Infinity;
    const { code, lines } = await runDesk(args);
    expect(lines.at(-1)?.['summary'].byState).toMatchObject({ done: 150 });
    expect(code).toBe(0);
    expect(effectsByKey(service)).toHaveLength(150);
    expect(effectsByKey(service).filter((it) => it.effects !== 1 || it.arrivals !== 1)).toEqual([]);
  });

  it('makes no label order twice whose answer is lost or late', async () => {
    const [folder, service] = [temporaryFolder(), temporaryFolder()];
    const { url } = await startPracticeInThread(service);
    const proxy = await startFaultProxy(url, { seed: 7, lostShare: 0.1, lateShare: 0.05, delayMs: 3000 });
    await runDesk(['import', sample, '--as', 'label-order', '--data', folder]);
    const short = sets({ requestTimeoutSeconds: 2, graceSeconds: 12, concurrency: 8 });
    const { code, lines } = await runDesk([
      'deliver',
      '--data',
      folder,
      '--service',
      proxy.url,
      ...quick,
      ...short,
      ...untilIdle,
    ]);
    expect(lines.at(-1)?.['summary'].byState).toMatchObject({ done: 184 });
    expect(code).toBe(0);
    expect(proxy.done.lost).toBeGreaterThan(10);
    expect(proxy.done.late).toBeGreaterThan(5);
    const counted = effectsByKey(service);
    expect(counted).toHaveLength(184);
    // The practice service would recognize a repeat; what counts is that none was sent.
    expect(counted.filter((it) => it.effects !== 1 || it.arrivals !== 1)).toEqual([]);
  });

  it('exits with 2 if the service refuses, and reports why', async () => {
    const folder = temporaryFolder();
    const refusing = createServer((request, response) => {
      request.resume();
      const status = request.method === 'POST' ? 400 : 404;
      response.writeHead(status, { 'content-type': 'application/json' }).end('{"Message":"Weight is missing"}');
    }).listen(0, '127.0.0.1');
    await once(refusing, 'listening');
    onTestFinished(() => void refusing.close());
    await capture(folder, 2);
    const service = `http://127.0.0.1:${(refusing.address() as AddressInfo).port}`;
    const { code, lines } = await runDesk(['deliver', '--data', folder, '--service', service, ...quick, ...untilIdle]);
    expect(code).toBe(2);
    expect(lines.filter((line) => line['state'] === 'refused')).toHaveLength(2);
    expect(lines[0]).toMatchObject({ reason: { text: expect.stringContaining('Weight is missing') } });
  });

  it('stops cleanly on a signal', async () => {
    const folder = temporaryFolder();
    await capture(folder, 1);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      const running = startDeskProcess(['deliver', '--data', folder, ...quick]);
      await once(running.child.stdout!, 'data');
      running.child.kill(signal);
      const { code, stderr } = await running.result;
      expect(code).toBe(0);
      expect(stderr).toBe('');
      await capture(folder, 1, signal);
    }
  });

  it.runIf(process.platform === 'linux')(
    'exits with 1 and reports why if the disk cannot store an answer; the next run settles it',
    async () => {
      const folder = temporaryFolder();
      let limit = (): void => undefined;
      const server = createServer((request, response) => {
        if (request.method === 'POST') limit();
        response.writeHead(request.method === 'POST' ? 201 : 404).end();
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      onTestFinished(() => void server.close());
      const service = ['--service', `http://127.0.0.1:${(server.address() as AddressInfo).port}`];
      const sku = sampleCreates.find(({ endpoint }) => endpoint === 15);
      await runDesk(['enqueue', '--data', folder], JSON.stringify({ endpoint: 15, body: sku?.body }));
      const deliver = ['deliver', '--data', folder, ...service, ...quick, '--until-idle'];
      const { child, result: ended } = startDeskProcess(deliver);
      // From now on no file of this process can grow, as on a full disk.
      limit = () => void spawnSync('prlimit', ['--pid', String(child.pid), '--fsize=1']);
      const { code, lines } = await ended;
      expect(code).toBe(1);
      expect(lines.at(-1)?.['summary']).toMatchObject({ cannotWrite: true, exit: 1, byState: { sending: 1 } });
      limit = () => undefined;
      const again = await runDesk(deliver);
      expect(again.code).toBe(0);
      expect(again.lines.at(-1)?.['summary']).toMatchObject({ cannotWrite: false, byState: { done: 1 } });
    },
  );
});

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 25));
}
