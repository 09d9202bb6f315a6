import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Input, Output, ProcedureName } from '../../shared/contract/desk-contract.ts';
import type { NumberedEvent } from '../../shared/contract/desk-events.ts';
import { ProblemError, type Problem, type Result } from '../../shared/contract/problem.ts';
import { startDesk } from '../../electron/threads/desk.ts';
import { openScreenDesk } from '../../electron/hosts/open-screen-desk.ts';
import type { ScreenDesk } from '../../electron/rpc/screens/screen-desk.ts';
import { secretsInFile, secretsInMemory, type SecretStore } from '../../electron/secrets/secret-store.ts';
import { inWorkers, type OpenDesks } from '../../electron/workspaces/open-desks.ts';
import { dataFolderOf } from '../../electron/workspaces/workspace.ts';
import { desksHere } from '../support/desk-here.ts';

let root: string;
let desk: ScreenDesk;
let events: NumberedEvent[];
let secrets: SecretStore;
let service: { url: string; heard: { headers: IncomingHttpHeaders; body: string }[]; server: Server };

/** Its desks are in this thread, but where going over is interrupted: there they are in workers. */
async function open(given: { service?: string; account?: string; desks?: OpenDesks } = {}): Promise<void> {
  desk = await openScreenDesk({ folder: root, host: 'browser', secrets, desks: desksHere, ...given });
  events = [];
  desk.onEvent((event) => void events.push(event));
}
async function ask<N extends ProcedureName>(name: N, input: Input<N>): Promise<Output<N>> {
  const result = (await desk.call(name, input)) as Result<Output<N>>;
  if (!result.ok) throw new ProblemError(result.problem);
  return result.value;
}
const problemOf = (asked: Promise<unknown>): Promise<Problem | null> =>
  asked.then(
    () => null,
    (error: ProblemError) => error.problem,
  );
