import { replaceSafeguards, readSafeguards } from '../../electron/copies/restore/safeguards.ts';
import { isOpenToScreens } from '../../electron/desk/calls/answer-calls.ts';
import type { ScreenDesk } from '../../electron/desk/calls/screen-desk.ts';
import { openScreenDesk } from '../../electron/hosts/open-screen-desk.ts';
import { exportOperators } from '../../electron/operators/operators.ts';
import { createMemorySecrets } from '../../electron/platform/secret-store.ts';
import { openDesk, openDeskReader } from '../../electron/storage/database/open-desk.ts';
import type { Input, Output, ProcedureName } from '../../shared/contract/desk-contract.ts';
import { ProblemError, type Result } from '../../shared/contract/problem.ts';
import { desksInThread } from '../support/desk-here.ts';
import { freePort } from '../support/free-port.ts';
import Database from 'better-sqlite3';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

let root: string;
let desk: ScreenDesk;
let commands = 0;
const command = () => `operators-${process.pid}-${++commands}`;

async function ask<N extends ProcedureName>(name: N, input: Input<N>): Promise<Output<N>> {
  const result = (await desk.call(name, input)) as Result<Output<N>>;
  if (!result.ok) throw new ProblemError(result.problem);
  return result.value;
}
const goTo = (to: 'practice' | 'live') => ask('desk.switch', { commandId: command(), to });
const save = (name: string, code: string, pin?: string) =>
  ask('operators.save', { commandId: command(), name, code, ...(pin !== undefined && { pin }) });
const forget = (name: string) => ask('operators.forget', { commandId: command(), name });
const names = async () => (await ask('operators.list', {})).operators.map(({ name }) => name);
const enter = async (code: string, pin: string) => desk.call('operators.enter', { code, pin });
const wrongPin = { ok: false, problem: { params: { reason: 'pin-wrong' } } };

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'parcel-operators-'));
  desk = await openScreenDesk({ folder: root, host: 'browser', secrets: createMemorySecrets(), desks: desksInThread });
  const address = `http://127.0.0.1:${await freePort()}`;
  await ask('desk.setService', { commandId: command(), address });
});
afterEach(async () => {
  await desk.close();
  rmSync(root, { recursive: true, force: true });
});

it('going live keeps operators, badges, PINs and scanner settings', async () => {
  const mia = await save('Mia', 'm', '4711');
  await ask('desk.remember', { name: 'scanner', value: { burstMs: 42 } });
  await goTo('live');
  expect(await enter(mia.badge, '4711')).toEqual({ ok: true, value: mia });
  expect(await enter('m', '0000')).toMatchObject(wrongPin);
  expect((await ask('desk.recall', { name: 'scanner' })).value).toEqual({ burstMs: 42 });
});

it('the language of screens is carried over as displayed, not as a setting a user made', async () => {
  await ask('desk.remember', { name: 'language', value: 'en' });
  await goTo('live');
  expect((await ask('settings.get', {})).lang).toBe('en');
  await ask('desk.remember', { name: 'language', value: 'zh-CN' });
  expect((await ask('settings.get', {})).lang).toBe('zh');
});

it('an operator changed or removed in one folder is changed or removed in the other', async () => {
  await save('Mia', 'm', '4711');
  await save('Jo', 'j');
  await goTo('live');
  await forget('Jo');
  await save('Ana', 'm2');
  // They swap their codes.
  await save('Ana', 'x');
  await save('Mia', 'm2', '9999');
  await save('Ana', 'm');
  await goTo('practice');
  expect(await names()).toEqual(['Ana', 'Mia']);
  expect(await enter('m2', '4711')).toMatchObject(wrongPin);
  expect(await enter('m2', '9999')).toMatchObject({ ok: true, value: { name: 'Mia' } });
  await goTo('live');
  expect(await names()).toEqual(['Ana', 'Mia']);
});

it('no screen can read the hashes of PINs', () => {
  expect([isOpenToScreens('operators.hand'), isOpenToScreens('operators.take')]).toEqual([false, false]);
});

