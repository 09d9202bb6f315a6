import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { effects, receivedCreates } from '../../support/practice-books.ts';
import { sampleCreates } from '../../practice/sample-creates.ts';
import { startDeskHere } from '../../support/desk-here.ts';
import { startFaultProxy } from '../../support/fault-proxy.ts';
import { runDesk, startDeskProcess, startPracticeProcess, temporaryFolder } from '../../support/run-desk.ts';

const sample = fileURLToPath(new URL('../../../electron/practice/samples/label-orders.csv', import.meta.url));
const order = (PackageId: string, more: object = {}): string =>
  `${JSON.stringify({ endpoint: 2, body: { Package: { PackageId, ...more } } })}\n`;
const orders = (count: number, prefix = 'PD'): string =>
  Array.from({ length: count }, (_, i) => order(`${prefix}-${i}`)).join('');

const sets = (values: Record<string, number>): string[] =>
  Object.entries(values).flatMap(([name, value]) => ['--set', `${name}=${value}`]);
/** Waits short enough for a test; what they decide is the same. */
const quick = sets({
  holdSeconds: 0,
  backoffFirstSeconds: 0.1,
  backoffMostSeconds: 1,
  readFirstSeconds: 0.3,
  readMostSeconds: 1,
});
const untilIdle = ['--until-idle', '--timeout', '200'];

const list = async (folder: string) => (await runDesk(['list', '--data', folder])).lines;
/** What is delivered was captured, in whatever way. */
async function capture(folder: string, count: number, prefix?: string): Promise<void> {
  const desk = await startDeskHere({ folder });
  const lines = orders(count, prefix).trim().split('\n');
  const all = lines.map((line) =>
    desk.ask('entry.enqueue', { commandId: randomUUID(), request: JSON.parse(line) as { endpoint: number } }),
  );
  await Promise.all(all);
  await desk.close();
}
const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

