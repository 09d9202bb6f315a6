import { answerCalls, fixedFolder } from '../../electron/desk/calls/answer-calls.ts';
import type { Desk } from '../../electron/desk/threads/desk.ts';
import { createStays, stayMs } from '../../electron/operators/settings-stays.ts';
import { startDeskInThread } from '../support/desk-here.ts';
import { temporaryFolder } from '../support/run-desk.ts';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const stay = 'stay-of-one-visit-1';
const asked = { stay, right: 'settings', procedure: 'settings.set', operator: 'Jo' } as const;

describe('a PIN entered in the settings', () => {
  let now: number;
  let rights: string[];
  const open = () =>
    createStays(
      () => now,
      (name) => rights.includes(name),
    );
  beforeEach(() => {
    now = 0;
    rights = ['Mia'];
  });

  it('is valid for the next changes of the same visit and operator, and for no other', () => {
    const stays = open();
    expect(stays.approverFor(asked)).toBeNull();
    stays.begin(asked, 'Mia');
    expect(stays.approverFor({ ...asked, procedure: 'printers.add' })).toBe('Mia');
    expect(stays.approverFor({ ...asked, operator: 'Ben' })).toBeNull();
    expect(stays.approverFor({ ...asked, stay: 'stay-of-one-visit-2' })).toBeNull();
    expect(stays.approverFor({ ...asked, stay: undefined })).toBeNull();
  });

  it('is not valid for actions that ask for a PIN each time', () => {
    const stays = open();
    stays.begin(asked, 'Mia');
    for (const procedure of ['operators.save', 'operators.forget', 'retention.now', 'backup.sheet', 'backup.unlock'])
      expect(stays.approverFor({ ...asked, procedure }), procedure).toBeNull();
    expect(stays.approverFor({ ...asked, right: 'go-live', procedure: 'desk.switch' })).toBeNull();
    stays.begin({ ...asked, stay: 'stay-of-one-visit-3', procedure: 'operators.save' }, 'Mia');
    expect(stays.approverFor({ ...asked, stay: 'stay-of-one-visit-3' })).toBeNull();
  });

  it('is valid while the page reports activity, and no longer', () => {
    const stays = open();
    stays.begin(asked, 'Mia');
    for (let step = 0; step < 5; step += 1) {
      now += stayMs - 1;
      expect(stays.extend(stay)).toBe(now + stayMs);
    }
    now += stayMs;
    expect(stays.approverFor(asked)).toBeNull();
    expect(stays.extend(stay)).toBeNull();
    stays.begin(asked, 'Mia');
    stays.end(stay);
    expect(stays.approverFor(asked)).toBeNull();
  });

  it('is no longer valid once its owner has lost the right', () => {
    const stays = open();
    stays.begin(asked, 'Mia');
    rights = [];
    expect(stays.approverFor(asked)).toBeNull();
  });
});

describe('a desk with an open settings visit', { timeout: 60_000 }, () => {
  let desk: Desk;
  beforeEach(async () => {
    const root = temporaryFolder();
    desk = await startDeskInThread({ folder: join(root, 'data'), machine: join(root, 'machine') });
    const mia = { name: 'Mia', code: 'mia', pin: '4711', rights: ['settings' as const] };
    await desk.ask('operators.save', { commandId: randomUUID(), ...mia });
  });
  afterEach(() => desk.close());
  const screen = () => answerCalls(fixedFolder((name, input) => desk.call(name, input)));
  const set = (holdSeconds: number, more: object = {}) =>
    screen().callFromScreen('settings.set', { values: { holdSeconds }, actor: 'Jo', stay, ...more });
  const approval = { code: 'mia', pin: '4711' };
  const refused = (lasts: number) => ({ ok: false, problem: { kind: 'needs-right', params: { lasts } } });

  it('asks for a PIN once, logs each action with its approver, and asks again after the visit', async () => {
    expect(await set(7)).toMatchObject(refused(1));
    expect(await set(7, { approval: { ...approval, pin: '0000' } })).toMatchObject(refused(1));
    expect(await set(7)).toMatchObject(refused(1));
    expect(await set(7, { approval })).toMatchObject({ ok: true });
    expect(await set(8)).toMatchObject({ ok: true });
    expect(await set(9, { actor: 'Ben' })).toMatchObject(refused(1));
    const { acts } = await desk.ask('rights.log', { limit: 2 });
    expect(acts.map(({ outcome, allowedBy, operator, times }) => [outcome, allowedBy, operator, times])).toEqual([
      ['done', 'Mia', 'Jo', 2],
      ['denied', '', 'Jo', 1],
    ]);
    expect(await screen().callFromScreen('rights.stay', { stay, goesOn: false })).toMatchObject({
      value: { until: null },
    });
    expect(await set(9)).toMatchObject(refused(1));
    expect((await desk.ask('settings.get', {})).holdSeconds).toBe(8);
  });

  it('asks each time without a visit, for changes of operators, and for a setting that erases data', async () => {
    expect(await set(7, { approval })).toMatchObject({ ok: true });
    expect(await set(8, { stay: undefined })).toMatchObject(refused(0));
    const erases = { values: { holdSeconds: 6, retentionDays: 1 }, actor: 'Jo', stay };
    expect(await set(7, { approval })).toMatchObject({ ok: true });
    expect(await screen().callFromScreen('settings.set', erases)).toMatchObject(refused(0));
    expect(await screen().callFromScreen('settings.set', { ...erases, approval })).toMatchObject({ ok: true });
    const ben = { commandId: randomUUID(), name: 'Ben', code: 'ben', actor: 'Jo', stay };
    expect(await screen().callFromScreen('operators.save', ben)).toMatchObject(refused(0));
  });
});