let commands = 0;
const command = () => `two-folders-${process.pid}-${++commands}`;
const request = (PackageId: string) => ({ endpoint: 2, body: { Package: { PackageId, ServiceCode: 'SGP' } } });
const capture = (PackageId: string) => ask('entry.enqueue', { commandId: command(), request: request(PackageId) });
const setService = (account = '') => ask('desk.setService', { commandId: command(), address: service.url, account });
const goTo = (to: 'practice' | 'live', drafts = false) => ask('desk.switch', { commandId: command(), to, drafts });
const keys = async () => (await ask('entries.page', {})).rows.map(({ key }) => key).sort();
async function until(what: () => boolean | Promise<boolean>): Promise<void> {
  for (let n = 0; n < 400; n++) {
    if (await what()) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('it never happened');
}

/** A service that takes every create and knows no status. */
async function startService(): Promise<void> {
  const heard: (typeof service)['heard'] = [];
  const server = createServer((incoming, outgoing) => {
    let body = '';
    incoming.on('data', (piece: Buffer) => (body += piece.toString()));
    incoming.on('end', () => {
      if (incoming.method === 'POST') heard.push({ headers: incoming.headers, body });
      outgoing.writeHead(incoming.method === 'POST' ? 201 : 404, { 'Content-Type': 'application/json' });
      outgoing.end(incoming.method === 'POST' ? '{"SvcPackageId":"S1"}' : '{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no port');
  service = { url: `http://127.0.0.1:${address.port}`, heard, server };
}

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'parcel-two-'));
  secrets = secretsInMemory();
  await startService();
});
afterEach(async () => {
  await desk.close();
  service.server.closeAllConnections();
  service.server.close();
  rmSync(root, { recursive: true, force: true });
});

describe('a desk of two folders', () => {
  it('works in practice until a service is set, and delivers there by itself', async () => {
    await open();
    expect(await ask('desk.state', {})).toMatchObject({
      mode: 'practice',
      live: null,
      folder: join(root, 'practice'),
      otherFolder: null,
      host: 'browser',
      secret: { set: false, keptIn: 'memory' },
      warnings: [],
    });
    expect(await problemOf(goTo('live'))).toMatchObject({ kind: 'bad-address' });
    await ask('settings.set', { values: { holdSeconds: 0 } });
    await capture('A1');
    await until(async () => (await ask('entries.page', {})).rows[0]?.state === 'done');
    expect(service.heard).toEqual([]);
  });

  it('keeps practice and live apart, and stays where it was over a restart', async () => {
    await open();
    await capture('A1');
    await setService('Shop 7');
    expect(await ask('desk.state', {})).toMatchObject({ mode: 'practice', live: { account: 'Shop 7', bound: false } });
    await goTo('live');
    expect(await keys()).toEqual([]);
    await ask('settings.set', { values: { holdSeconds: 0 } });
    await capture('B1');
    await until(() => service.heard.length > 0);
    expect(service.heard[0]?.body).toContain('B1');
    await desk.close();
    await open();
    expect(await ask('desk.state', {})).toMatchObject({ mode: 'live', live: { origin: service.url, bound: true } });
    expect(await keys()).toEqual(['B1']);
    await goTo('practice');
    expect(await keys()).toEqual(['A1']);
    expect(service.heard.every(({ body }) => !body.includes('A1'))).toBe(true);
  });

  it('refuses another service once the live folder is bound, from practice too', async () => {
    await open();
    await setService();
    await goTo('live');
    await ask('settings.set', { values: { holdSeconds: 0 } });
    await capture('B1');
    await until(() => service.heard.length > 0);
    expect(await problemOf(setService('other'))).toMatchObject({ kind: 'other-target' });
    await goTo('practice');
    expect(await problemOf(setService('other'))).toMatchObject({ kind: 'other-target' });
    expect(
      await problemOf(ask('desk.setService', { commandId: command(), address: 'http://example.com' })),
    ).toMatchObject({
      kind: 'bad-address',
    });
    expect(await ask('desk.state', {})).toMatchObject({ live: { origin: service.url, account: '' } });
  });

  it('brings what was typed in practice along as drafts, each once, with the settings and choices of the desk', async () => {
    await open();
    await ask('settings.set', { values: { senderCity: 'Vigo' } });
    await ask('desk.remember', { name: 'choices', value: { language: 'zh-CN' } });
    for (const key of ['A1', 'A2', 'A3']) await capture(key);
    const withdrawn = (await ask('entries.page', { search: 'A2' })).rows[0]?.id ?? '';
    await ask('entry.withdraw', { commandId: command(), ids: [withdrawn] });
    await setService();
    expect(await goTo('live', true)).toMatchObject({ mode: 'live', drafts: { made: 2, already: 0, problems: [] } });
    expect((await ask('entries.page', {})).rows.map(({ key, state }) => `${key} ${state}`).sort()).toEqual([
      'A1 draft',
      'A3 draft',
    ]);
    expect((await ask('settings.get', {})).senderCity).toBe('Vigo');
    expect((await ask('desk.recall', { name: 'choices' })).value).toEqual({ language: 'zh-CN' });
    expect(await goTo('live', true)).toMatchObject({ drafts: { made: 0, already: 2 } });
    expect(service.heard).toEqual([]);
  });

  it('answers calls that came while it went over, and tells screens to ask anew in one row of numbers', async () => {
    await open({ desks: inWorkers });
    await capture('A1');
    await setService();
    const going = goTo('live');
    await new Promise((resolve) => setTimeout(resolve, 5));
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        desk.call('entry.enqueue', { commandId: command(), request: request(`C${n}`) }),
      ),
    );
    await going;
    const refused = answers.filter((one) => !one.ok);
    for (const one of refused) expect(one).toMatchObject({ ok: false, problem: { kind: 'cancelled', params: {} } });
    expect(await keys()).toEqual([]);
    // what was told before anyone listened may already have taken the first numbers
    const first = events[0]?.n ?? 0;
    expect(events.map(({ n }) => n)).toEqual(events.map((_, index) => first + index));
    expect(events.map(({ event }) => event.kind)).toEqual(expect.arrayContaining(['desk', 'settings', 'entries']));
    await goTo('practice');
    expect((await keys()).length).toBe(1 + 20 - refused.length);
  });

  it('does not take a command for live that was given in practice', async () => {
    await open();
    const input = { commandId: command(), request: request('A1') };
    await desk.call('entry.enqueue', input);
    await setService();
    await goTo('live');
    expect(await desk.call('entry.enqueue', input)).toMatchObject({ ok: false, problem: { kind: 'cancelled' } });
    expect(await keys()).toEqual([]);
  });

  it('does each of its commands once, also after a restart', async () => {
    await open();
    await setService();
    const commandId = command();
    await ask('desk.switch', { commandId, to: 'live' });
    await goTo('practice');
    await desk.close();
    await open();
    expect(await ask('desk.switch', { commandId, to: 'live' })).toMatchObject({ mode: 'practice' });
  });

  it('stays whole where it was when going over fails, and nothing goes on in the other folder', async () => {
    await open({ desks: inWorkers });
    await setService();
    await capture('A1');
    // a folder that nothing can take the place of
    const obstacle = join(root, 'host', 'host.json');
    rmSync(obstacle);
    mkdirSync(join(obstacle, 'in the way'), { recursive: true });
    await expect(goTo('live')).rejects.toThrow();
    expect(await ask('desk.state', {})).toMatchObject({ mode: 'practice', folder: join(root, 'practice') });
    expect(await keys()).toEqual(['A1']);
    // the folder that was opened meanwhile belongs to nobody again
    const other = await startDesk({ folder: join(root, 'live') });
    await other.close();
    rmSync(obstacle, { recursive: true });
    await capture('A2');
    expect(await goTo('live')).toMatchObject({ mode: 'live' });
  });

  it('holds neither folder once it was closed, also while it was going over', async () => {
    await open({ desks: inWorkers });
    await setService();
    const going = goTo('live').catch(() => null);
    await new Promise((resolve) => setTimeout(resolve, 5));
    await desk.close();
    await going;
    for (const folder of ['practice', 'live']) await (await startDesk({ folder: join(root, folder) })).close();
    expect(await problemOf(goTo('practice'))).toMatchObject({ kind: 'cancelled' });
  });

  it('is not opened by two hosts', async () => {
    await open();
    expect(await problemOf(openScreenDesk({ folder: root, host: 'browser', secrets }))).toMatchObject({
      kind: 'folder-in-use',
    });
  });
});

