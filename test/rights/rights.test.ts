import { isOpenToScreens } from '../../electron/desk/calls/answer-calls.ts';
import type { ScreenDesk } from '../../electron/desk/calls/screen-desk.ts';
import { openScreenDesk } from '../../electron/hosts/open-screen-desk.ts';
import { createMemorySecrets } from '../../electron/platform/secret-store.ts';
import type { Input, Output, ProcedureName } from '../../shared/contract/desk-contract.ts';
import { ProblemError, type Result } from '../../shared/contract/problem.ts';
import { rights as everyRight, type Right } from '../../shared/rights/rights.ts';
import { desksInThread } from '../support/desk-here.ts';
import { freePort } from '../support/free-port.ts';
import { runDesk, temporaryFolder } from '../support/run-desk.ts';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';

let root: string;
let desk: ScreenDesk;

async function open(): Promise<void> {
  const opened = await openScreenDesk({
    folder: root,
    host: 'browser',
    secrets: createMemorySecrets(),
    desks: desksInThread,
  });
  onTestFinished(() => opened.close());
  desk = opened;
}
beforeEach(async () => {
  root = temporaryFolder();
  await open();
});

type Sent<N extends ProcedureName> = Input<N> & { approval?: { code: string; pin: string }; actor?: string };

/** Asks as a screen does. */
const ask = async <N extends ProcedureName>(name: N, input: Sent<N>) =>
  (await desk.callFromScreen(name, input)) as Result<Output<N>>;
async function told<N extends ProcedureName>(name: N, input: Sent<N>): Promise<Output<N>> {
  const result = await ask(name, input);
  if (!result.ok) throw new ProblemError(result.problem);
  return result.value;
}
const commandId = () => randomUUID();
const save = (name: string, code: string, pin: string | null, rights: Right[], by: object = {}) =>
  ask('operators.save', { commandId: commandId(), name, code, pin, rights, ...by });
const supervisor = { approval: { code: 'mia', pin: '4711' } };
const nameSupervisor = () => save('Mia', 'mia', '4711', [...everyRight]);
const log = async (wanted: Input<'rights.log'> = {}) => (await told('rights.log', wanted)).acts;
const needs = (reason: string) => ({ ok: false, problem: { kind: 'needs-right', params: { reason } } });
const set = (more: object = {}) => ask('settings.set', { values: { holdSeconds: 9 }, ...more });
const holdSeconds = async () => (await told('settings.get', {})).holdSeconds;

/** An order whose answer was lost, so that it is unknown whether the service has it. */
async function enterUnsure(): Promise<string> {
  await told('entry.enqueue', {
    commandId: commandId(),
    request: { endpoint: 2, body: { Package: { PackageId: 'UNSURE-1' } } },
    draft: true,
  });
  const [row] = (await told('entries.page', {})).rows;
  return row?.id ?? '';
}

describe('a desk without operators with rights', () => {
  it('allows everything to everyone, and logs who did it', async () => {
    expect(await set({ actor: 'Jo' })).toMatchObject({ ok: true });
    expect(await log()).toMatchObject([
      {
        ...{ right: 'settings', procedure: 'settings.set', parts: 'holdSeconds', operator: 'Jo' },
        ...{ allowedBy: '', outcome: 'done', via: 'screen' },
      },
    ]);
  });
});

it('a protected action performed by both host and worker is counted once, like one performed by the worker alone', async () => {
  for (let n = 0; n < 3; n += 1) {
    expect(await set()).toMatchObject({ ok: true });
    expect(await save('Jo', 'jo', null, [])).toMatchObject({ ok: true });
    expect(await ask('desk.reopen', {})).toMatchObject({ ok: false });
  }
  const lines = await log();
  expect(
    Object.fromEntries(lines.map(({ procedure, outcome, times, unended }) => [procedure, [outcome, times, unended]])),
  ).toEqual({ 'settings.set': ['done', 3, 0], 'operators.save': ['done', 3, 0], 'desk.reopen': ['failed', 3, 0] });
  expect(lines).toHaveLength(3);
});

it.each([[null], [true], [0], [''], [[]]])('an invalid input is refused and not logged: %j', async (input) => {
  for (const name of ['retention.now', 'backup.unlock', 'desk.reopen', 'settings.set'] as const)
    expect(await ask(name, input as never), name).toMatchObject({ ok: false, problem: { kind: 'invalid' } });
  expect(await log()).toEqual([]);
});

