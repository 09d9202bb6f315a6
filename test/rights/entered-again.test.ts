import type { ScreenDesk } from '../../electron/desk/calls/screen-desk.ts';
import { openScreenDesk } from '../../electron/hosts/open-screen-desk.ts';
import { createMemorySecrets } from '../../electron/platform/secret-store.ts';
import type { Input, Output, ProcedureName } from '../../shared/contract/desk-contract.ts';
import type { Result } from '../../shared/contract/problem.ts';
import { rights as everyRight } from '../../shared/rights/rights.ts';
import { desksInThread } from '../support/desk-here.ts';
import { labelCapture, openTestOutbox, skuCapture } from '../support/open-test-outbox.ts';
import { runDesk, temporaryFolder } from '../support/run-desk.ts';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
  withdrawUnsure();
});

const keys = ['A-1', 'A-2'];

/** Orders withdrawn after their answers were lost. */
function withdrawUnsure(): void {
  const box = openTestOutbox({ folder });
  const { outbox, now } = box;
  for (const key of keys) outbox.enqueue(randomUUID(), labelCapture(key), 'Jo', false);
  for (const claimed of outbox.sync.claim(9, now(), 'practice', [])) {
    const lost = { events: ['lost'] as const, why: { said: 'a test' }, wait: null, maybeTaken: true };
    outbox.sync.settle(claimed, null, 'unsure', lost, now());
    outbox.withdraw(claimed.id, { operator: 'Jo', why: '', decided: true, alone: true });
  }
  box.close();
}

async function openGuarded() {
  const desk: ScreenDesk = await openScreenDesk({
    folder,
    host: 'browser',
    secrets: createMemorySecrets(),
    desks: desksInThread,
  });
  onTestFinished(() => desk.close());
  const ask = async <N extends ProcedureName>(name: N, input: Input<N> & { approval?: typeof approval }) =>
    (await desk.callFromScreen(name, input)) as Result<Output<N>>;
  await ask('settings.set', { values: { holdSeconds: 3600 } });
  await ask('operators.save', { commandId: randomUUID(), name: 'Mia', ...approval, rights: [...everyRight] });
  const acts = async () => {
    const log = await ask('rights.log', { right: 'send-again' });
    return log.ok ? log.value.acts.map(({ procedure, about, outcome }) => [procedure, about, outcome]) : [];
  };
  return { ask, acts };
}
const approval = { code: 'mia', pin: '4711' };
const request = (PackageId: string) => ({ endpoint: 2, body: labelCapture(PackageId).body });
const needsRight = { ok: false, problem: { kind: 'needs-right', params: { right: 'send-again' } } };
const maybeTaken = { ok: false, problem: { kind: 'maybe-taken', params: { reason: 'withdrawn', key: 'A-1' } } };

it('an order that the service may have can be entered again only with the right to send again', async () => {
  const { ask, acts } = await openGuarded();
  const enter = (more: object = {}) =>
    ask('entry.enqueue', { commandId: randomUUID(), request: request('A-1'), ...more });
  expect(await enter()).toMatchObject(maybeTaken);
  expect(await enter({ decided: true })).toMatchObject(needsRight);
  expect(await enter({ decided: true, approval })).toMatchObject({ ok: true, value: { state: 'queued' } });
  expect(await acts()).toEqual([['entry.enqueue', 'A-1', 'done']]);
});

it('only with the right to send again is an answer of the service a refusal, after which the order can be sent again', async () => {
  // its ids begin again with each outbox of a test
  folder = temporaryFolder();
  const box = openTestOutbox({ folder });
  const { id } = box.outbox.enqueue(randomUUID(), skuCapture('S-1'), 'Jo', false);
  for (const claimed of box.outbox.sync.claim(9, box.now(), 'practice', [])) {
    const said = { said: 'under review', events: ['accepted'] as const, asks: 'unknown-text' as const };
    box.outbox.sync.settle(claimed, null, 'accepted', { ...said, why: { said: 'a test' }, wait: null }, box.now());
  }
  box.close();
  const { ask, acts } = await openGuarded();
  const decide = (decision: 'refusal' | 'send-again', more: object = {}) =>
    ask('entry.decide', { commandId: randomUUID(), id, decision, why: '', operator: 'Jo', ...more });
  const sendOnceMore = () =>
    ask('entry.mend', {
      commandId: randomUUID(),
      id,
      request: { endpoint: 15, body: skuCapture('S-1').body },
      operator: 'Jo',
    });
  expect(await decide('send-again')).toMatchObject(needsRight);
  expect(await decide('refusal')).toMatchObject(needsRight);
  expect(await sendOnceMore()).toMatchObject({ ok: false, problem: { kind: 'maybe-taken' } });
  expect(await decide('refusal', { approval })).toMatchObject({ ok: true, value: { state: 'refused' } });
  expect(await sendOnceMore()).toMatchObject({ ok: true, value: { state: 'queued' } });
  expect(await acts()).toEqual([['entry.decide', 'S-1', 'done']]);
});