describe('a secret', () => {
  const secret = 'hush-7f3a';
  const everyFile = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((one) => one.isFile())
      .map((one) => join(one.parentPath, one.name));

  it('goes to its service in its header and stands nowhere else', async () => {
    await open();
    const setSecret = (value: string | null) => ask('desk.setSecret', { commandId: command(), value });
    expect(await problemOf(setSecret(secret))).toMatchObject({ kind: 'bad-address' });
    await setService();
    expect(await setSecret(secret)).toMatchObject({ secret: { set: true, keptIn: 'memory' } });
    await goTo('live');
    await ask('settings.set', { values: { holdSeconds: 0, headerName: 'X-Api-Key' } });
    await capture('B1');
    await until(() => service.heard.length > 0);
    expect(service.heard[0]?.headers['x-api-key']).toBe(secret);
    const badLine = await problemOf(setSecret(`${secret}\r\nX: 1`));
    expect(badLine).toMatchObject({ kind: 'bad-setting' });
    expect(JSON.stringify([badLine, await ask('desk.state', {}), events])).not.toContain(secret);
    await desk.close();
    for (const file of everyFile(root)) expect(readFileSync(file).includes(secret), file).toBe(false);
    secrets = secretsInMemory();
    await open();
    expect(await ask('desk.state', {})).toMatchObject({ secret: { set: false } });
    expect(await setSecret(null)).toMatchObject({ secret: { set: false } });
  });

  it('of another account is not used', async () => {
    await open();
    await setService('one');
    await ask('desk.setSecret', { commandId: command(), value: secret });
    expect(await setService('two')).toMatchObject({ secret: { set: false } });
  });

  it('lies in a file of its owner alone, where that is asked for', async () => {
    const path = join(root, 'host', 'secrets.json');
    secrets = secretsInFile(path);
    await open();
    await setService();
    await ask('desk.setSecret', { commandId: command(), value: secret });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    await desk.close();
    await open();
    expect(await ask('desk.state', {})).toMatchObject({ secret: { set: true, keptIn: 'file' } });
  });
});