describe('a desk with a supervisor', () => {
  it('performs protected actions only with the PIN of an operator with the right', async () => {
    await nameSupervisor();
    await save('Jo', 'jo', '1234', ['close'], supervisor);
    expect(await set()).toMatchObject(needs('none-given'));
    expect(await set({ approval: { code: 'nobody', pin: '4711' } })).toMatchObject(needs('unknown'));
    expect(await set({ approval: { code: 'mia', pin: '4712' } })).toMatchObject(needs('pin-wrong'));
    expect(await set({ approval: { code: 'jo', pin: '1234' } })).toMatchObject(needs('not-allowed'));
    expect(await holdSeconds()).not.toBe(9);
    expect(await set({ ...supervisor, actor: 'Jo' })).toMatchObject({ ok: true });
    expect(await holdSeconds()).toBe(9);
    expect((await log({ right: 'settings' })).map(({ outcome, why, allowedBy }) => [outcome, why, allowedBy])).toEqual([
      ['done', '', 'Mia'],
      ['denied', 'not-allowed', ''],
      ['denied', 'pin-wrong', ''],
      ['denied', 'unknown', ''],
      ['done', '', 'Mia'],
      ['done', '', ''],
    ]);
  });

  it('asks for a PIN for each protected action, and for no other call', async () => {
    await nameSupervisor();
    const id = await enterUnsure();
    await told('operators.enter', { code: 'mia', pin: '4711' });
    const asked: Promise<unknown>[] = [
      ask('entry.decide', { commandId: commandId(), id, decision: 'send-again', why: '' }),
      ask('entry.submit', { commandId: commandId(), id, decided: true }),
      ask('handover.close', { commandId: commandId(), handover: 'x' }),
      ask('backup.restore', { commandId: commandId(), name: 'x.db' }),
      ask('desk.switch', { commandId: commandId(), to: 'live' }),
      ask('desk.setService', { commandId: commandId(), address: `http://127.0.0.1:${await freePort()}` }),
      ask('desk.setSecret', { commandId: commandId(), value: 'x' }),
      ask('session.set', { startsDesk: true }),
      ask('printers.add', { commandId: commandId(), name: 'Desk 1', address: '127.0.0.1:9100' }),
      ask('printers.choose', { commandId: commandId(), size: '100x150', name: 'Desk 1' }),
      ask('printers.remove', { commandId: commandId(), name: 'Desk 1' }),
      ask('operators.forget', { commandId: commandId(), name: 'Mia' }),
      save('Jo', 'jo', '1234', ['settings']),
    ];
    for (const answer of await Promise.all(asked)) expect(answer).toMatchObject(needs('none-given'));
    expect(await ask('desk.switch', { commandId: commandId(), to: 'practice', actor: 'Jo' })).toMatchObject({
      ok: true,
    });
    expect(await ask('entry.submit', { commandId: commandId(), id })).toMatchObject({ ok: true });
  });

  it("logs an action under the order's key, even if it fails", async () => {
    await nameSupervisor();
    const id = await enterUnsure();
    const again = { commandId: commandId(), id, decision: 'send-again', why: '', operator: 'Jo' } as const;
    await ask('entry.decide', { ...again, ...supervisor });
    expect(await log({ text: 'unsure-1' })).toMatchObject([
      { about: 'UNSURE-1', operator: 'Jo', allowedBy: 'Mia', outcome: 'failed', why: 'wrong-state' },
    ]);
  });

  it('delays attempts after wrong PINs, also in the other folder and after a restart, and then accepts the right one', async () => {
    await nameSupervisor();
    await save('Ben', 'ben', '2580', [...everyRight], supervisor);
    await told('desk.setService', {
      commandId: commandId(),
      address: `http://127.0.0.1:${await freePort()}`,
      ...supervisor,
    });
    const wrong = { approval: { code: 'mia', pin: '0000' } };
    const tries = [await set(wrong), await set(wrong), await set(wrong), await set(wrong), await set(wrong)];
    for (const one of tries) expect(one).toMatchObject(needs('pin-wrong'));
    expect(tries.map((one) => !one.ok && one.problem.params?.['waits'])).toEqual([0, 0, 0, 0, 1]);
    // Another supervisor is not delayed.
    const ben = { approval: { code: 'ben', pin: '2580' } };
    expect(await ask('desk.switch', { commandId: commandId(), to: 'live', ...ben })).toMatchObject({ ok: true });
    const waits = (s: number) => ({ problem: { params: { reason: 'pin-wrong', waits: s } } });
    expect(await set(wrong)).toMatchObject(waits(2));
    await desk.close();
    await open();
    expect(await ask('operators.enter', { code: 'mia', pin: '0000' })).toMatchObject(waits(4));
    await desk.close();
    await open();
    expect(await set(supervisor)).toMatchObject({ ok: true });
    // The right PIN resets the count.
    expect(await set(wrong)).toMatchObject({ problem: { params: { reason: 'pin-wrong', waits: 0 } } });
  }, 60_000);

  it('ends the delay when another supervisor saves the operator', async () => {
    await nameSupervisor();
    await save('Ben', 'ben', '2580', [...everyRight], supervisor);
    const wrong = { approval: { code: 'mia', pin: '0000' } };
    for (let tried = 0; tried < 7; tried += 1) await set(wrong);
    expect(await set(wrong)).toMatchObject({ problem: { params: { waits: 8 } } });
    const ben = { approval: { code: 'ben', pin: '2580' } };
    expect(await ask('operators.save', { commandId: commandId(), name: 'Mia', code: 'mia', ...ben })).toMatchObject({
      ok: true,
    });
    expect(await set(wrong)).toMatchObject({ problem: { params: { waits: 0 } } });
    expect(await set(supervisor)).toMatchObject({ ok: true });
  }, 60_000);

  it('accepts the right PIN of a page that was open before, however many page names somebody makes up', async () => {
    await nameSupervisor();
    let [names, isOver] = [0, false];
    const flood = async () => {
      for (; !isOver; await nextTurn())
        await desk.callFromScreen(
          'settings.set',
          { values: { holdSeconds: 8 }, approval: { code: 'mia', pin: '0000' } },
          `made-up-${(names += 1)}`,
        );
    };
    const floods = Array.from({ length: 8 }, flood);
    await expect
      .poll(async () => (await log()).filter(({ why }) => why === 'pin-wrong').length, { timeout: 20_000 })
      .toBe(1);
    await expect.poll(() => names, { timeout: 20_000 }).toBeGreaterThan(20);
    expect(await set(supervisor)).toMatchObject({ ok: true });
    isOver = true;
    await desk.close();
    await Promise.all(floods);
  }, 60_000);

  it('refuses more simultaneous attempts than a person makes, and counts them in one row of the log', async () => {
    await nameSupervisor();
    const tries = Array.from({ length: 30 }, () => set({ approval: { code: 'mia', pin: '0000' } }));
    for (const answer of await Promise.all(tries.slice(1)))
      expect(answer).toMatchObject({ problem: { kind: 'needs-right', params: { reason: 'wait', right: 'settings' } } });
    const waited = (await log()).filter(({ why }) => why === 'wait');
    expect(waited).toMatchObject([{ outcome: 'denied', procedure: 'settings.set', parts: 'holdSeconds', times: 29 }]);
    await desk.close();
  });

  it('always keeps an operator who can grant rights: rights need a PIN, and the last supervisor stays', async () => {
    const refused = (reason: string) => ({ ok: false, problem: { kind: 'invalid', params: { reason } } });
    expect(await save('Jo', 'jo', null, ['settings'])).toMatchObject(refused('rights-need-pin'));
    expect(await save('Jo', 'jo', '1234', ['close'])).toMatchObject(refused('no-supervisor'));
    expect((await told('operators.list', {})).operators).toEqual([]);
    await nameSupervisor();
    await save('Jo', 'jo', '1234', ['close'], supervisor);
    expect(await save('Mia', 'mia', '4711', ['restore'], supervisor)).toMatchObject(refused('no-supervisor'));
    expect(await ask('operators.forget', { commandId: commandId(), name: 'Mia', ...supervisor })).toMatchObject(
      refused('no-supervisor'),
    );
    await save('Jo', 'jo', '1234', [], supervisor);
    // Now no operator has a right, and the desk works without protection.
    expect(await save('Mia', 'mia', '4711', [], supervisor)).toMatchObject({ ok: true });
    expect(await set()).toMatchObject({ ok: true });
  });

  it('has the same rights in practice and live, and no PIN in its database', async () => {
    await told('desk.setService', { commandId: commandId(), address: `http://127.0.0.1:${await freePort()}` });
    await nameSupervisor();
    expect(await ask('desk.switch', { commandId: commandId(), to: 'live', ...supervisor })).toMatchObject({ ok: true });
    expect(await log()).toMatchObject([{ right: 'go-live', outcome: 'done', allowedBy: 'Mia' }]);
    expect(await set()).toMatchObject(needs('none-given'));
    await set({ approval: { code: 'mia', pin: '90807060' } });
    await desk.close();
    for (const name of ['desk.db', 'desk.db-wal']) {
      const bytes = tryRead(join(root, 'live', name));
      expect(bytes.includes('90807060') || bytes.includes('4711')).toBe(false);
    }
  });

  it('lets no page write the log or check a PIN through other calls', () => {
    expect(['rights.begin', 'rights.end'].map(isOpenToScreens)).toEqual([false, false]);
  });
});

