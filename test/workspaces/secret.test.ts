import { createFileSecrets, createMemorySecrets } from '../../electron/platform/secret-store.ts';
import {
  root,
  desk,
  events,
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
  keepSecretsIn,
} from './two-workspaces.ts';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

inTwoFolders();

describe('a secret', () => {
  const secret = 'hush-7f3a';
  const everyFile = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((one) => one.isFile())
      .map((one) => join(one.parentPath, one.name));

  it('is sent to its service in its header, and stored nowhere else', async () => {
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
    keepSecretsIn(createMemorySecrets());
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

  it('is stored in a file that only its owner can read, if the host is set up so', async () => {
    const path = join(root, 'host', 'secrets.json');
    keepSecretsIn(createFileSecrets(path));
    await open();
    await setService();
    await ask('desk.setSecret', { commandId: command(), value: secret });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    await desk.close();
    await open();
    expect(await ask('desk.state', {})).toMatchObject({ secret: { set: true, keptIn: 'file' } });
  });
});