it('a removed operator stays removed, whatever a screen stores on the desk', async () => {
  await save('Mia', 'm', '4711');
  await save('Jo', 'j', '1234');
  await goTo('live');
  await forget('Jo');
  expect(await desk.callFromScreen('desk.remember', { name: 'operators/shared', value: [] })).toMatchObject({
    problem: { kind: 'invalid' },
  });
  // More than there is space for: the oldest values are dropped.
  for (let n = 0; n < 501; n += 1)
    expect(await desk.callFromScreen('desk.remember', { name: `form/${n}`, value: n })).toMatchObject({ ok: true });
  await goTo('practice');
  expect(await names()).toEqual(['Mia']);
});

it('a desk of an older version passes on which operators it has removed', async () => {
  await save('Mia', 'm', '4711');
  await save('Jo', 'j', '1234');
  await goTo('live');
  await forget('Jo');
  await desk.close();
  const db = new Database(join(root, 'live', 'desk.db'));
  const kept = db.prepare("SELECT value FROM fact WHERE name = 'operators-shared'").pluck().get();
  db.prepare("INSERT INTO memory (name, value, at) VALUES ('operators/shared', ?, 0)").run(kept);
  db.prepare("DELETE FROM fact WHERE name = 'operators-shared'").run();
  db.close();
  desk = await openScreenDesk({ folder: root, host: 'browser', secrets: createMemorySecrets(), desks: desksInThread });
  await goTo('practice');
  expect(await names()).toEqual(['Mia']);
});

it('an operator without a PIN cannot take over while each choice of operator requires one', async () => {
  await save('Mia', 'm', '4711');
  await save('Jo', 'j');
  await ask('settings.set', { values: { operatorPin: true } });
  expect(await desk.call('operators.enter', { code: 'j' })).toMatchObject({
    problem: { params: { reason: 'no-pin' } },
  });
  expect(await desk.call('operators.enter', { code: 'm' })).toMatchObject({
    problem: { params: { reason: 'pin-needed' } },
  });
  expect(await enter('m', '4711')).toMatchObject({ ok: true, value: { name: 'Mia' } });
  await ask('settings.set', { values: { operatorPin: false } });
  expect(await desk.call('operators.enter', { code: 'j' })).toMatchObject({ ok: true, value: { name: 'Jo' } });
});

it('no screen can write values of the desk itself or of learned imports', async () => {
  const columns = Buffer.from('PackageId;Weight\nA1;2\n').toString('base64');
  const opened = await ask('import.open', { name: 'a.csv', base64: columns });
  await ask('import.check', { importId: opened.importId, mapping: opened.mapping, corrections: [] });
  await goTo('live');
  await desk.close();
  const names = ['practice', 'live'].flatMap((mode) => {
    const db = new Database(join(root, mode, 'desk.db'));
    try {
      return db.prepare<[], string>('SELECT name FROM memory UNION SELECT name FROM fact').pluck().all();
    } finally {
      db.close();
    }
  });
  expect(names).toEqual(expect.arrayContaining([expect.stringMatching(/^import\//), 'operators-shared']));
  desk = await openScreenDesk({ folder: root, host: 'browser', secrets: createMemorySecrets(), desks: desksInThread });
  for (const name of names)
    expect(await desk.callFromScreen('desk.remember', { name, value: [] }), name).toMatchObject({ ok: false });
});

it('restoring a backup restores no operator who was removed since', async () => {
  await save('Mia', 'm', '4711');
  await save('Jo', 'j', '1234');
  await goTo('live');
  await forget('Jo');
  await desk.close();
  const live = openDeskReader(join(root, 'live'));
  const guards = readSafeguards(live);
  live.close();
  const restored = openDesk(join(root, 'restored'));
  replaceSafeguards(restored, guards);
  expect(exportOperators(restored)()).toMatchObject({ operators: [{ name: 'Mia' }], sharedNames: ['Jo', 'Mia'] });
  restored.close();
  desk = await openScreenDesk({ folder: root, host: 'browser', secrets: createMemorySecrets(), desks: desksInThread });
});