describe('on the command line', () => {
  it('a forgotten PIN is set again, and logged under the user of the machine', async () => {
    await nameSupervisor();
    await desk.close();
    const folder = join(root, 'practice');
    const ran = await runDesk(['operator', 'Mia', '--data', folder, '--pin-file', '-'], '8888\n');
    expect(ran).toMatchObject({ code: 0, lines: [{ name: 'Mia', hasPin: true, rights: everyRight }] });
    await open();
    expect(await set(supervisor)).toMatchObject(needs('pin-wrong'));
    expect(await set({ approval: { code: 'mia', pin: '8888' } })).toMatchObject({ ok: true });
    expect((await log()).find(({ via }) => via === 'command-line')).toMatchObject({
      ...{ right: 'settings', procedure: 'operators.save', about: 'Mia', parts: 'operator pin', outcome: 'done' },
      operator: expect.stringMatching(/./),
    });
  });

  it('settings are set without a PIN and logged, and reading them is not logged', async () => {
    await nameSupervisor();
    await desk.close();
    const folder = join(root, 'practice');
    expect((await runDesk(['settings', '--data', folder, '--set', 'holdSeconds=7'])).code).toBe(0);
    expect((await runDesk(['settings', '--data', folder])).code).toBe(0);
    await open();
    expect(await log()).toMatchObject([{ parts: 'holdSeconds', via: 'command-line' }, { procedure: 'operators.save' }]);
  });
});

function tryRead(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
}
