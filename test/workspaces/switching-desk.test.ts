import { startDesk } from '../../electron/desk/threads/desk.ts';
import { workerDesks } from '../../electron/desk/workspaces/open-desks.ts';
import { openScreenDesk } from '../../electron/hosts/open-screen-desk.ts';
import { dataFolderOf } from '../../electron/storage/register/workspace-folders.ts';
import {
  bindLive,
  root,
  desk,
  events,
  secrets,
  service,
  open,
  ask,
  problemOf,
  command,
  request,
  capture,
  setService,
  goTo,
  keys,
  until,
  inTwoFolders,
} from './two-workspaces.ts';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

inTwoFolders();

describe('a desk with two folders', () => {
  it('works in practice until a service is set, and delivers to the practice service automatically', async () => {
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

  it('keeps practice and live apart, and stays in its mode across a restart', async () => {
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

  it('refuses another service once the live folder is bound, also in practice', async () => {
    await open();
    await bindLive();
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

  it('copies practice orders to live as drafts, each once, with the settings and preferences of the desk', async () => {
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

  it('answers calls that arrive during a switch, and tells screens to refresh with consecutive event numbers', async () => {
    await open({ desks: workerDesks });
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
    // Events before anyone listened may have used the first numbers.
    const first = events[0]?.n ?? 0;
    expect(events.map(({ n }) => n)).toEqual(events.map((_, index) => first + index));
    expect(events.map(({ event }) => event.kind)).toEqual(expect.arrayContaining(['desk', 'settings', 'entries']));
    await goTo('practice');
    expect((await keys()).length).toBe(1 + 20 - refused.length);
  });

  it('does not run a command of practice in live', async () => {
    await open();
    const input = { commandId: command(), request: request('A1') };
    await desk.call('entry.enqueue', input);
    await setService();
    await goTo('live');
    expect(await desk.call('entry.enqueue', input)).toMatchObject({ ok: false, problem: { kind: 'cancelled' } });
    expect(await keys()).toEqual([]);
  });

  it('runs each of its own commands once, even after a restart', async () => {
    await open();
    await setService();
    const commandId = command();
    await ask('desk.switch', { commandId, to: 'live' });
    await goTo('practice');
    await desk.close();
    await open();
    expect(await ask('desk.switch', { commandId, to: 'live' })).toMatchObject({ mode: 'practice' });
  });

  it('stays whole in its mode if a switch fails, and nothing continues in the other folder', async () => {
    await open({ desks: workerDesks });
    await setService();
    await capture('A1');
    // A folder that no file can replace.
    const obstacle = join(root, 'host', 'host.json');
    rmSync(obstacle);
    mkdirSync(join(obstacle, 'in the way'), { recursive: true });
    await expect(goTo('live')).rejects.toThrow();
    expect(await ask('desk.state', {})).toMatchObject({ mode: 'practice', folder: join(root, 'practice') });
    expect(await keys()).toEqual(['A1']);
    // The folder that was opened meanwhile is free again.
    const other = await startDesk({ folder: join(root, 'live') });
    await other.close();
    rmSync(obstacle, { recursive: true });
    await capture('A2');
    expect(await goTo('live')).toMatchObject({ mode: 'live' });
  });

  it('holds neither folder once it was closed, even during a switch', async () => {
    await open({ desks: workerDesks });
    await setService();
    const going = goTo('live').catch(() => null);
    await new Promise((resolve) => setTimeout(resolve, 5));
    await desk.close();
    await going;
    for (const folder of ['practice', 'live']) await (await startDesk({ folder: join(root, folder) })).close();
    expect(await problemOf(goTo('practice'))).toMatchObject({ kind: 'cancelled' });
  });

  it('cannot be opened by two hosts', async () => {
    await open();
    expect(await problemOf(openScreenDesk({ folder: root, host: 'browser', secrets }))).toMatchObject({
      kind: 'folder-in-use',
    });
  });
});

describe('a root folder', () => {
  it('created by the command line is itself one of the two folders', async () => {
    const own = await startDesk({ folder: root });
    await own.ask('entry.enqueue', { commandId: command(), request: request('A1') });
    await own.close();
    await open();
    expect(await ask('desk.state', {})).toMatchObject({ mode: 'practice', folder: root });
    expect(await keys()).toEqual(['A1']);
    await setService();
    expect(await goTo('live')).toMatchObject({ folder: join(root, 'host', 'live'), otherFolder: root });
    expect(dataFolderOf(root)).toBe(root);
  });

  it('created by a host stands for its current folder on the command line', async () => {
    await open({ service: service.url, account: 'Shop' });
    expect(await ask('desk.state', {})).toMatchObject({ mode: 'live', live: { account: 'Shop' } });
    expect(dataFolderOf(root)).toBe(join(root, 'live'));
    await goTo('practice');
    expect(dataFolderOf(root)).toBe(join(root, 'practice'));
    const elsewhere = join(root, 'elsewhere');
    mkdirSync(elsewhere);
    expect(dataFolderOf(elsewhere)).toBe(elsewhere);
  });
});