describe('desk deliver', { timeout: 240_000 }, () => {
  it('brings one of each create to its last state, and what arrives equals what was given', async () => {
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

  it('delivers what was imported while the service was away, once it is back, untouched by anyone', async () => {
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
    await deliver.ended;

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
    await startPracticeProcess(service, port);
    const { code, lines } = await back.ended;
    expect(lines.at(-1)?.['summary'].byState).toMatchObject({ done: 184 });
    expect(code).toBe(0);
    expect(effects(service)).toHaveLength(184);
    expect(effects(service).every((it) => it.effects === 1 && it.arrivals === 1)).toBe(true);
  });

  it('killed in mid-delivery and started again, loses nothing and repeats nothing', async () => {
    const [folder, service] = [temporaryFolder(), temporaryFolder()];
    const { url } = await startPracticeProcess(service);
    await capture(folder, 150);
    let share = 0;
    // nothing is answered any more from then on: there is something under way whenever it is killed
    const held = () => effects(service).length >= share;
    const proxy = await startFaultProxy(url, { seed: 1, lost: 0, late: 0, lateMs: 0, held });
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
      await until(() => effects(service).length >= share);
      killed.child.kill('SIGKILL');
      await killed.ended;
      expect(effects(service).length).toBeLessThan(150);
    }
    share = Infinity;
    const { code, lines } = await runDesk(args);
    expect(lines.at(-1)?.['summary'].byState).toMatchObject({ done: 150 });
    expect(code).toBe(0);
    expect(effects(service)).toHaveLength(150);
    expect(effects(service).filter((it) => it.effects !== 1 || it.arrivals !== 1)).toEqual([]);
  });

  it('doubles no label order whose answer is lost or late', async () => {
    const [folder, service] = [temporaryFolder(), temporaryFolder()];
    const { url } = await startPracticeProcess(service);
    const proxy = await startFaultProxy(url, { seed: 7, lost: 0.1, late: 0.05, lateMs: 3000 });
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
    const counted = effects(service);
    expect(counted).toHaveLength(184);
    // practice would take a repeat for the order it knows; what counts is that none was sent
    expect(counted.filter((it) => it.effects !== 1 || it.arrivals !== 1)).toEqual([]);
  });

  it('ends in 2 where the service refuses, and tells why', async () => {
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

  it('stops cleanly when asked to', async () => {
    const folder = temporaryFolder();
    await capture(folder, 1);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      const running = startDeskProcess(['deliver', '--data', folder, ...quick]);
      await once(running.child.stdout!, 'data');
      running.child.kill(signal);
      const { code, stderr } = await running.ended;
      expect(code).toBe(0);
      expect(stderr).toBe('');
      await capture(folder, 1, signal);
    }
  });

  it.runIf(process.platform === 'linux')(
    'ends with 1, and says why, where the disk takes no answer; the next run settles it',
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
      const { child, ended } = startDeskProcess(deliver);
      // from now on no file of this process grows, as on a full disk
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

describe('where a folder delivers to', { timeout: 120_000 }, () => {
  it('is refused where it is no address a desk may send to, and nothing is bound', async () => {
    const folder = temporaryFolder();
    await capture(folder, 1);
    const withPassword = 'https://user:hunter2@example.com';
    const { code, lines, stdout, stderr } = await runDesk(['deliver', '--data', folder, '--service', withPassword]);
    expect({ code, lines }).toEqual({
      code: 1,
      lines: [{ problem: expect.objectContaining({ kind: 'bad-address' }) }],
    });
    expect(stdout + stderr).not.toContain('hunter2');
    const desk = await startDeskHere({ folder });
    onTestFinished(() => desk.close());
    for (const service of ['nonsense', 'ftp://example.com', 'http://example.com', withPassword]) {
      const refused = await desk.call('sync.start', { service });
      expect(refused, service).toMatchObject({ ok: false, problem: { kind: 'bad-address' } });
      expect(JSON.stringify(refused)).not.toContain('hunter2');
    }
    await desk.close();
    expect((await list(folder))[0]).toMatchObject({ state: 'queued', tries: 0 });
  });

  it('is bound by its first delivery; another target is refused and gets nothing', async () => {
    const [folder, service] = [temporaryFolder(), temporaryFolder()];
    await capture(folder, 1);
    await runDesk(['deliver', '--data', folder, ...quick, ...untilIdle]);
    await capture(folder, 1, 'NEW');
    const { url } = await startPracticeProcess(service);
    for (const account of [[], ['--account', 'ours']]) {
      const { code, lines } = await runDesk(['deliver', '--data', folder, '--service', url, ...account, ...untilIdle]);
      expect(code).toBe(1);
      expect(lines[0]?.['problem']).toMatchObject({ kind: 'other-target', params: { bound: 'practice' } });
    }
    expect(effects(service)).toEqual([]);
    expect((await runDesk(['deliver', '--data', folder, ...quick, ...untilIdle])).code).toBe(0);
  });

  it('works without --service on the target it is bound to', async () => {
    const [folder, service] = [temporaryFolder(), temporaryFolder()];
    const { url } = await startPracticeProcess(service);
    await capture(folder, 1);
    expect(
      (await runDesk(['deliver', '--data', folder, '--service', url, '--account', 'a b', ...quick, ...untilIdle])).code,
    ).toBe(0);
    await capture(folder, 1, 'NEW');
    expect((await runDesk(['deliver', '--data', folder, ...quick, ...untilIdle])).code).toBe(0);
    expect(effects(service)).toHaveLength(2);
  });

  it('is refused a setting that is none, and a value a setting does not take', async () => {
    for (const set of ['patience=3', 'concurrency=many', 'concurrency=0']) {
      const { code, lines } = await runDesk(['deliver', '--data', temporaryFolder(), '--set', set, '--until-idle']);
      expect(code).toBe(1);
      expect(lines[0]?.['problem'].kind).toBe('bad-setting');
    }
  });
});

describe('the secret header', () => {
  it.each([
    ['a name the desk sets itself', 'Host: secret-7f3a'],
    ['a secret no header can carry', 'X-Key: clé-7f3a-9c'],
  ])('is refused with what to do, before the folder is opened: %s', async (_what, line) => {
    const folder = temporaryFolder();
    const file = join(folder, 'header.txt');
    writeFileSync(file, `${line}\n`);
    const { code, lines } = await runDesk(['deliver', '--data', join(folder, 'desk'), '--header-file', file]);
    expect(code).toBe(1);
    expect(lines[0]).toMatchObject({ problem: { kind: 'bad-setting' } });
    expect(lines[0]?.['problem'].message).not.toContain('7f3a');
    expect(existsSync(join(folder, 'desk'))).toBe(false);
  });

  it('reaches the service from a file or the environment, and is printed nowhere', async () => {
    const seen: (string | undefined)[] = [];
    const service = createServer((request, response) => {
      seen.push(request.headers['x-key'] as string | undefined);
      request.resume();
      response.writeHead(401, { 'content-type': 'application/json' }).end(`{"Message":"${request.headers['x-key']}"}`);
    }).listen(0, '127.0.0.1');
    await once(service, 'listening');
    onTestFinished(() => void service.close());
    const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    const folder = temporaryFolder();
    await capture(folder, 1);
    const file = join(folder, 'header.txt');
    writeFileSync(file, 'X-Key: hunter2 is long\r\nsecond line\n');
    const args = ['deliver', '--data', folder, '--service', url, '--until-idle', '--timeout', '5', ...quick];
    const byFile = await runDesk([...args, '--header-file', file]);
    expect(byFile.code).toBe(3);
    const byEnvironment = await startDeskProcess(args, {
      input: '',
      env: { PARCEL_DESK_HEADER: 'X-Key: hunter2 is long' },
    }).ended;
    expect(byEnvironment.code).toBe(3);
    expect(seen.length).toBeGreaterThanOrEqual(2);
    expect(new Set(seen)).toEqual(new Set(['hunter2 is long']));
    const listed = await runDesk(['list', '--data', folder]);
    for (const ran of [byFile, byEnvironment, listed]) expect(ran.stdout + ran.stderr).not.toContain('hunter2');
  });

  it('written wrongly is refused without repeating it', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'header.txt');
    writeFileSync(file, 'hunter2\n');
    const { code, stdout, stderr } = await runDesk([
      'deliver',
      '--data',
      folder,
      '--header-file',
      file,
      '--until-idle',
    ]);
    expect(code).toBe(1);
    expect(stdout).toContain('Name: value');
    expect(stdout + stderr).not.toContain('hunter2');
  });
});

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 25));
}