describe('a setting that would stop deliveries', () => {
  const setHeader = (headerName: string) => ask('settings.set', { values: { headerName } });
  const setSecret = (value: string) => ask('desk.setSecret', { commandId: command(), value });

  async function goLiveWithSecret(): Promise<void> {
    await open();
    await setService();
    await setSecret('hush-7f3a');
    await goTo('live');
    await ask('settings.set', { values: { holdSeconds: 0, headerName: 'X-Api-Key' } });
  }

  it('is refused before it is stored: a name that cannot be that of the secret header', async () => {
    await open();
    const own = 'Host content-type Content-Length Connection Keep-Alive TE X: Clé'.split(' ');
    for (const name of ['X Key', ...own])
      expect(await problemOf(setHeader(name)), name).toMatchObject({
        kind: 'bad-setting',
        params: { name: 'headerName', reason: expect.stringMatching(/header/) as string },
      });
    expect(await ask('settings.get', {})).toMatchObject({ headerName: '' });
  });

  it('is refused before it is stored: a secret that no header can carry', async () => {
    await goLiveWithSecret();
    for (const bad of ['clé-7f3a-9c', 'hush\u200b-7f3a', 'hush\n7f3a'])
      expect(await problemOf(setSecret(bad))).toMatchObject({ kind: 'bad-setting', params: { name: 'secret' } });
    expect(await ask('desk.state', {})).toMatchObject({ cannotDeliver: null });
    await setSecret(' hush-9c1d\n');
    await capture('B1');
    await until(() => service.heard.length > 0);
    expect(service.heard[0]?.headers['x-api-key']).toBe('hush-9c1d');
  });

  it('and was stored by an older version lets the desk open, take captures and say so, and deliver once it is put right', async () => {
    await goLiveWithSecret();
    await desk.close();
    const stored = new Database(join(root, 'live', 'desk.db'));
    stored.prepare(`UPDATE setting SET value = '"Host"' WHERE name = 'headerName'`).run();
    stored.close();
    await open();
    expect(await ask('desk.state', {})).toMatchObject({
      mode: 'live',
      cannotDeliver: { kind: 'bad-setting', params: { name: 'headerName', reason: 'own-header' } },
      warnings: [{ code: 'setting', params: { name: 'headerName' } }],
    });
    await capture('B1');
    expect((await ask('sync.status', {})).connection).toBe('stopped');
    await setHeader('X-Api-Key');
    expect(await ask('desk.state', {})).toMatchObject({ cannotDeliver: null, warnings: [] });
    await until(() => service.heard.length > 0);
    expect(service.heard[0]?.headers['x-api-key']).toBe('hush-7f3a');
  });

  it('and was kept as secret by an older version lets the desk open, and deliver once it is put right', async () => {
    await goLiveWithSecret();
    await desk.close();
    await secrets.write(service.url, 'clé-7f3a-9c');
    await open();
    expect(await ask('desk.state', {})).toMatchObject({
      cannotDeliver: { kind: 'bad-setting', params: { name: 'secret', reason: 'header-value' } },
    });
    await capture('B1');
    await setSecret('hush-9c1d');
    await until(() => service.heard.length > 0);
    expect(service.heard[0]?.headers['x-api-key']).toBe('hush-9c1d');
  });

  it('as an address an older version took lets the desk open and say so', async () => {
    await goLiveWithSecret();
    await desk.close();
    const path = join(root, 'host', 'host.json');
    writeFileSync(path, readFileSync(path, 'utf8').replace(service.url, 'ftp://example.com'));
    await open();
    expect(await ask('desk.state', {})).toMatchObject({ mode: 'live', cannotDeliver: { kind: 'bad-address' } });
    await capture('B1');
  });
});

describe('a root', () => {
  it('that the command line has made is one of the two folders itself', async () => {
    const own = await startDesk({ folder: root });
    await own.ask('entry.enqueue', { commandId: command(), request: request('A1') });
    await own.close();
    await open();
    expect(await ask('desk.state', {})).toMatchObject({ mode: 'practice', folder: root });
    expect(await keys()).toEqual(['A1']);
    await setService();
    expect(await goTo('live')).toMatchObject({ folder: join(root, 'host', 'live'), otherFolder: root });
    expect(await dataFolderOf(root)).toBe(root);
  });

  it('that a host has made means, to the command line, the folder it works on', async () => {
    await open({ service: service.url, account: 'Shop' });
    expect(await ask('desk.state', {})).toMatchObject({ mode: 'live', live: { account: 'Shop' } });
    expect(await dataFolderOf(root)).toBe(join(root, 'live'));
    await goTo('practice');
    expect(await dataFolderOf(root)).toBe(join(root, 'practice'));
    const elsewhere = join(root, 'elsewhere');
    mkdirSync(elsewhere);
    expect(await dataFolderOf(elsewhere)).toBe(elsewhere);
  });
});
