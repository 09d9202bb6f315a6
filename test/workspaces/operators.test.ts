import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Input, Output, ProcedureName } from '../../shared/contract/desk-contract.ts';
import { ProblemError, type Result } from '../../shared/contract/problem.ts';
import { openScreenDesk } from '../../electron/hosts/open-screen-desk.ts';
import { isOpenToScreens, type ScreenDesk } from '../../electron/rpc/screens/screen-desk.ts';
import { secretsInMemory } from '../../electron/secrets/secret-store.ts';
import { desksHere } from '../support/desk-here.ts';
import { freePort } from '../support/free-port.ts';

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
  desk = await openScreenDesk({ folder: root, host: 'browser', secrets: secretsInMemory(), desks: desksHere });
  const address = `http://127.0.0.1:${await freePort()}`;
  await ask('desk.setService', { commandId: command(), address });
});
afterEach(async () => {
  await desk.close();
  rmSync(root, { recursive: true, force: true });
});

it('going live keeps operators, badges and PINs, and how the scanner is heard', async () => {
  const mia = await save('Mia', 'm', '4711');
  await ask('desk.remember', { name: 'scanner', value: { burstMs: 42 } });
  await goTo('live');
  expect(await enter(mia.badge, '4711')).toEqual({ ok: true, value: mia });
  expect(await enter('m', '0000')).toMatchObject(wrongPin);
  expect((await ask('desk.recall', { name: 'scanner' })).value).toEqual({ burstMs: 42 });
});

it('the language that screens show goes along as what is shown, and is no setting that somebody made', async () => {
  await ask('desk.remember', { name: 'language', value: 'en' });
  await goTo('live');
  expect((await ask('settings.get', {})).lang).toBe('en');
  await ask('desk.remember', { name: 'language', value: 'zh-CN' });
  expect((await ask('settings.get', {})).lang).toBe('zh');
});

it('whoever was changed or forgotten in one folder is so in the other', async () => {
  await save('Mia', 'm', '4711');
  await save('Jo', 'j');
  await goTo('live');
  await forget('Jo');
  await save('Ana', 'm2');
  // they change their codes with each other
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

it('no screen is told of the hashes of PINs', () => {
  expect([isOpenToScreens('operators.hand'), isOpenToScreens('operators.take')]).toEqual([false, false]);
});