it('an import holds back only such an order, until an operator with the right decides', async () => {
  const { ask, acts } = await openGuarded();
  const rows = ['A-1', 'B-1', 'B-2'].map((key) => `${key},SGP,Ana Ruiz,ES,1`);
  const base64 = Buffer.from(['PackageId,ServiceCode,Contact,Country,Weight', ...rows].join('\n')).toString('base64');
  const opened = await ask('import.open', { name: 'orders.csv', base64, as: 'label-order' });
  if (!opened.ok) throw new Error(opened.problem.message);
  const { importId, mapping } = opened.value;
  const run = (more: object = {}) => ask('import.run', { commandId: randomUUID(), importId, mapping, ...more });
  expect(await run()).toMatchObject({
    value: {
      queued: 2,
      bad: 1,
      badRows: [{ key: 'A-1', problems: [{ code: 'maybe-taken', params: { reason: 'withdrawn' } }] }],
    },
  });
  expect(await run({ decided: true })).toMatchObject(needsRight);
  expect(await run()).toMatchObject({ value: { queued: 0, bad: 1 } });
  expect(await run({ decided: true, approval })).toMatchObject({ value: { queued: 1, bad: 0 } });
  expect(await acts()).toEqual([['import.run', '', 'done']]);
});

it('a decision in an import covers only the orders that a run has held back, not one that is corrected since', async () => {
  const { ask } = await openGuarded();
  const lines = ['PackageId,ServiceCode,Contact,Country,Weight', 'A-1,SGP,Ana Ruiz,ES,1', 'A-2,SGP,Ana Ruiz,ES,heavy'];
  const base64 = Buffer.from(lines.join('\n')).toString('base64');
  const opened = await ask('import.open', { name: 'orders.csv', base64, as: 'label-order' });
  if (!opened.ok) throw new Error(opened.problem.message);
  const { importId, mapping } = opened.value;
  const run = (more: object = {}) => ask('import.run', { commandId: randomUUID(), importId, mapping, ...more });
  expect(await run()).toMatchObject({ value: { queued: 0, bad: 2 } });
  const corrections = [{ row: 3, column: 4, text: '1' }];
  const held = { key: 'A-2', problems: [{ code: 'maybe-taken', params: { reason: 'withdrawn' } }] };
  expect(await run({ corrections, decided: true, approval })).toMatchObject({
    value: { queued: 1, bad: 1, badRows: [held] },
  });
  expect(await run({ corrections, decided: true, approval })).toMatchObject({ value: { queued: 1, bad: 0 } });
});

it('commands accept such an order only with an option, and log its use', async () => {
  const lines = [...keys, 'B-1'].map((key) => JSON.stringify(request(key))).join('\n');
  const held = await runDesk(['enqueue', '--data', folder], lines);
  expect(held.code).toBe(2);
  expect(held.lines).toMatchObject([
    { ok: false, problem: { kind: 'maybe-taken' } },
    { ok: false, problem: { kind: 'maybe-taken' } },
    { key: 'B-1', state: 'queued' },
  ]);
  const file = join(temporaryFolder(), 'orders.csv');
  writeFileSync(file, 'PackageId,ServiceCode,Contact,Country,Weight\nA-1,SGP,Ana Ruiz,ES,1\nB-2,SGP,Ana Ruiz,ES,1\n');
  const imported = ['import', file, '--as', 'label-order', '--data', folder];
  expect((await runDesk(imported)).lines).toMatchObject([
    { key: 'A-1', state: 'problem' },
    { key: 'B-2', state: 'queued' },
  ]);
  expect((await runDesk([...imported, '--send-again'])).lines).toMatchObject([
    { key: 'A-1', state: 'queued' },
    { key: 'B-2', state: 'queued', already: true },
  ]);
  const [, second = ''] = lines.split('\n');
  expect((await runDesk(['enqueue', '--data', folder, '--send-again'], second)).lines).toMatchObject([
    { key: 'A-2', state: 'queued' },
  ]);
  const { acts } = await openGuarded();
  expect((await acts()).toReversed()).toEqual([
    ['import.file', '', 'done'],
    ['entry.enqueue', 'A-2', 'done'],
  ]);
});
