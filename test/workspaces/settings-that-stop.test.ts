import {
  root,
  desk,
  secrets,
  service,
  open,
  ask,
  problemOf,
  command,
  capture,
  setService,
  goTo,
  until,
  inTwoFolders,
} from './two-workspaces.ts';
import Database from 'better-sqlite3';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

inTwoFolders();

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

  it("is rejected before it is stored: a name that the secret's header cannot have", async () => {
    await open();
    const own = 'Host content-type Content-Length Connection Keep-Alive TE X: Clé'.split(' ');
    for (const name of ['X Key', ...own])
      expect(await problemOf(setHeader(name)), name).toMatchObject({
        kind: 'bad-setting',
        params: { name: 'headerName', reason: expect.stringMatching(/header/) as string },
      });
    expect(await ask('settings.get', {})).toMatchObject({ headerName: '' });
  });

  it('is rejected before it is stored: a secret that no header can contain', async () => {
    await goLiveWithSecret();
    for (const bad of ['clé-7f3a-9c', 'hush\u200b-7f3a', 'hush\n7f3a'])
      expect(await problemOf(setSecret(bad))).toMatchObject({ kind: 'bad-setting', params: { name: 'secret' } });
    expect(await ask('desk.state', {})).toMatchObject({ cannotDeliver: null });
    await setSecret(' hush-9c1d\n');
    await capture('B1');
    await until(() => service.heard.length > 0);
    expect(service.heard[0]?.headers['x-api-key']).toBe('hush-9c1d');
  });

  it('and was stored by an older version lets the desk open, warn and accept captures, and deliver once it is corrected', async () => {
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

  it('and was stored as a secret by an older version lets the desk open, and deliver once it is corrected', async () => {
    await goLiveWithSecret();
    await desk.close();
    await secrets.write(service.url, 'clé-7f3a-9c');
    await open();
    await ask('sync.status', {});
    expect(await ask('desk.state', {})).toMatchObject({
      cannotDeliver: { kind: 'bad-setting', params: { name: 'secret', reason: 'header-value' } },
    });
    await capture('B1');
    await setSecret('hush-9c1d');
    await until(() => service.heard.length > 0);
    expect(service.heard[0]?.headers['x-api-key']).toBe('hush-9c1d');
  });

  it('and was stored as an address by an older version lets the desk open and report it', async () => {
    await goLiveWithSecret();
    await desk.close();
    const path = join(root, 'host', 'host.json');
    writeFileSync(path, readFileSync(path, 'utf8').replace(service.url, 'ftp://example.com'));
    await open();
    await ask('sync.status', {});
    expect(await ask('desk.state', {})).toMatchObject({ mode: 'live', cannotDeliver: { kind: 'bad-address' } });
    await capture('B1');
  });
});
