import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Input, Output, ProcedureName } from '../../shared/contract/desk-contract.ts';
import { ProblemError, type Result } from '../../shared/contract/problem.ts';
import { rights as everyRight, type Right } from '../../shared/rights/rights.ts';
import { openScreenDesk } from '../../electron/hosts/open-screen-desk.ts';
import { callOfScreen, isOpenToScreens, type ScreenDesk } from '../../electron/rpc/screens/screen-desk.ts';
import { secretsInMemory } from '../../electron/secrets/secret-store.ts';
import { desksHere } from '../support/desk-here.ts';
import { freePort } from '../support/free-port.ts';
import { runDesk, temporaryFolder } from '../support/run-desk.ts';

let root: string;
let desk: ScreenDesk;

async function open(): Promise<void> {
  const opened = await openScreenDesk({ folder: root, host: 'browser', secrets: secretsInMemory(), desks: desksHere });
  onTestFinished(() => opened.close());
  desk = opened;
}
beforeEach(async () => {
  root = temporaryFolder();
  await open();
});

type Sent<N extends ProcedureName> = Input<N> & { approval?: { code: string; pin: string }; actor?: string };

/** As a screen asks. */
const ask = async <N extends ProcedureName>(name: N, input: Sent<N>) =>
  (await callOfScreen(desk, name, input)) as Result<Output<N>>;
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

/** An order that an answer was lost of, so that nobody knows whether the service has it. */
async function enterUnsure(): Promise<string> {
  await told('entry.enqueue', {
    commandId: commandId(),
    request: { endpoint: 2, body: { Package: { PackageId: 'UNSURE-1' } } },
    draft: true,
  });
  const [row] = (await told('entries.page', {})).rows;
  return row?.id ?? '';
}

describe('a desk where nobody is named for any right', () => {
  it('lets everybody do everything, and writes down who did', async () => {
    expect(await set({ actor: 'Jo' })).toMatchObject({ ok: true });
    expect(await log()).toMatchObject([
      {
        ...{ right: 'settings', procedure: 'settings.set', parts: 'holdSeconds', operator: 'Jo' },
        ...{ allowedBy: '', outcome: 'done', via: 'screen' },
      },
    ]);
  });
});

it('an act that the host does with a call of its thread is counted once, as one of the thread alone is', async () => {
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

it.each([[null], [true], [0], [''], [[]]])(
  'what is no input of any call is refused and written down by nobody: %j',
  async (input) => {
    for (const name of ['retention.now', 'backup.unlock', 'desk.reopen', 'settings.set'] as const)
      expect(await ask(name, input as never), name).toMatchObject({ ok: false, problem: { kind: 'invalid' } });
    expect(await log()).toEqual([]);
  },
);

describe('where a supervisor is named', () => {
  it('what not everybody may do is done with the PIN of somebody who may, and with no other', async () => {
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

  it('each of the acts asks, and what is none of them does not', async () => {
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

  it('an act is written down by what people call it, also when it fails', async () => {
    await nameSupervisor();
    const id = await enterUnsure();
    const again = { commandId: commandId(), id, decision: 'send-again', why: '', operator: 'Jo' } as const;
    await ask('entry.decide', { ...again, ...supervisor });
    expect(await log({ text: 'unsure-1' })).toMatchObject([
      { about: 'UNSURE-1', operator: 'Jo', allowedBy: 'Mia', outcome: 'failed', why: 'wrong-state' },
    ]);
  });

  it('wrong PINs make the next try wait, in the other folder and after a restart too, and the right one is taken', async () => {
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
    // another supervisor is not slowed down
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
    // it was the right one, and nothing of those before counts any more
    expect(await set(wrong)).toMatchObject({ problem: { params: { reason: 'pin-wrong', waits: 0 } } });
  }, 60_000);

  it('another supervisor ends the wait by saving the operator', async () => {
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

  it('more tries at once than a person makes are not looked at, and are counted in one line of the log', async () => {
    await nameSupervisor();
    const tries = Array.from({ length: 30 }, () => set({ approval: { code: 'mia', pin: '0000' } }));
    for (const answer of await Promise.all(tries.slice(1)))
      expect(answer).toMatchObject({ problem: { kind: 'needs-right', params: { reason: 'wait', right: 'settings' } } });
    const waited = (await log()).filter(({ why }) => why === 'wait');
    expect(waited).toMatchObject([{ outcome: 'denied', procedure: 'settings.set', parts: 'holdSeconds', times: 29 }]);
    await desk.close();
  });

  it('somebody can always give rights: who has one has a PIN, and the last who may is kept', async () => {
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
    // nobody has any right then, and the desk works as one without
    expect(await save('Mia', 'mia', '4711', [], supervisor)).toMatchObject({ ok: true });
    expect(await set()).toMatchObject({ ok: true });
  });

  it('rights hold in practice and in live, and no PIN is in the file of the log', async () => {
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

  it('no page can write the log, or look whether a PIN is right, past that', () => {
    expect(['rights.begin', 'rights.end'].map(isOpenToScreens)).toEqual([false, false]);
  });
});

describe('on the command line', () => {
  it('a PIN that was forgotten is set anew, and that is written down as the person of the machine', async () => {
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

  it('settings are set without a PIN, and told without a line in the log', async () => {
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
