import type { ScreenDesk } from '../../electron/desk/calls/screen-desk.ts';
import type { OpenDesks } from '../../electron/desk/workspaces/open-desks.ts';
import { openScreenDesk } from '../../electron/hosts/open-screen-desk.ts';
import { createMemorySecrets } from '../../electron/platform/secret-store.ts';
import type { Input, Output, ProcedureName } from '../../shared/contract/desk-contract.ts';
import { ProblemError, type Result } from '../../shared/contract/problem.ts';
import { rights as everyRight, type Right } from '../../shared/rights/rights.ts';
import { desksInThread } from '../support/desk-here.ts';
import { freePort } from '../support/free-port.ts';
import { runDesk, temporaryFolder } from '../support/run-desk.ts';
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';

let root: string;
let service: string;
let desk: ScreenDesk;

beforeEach(async () => {
  root = temporaryFolder();
  service = `http://127.0.0.1:${await freePort()}`;
});

async function open(given: { service?: string; desks?: OpenDesks } = {}): Promise<void> {
  const opened = await openScreenDesk({
    ...{ folder: root, host: 'browser', secrets: createMemorySecrets(), desks: desksInThread },
    ...given,
  });
  onTestFinished(() => opened.close());
  desk = opened;
}
type Sent<N extends ProcedureName> = Input<N> & { approval?: { code: string; pin: string } };
const ask = async <N extends ProcedureName>(name: N, input: Sent<N>) =>
  (await desk.callFromScreen(name, input)) as Result<Output<N>>;
async function told<N extends ProcedureName>(name: N, input: Sent<N>): Promise<Output<N>> {
  const result = await ask(name, input);
  if (!result.ok) throw new ProblemError(result.problem);
  return result.value;
}
const save = (name: string, code: string, more: { pin?: string; rights?: Right[] } = {}, approval?: object) =>
  told('operators.save', { commandId: randomUUID(), name, code, ...more, ...approval });
const supervisor = (pin: string) => ({ pin, rights: [...everyRight] });
const goTo = (to: 'practice' | 'live', approval?: { code: string; pin: string }) =>
  ask('desk.switch', { commandId: randomUUID(), to, ...(approval && { approval }) });
const operators = async () =>
  (await told('operators.list', {})).operators.map(({ name, code, rights }) => `${name} ${code} ${rights.length}`);
const isPin = async (code: string, pin: string) => (await ask('operators.enter', { code, pin })).ok;
const needs = (reason: string) => ({ ok: false, problem: { kind: 'needs-right', params: { reason } } });
const log = async () =>
  (await told('rights.log', {})).acts.map(({ procedure, allowedBy, outcome, why }) =>
    [procedure, allowedBy, outcome, why].join(' ').trim(),
  );

/** Boss has every right in live; in practice, an operator without rights has the same code. */
async function guardLiveAlone(): Promise<void> {
  await open({ service });
  await save('Boss', '7', supervisor('4711'));
  const practice = await at('practice');
  await practice.ask('operators.save', { commandId: randomUUID(), name: 'Ana', code: '7' });
  await practice.close();
}

const at = (mode: 'practice' | 'live') => desksInThread.openAsOwner({ folder: join(root, mode) });

/** Practice is created again beside a guarded live folder, and the desk is left in practice. */
async function losePractice(): Promise<void> {
  await guardLiveAlone();
  expect(await goTo('practice')).toMatchObject({ ok: true });
  await desk.close();
  rmSync(join(root, 'practice'), { recursive: true });
  await open();
}

describe('practice and live', () => {
  it('share operators: if two have the same code, the one with rights keeps it and the other gets a free one', async () => {
    await guardLiveAlone();
    const { badge } = (await told('operators.list', {})).operators.find(({ name }) => name === 'Boss') ?? { badge: '' };
    expect(await goTo('practice')).toMatchObject({ ok: true });
    expect(await operators()).toEqual(['Ana 7-2 0', 'Boss 7 5']);
    expect(await isPin(badge, '4711')).toBe(true);
    expect(await ask('settings.set', { values: { holdSeconds: 9 } })).toMatchObject(needs('none-given'));
    expect(
      await ask('operators.save', { commandId: randomUUID(), name: 'Boss', code: '8', ...supervisor('6666') }),
    ).toMatchObject(needs('none-given'));
    expect(await goTo('live', { code: '7', pin: '4711' })).toMatchObject({ ok: true });
    expect(await operators()).toEqual(['Ana 7-2 0', 'Boss 7 5']);
  });

  it('apply the rights of live when going live, and an unguarded practice folder changes no operator with rights in live', async () => {
    await losePractice();
    expect(await operators()).toEqual([]);
    await save('Mal', '7');
    await save('Boss', '8', supervisor('6666'));
    expect(await goTo('live')).toMatchObject({ ...needs('none-given'), problem: { params: { holders: 'Boss' } } });
    expect(await goTo('live', { code: '8', pin: '6666' })).toMatchObject(needs('unknown'));
    expect(await goTo('live', { code: 'Boss', pin: '6666' })).toMatchObject(needs('pin-wrong'));
    expect((await told('desk.state', {})).mode).toBe('practice');
    expect((await log()).slice(0, 2)).toEqual(['desk.switch  denied pin-wrong', 'desk.switch  denied unknown']);
    expect(await goTo('live', { code: 'Boss', pin: '4711' })).toMatchObject({ ok: true, value: { mode: 'live' } });
    expect((await log())[0]).toBe('desk.switch Boss done');
    expect(await operators()).toEqual(['Boss 7 5', 'Mal 7-2 0']);
    expect([await isPin('7', '4711'), await isPin('7', '6666')]).toEqual([true, false]);
  });

  it('share one reader of live, however many calls ask to go there, and close it after the last', async () => {
    await losePractice();
    await desk.close();
    let [opened, most] = [0, 0];
    const read: OpenDesks['openForReading'] = async (options) => {
      const reader = await desksInThread.openForReading(options);
      most = Math.max(most, (opened += 1));
      // a thread takes a few turns to start
      await nextTurn();
      return { ...reader, close: () => ((opened -= 1), reader.close()) };
    };
    await open({ desks: { ...desksInThread, openForReading: read } });
    const calls = Array.from({ length: 40 }, () => goTo('live'));
    const approved = goTo('live', { code: 'Boss', pin: '4711' });
    for (const answer of await Promise.all(calls)) expect(answer.ok).toBe(false);
    expect(await approved).toMatchObject({ ok: true, value: { mode: 'live' } });
    expect([opened, most]).toEqual([0, 1]);
  });

  it('grant no right in live to an operator with rights only in a new practice folder, nor in practice after live was open', async () => {
    await losePractice();
    await save('Mal', '8', supervisor('6666'));
    expect(await goTo('live', { code: 'Boss', pin: '4711' })).toMatchObject({ ok: true });
    expect(await operators()).toEqual(['Boss 7 5', 'Mal 8 0']);
    expect(await goTo('practice')).toMatchObject({ ok: true });
    expect(await operators()).toEqual(['Boss 7 5', 'Mal 8 0']);
    // Both folders share operators again: a change in practice applies in live.
    await save('Boss', '7', { pin: '1234' }, { approval: { code: 'Boss', pin: '4711' } });
    expect(await goTo('live', { code: '7', pin: '1234' })).toMatchObject({ ok: true });
    expect([await isPin('7', '4711'), await isPin('7', '1234')]).toEqual([false, true]);
  });

  it('keep a right in live that was removed in practice as the last one', async () => {
    await guardLiveAlone();
    expect(await goTo('practice')).toMatchObject({ ok: true });
    await save('Boss', '7', { rights: [] }, { approval: { code: '7', pin: '4711' } });
    expect(await goTo('live')).toMatchObject(needs('none-given'));
    expect(await goTo('live', { code: '7', pin: '4711' })).toMatchObject({ ok: true });
    expect(await operators()).toEqual(['Ana 7-2 0', 'Boss 7 5']);
  });
});

it('a start that goes live copies operators and rights from practice, and the settings if live is new', async () => {
  await open();
  await save('Boss', '7', supervisor('4711'));
  await told('settings.set', { values: { holdSeconds: 9 }, approval: { code: '7', pin: '4711' } });
  await desk.close();
  await open({ service });
  expect((await told('desk.state', {})).mode).toBe('live');
  expect(await operators()).toEqual(['Boss 7 5']);
  expect((await told('settings.get', {})).holdSeconds).toBe(9);
  expect(
    await ask('operators.save', { commandId: randomUUID(), name: 'Mal', code: '8', ...supervisor('1111') }),
  ).toMatchObject(needs('none-given'));
  expect(await isPin('7', '4711')).toBe(true);
});

describe('the delay after wrong PINs of an operator with rights in live', () => {
  const guess = () => goTo('live', { code: 'Boss', pin: '0000' });
  const waits = (s: number) => ({ problem: { params: { reason: 'pin-wrong', waits: s } } });
  async function guessUntilDelayed(): Promise<void> {
    for (let n = 0; n < 4; n += 1) expect(await guess()).toMatchObject(waits(0));
    expect(await guess()).toMatchObject(waits(1));
  }

  it('is ended in practice neither by an operator of the same name nor by the PIN of that one', async () => {
    await losePractice();
    await guessUntilDelayed();
    await save('Boss', '8', { pin: '6666' });
    expect(await isPin('8', '6666')).toBe(true);
    expect(await guess()).toMatchObject(waits(2));
    await save('Boss', '8', supervisor('5555'));
    await save('Boss', '8', {}, { approval: { code: '8', pin: '5555' } });
    expect(await guess()).toMatchObject(waits(4));
    expect(await goTo('live', { code: 'Boss', pin: '4711' })).toMatchObject({ ok: true });
  }, 60_000);

  it('is not ended by a supervisor of practice alone, even if that operator has the same PIN there', async () => {
    await losePractice();
    await desk.close();
    const [live, practice] = [await at('live'), await at('practice')];
    const handed = await live.ask('operators.hand', {});
    const withoutRights = handed.operators.map((one) => ({ ...one, rights: '' }));
    await practice.ask('operators.take', { ...handed, operators: withoutRights, guard: null });
    await Promise.all([live.close(), practice.close()]);
    await open();
    await guessUntilDelayed();
    await save('Boss', '7');
    expect(await guess()).toMatchObject(waits(2));
    await save('Mal', '8', supervisor('6666'));
    await save('Boss', '7', {}, { approval: { code: '8', pin: '6666' } });
    expect(await guess()).toMatchObject(waits(4));
  }, 60_000);
});

describe('a start that goes live from practice', () => {
  it('is logged under the user of the machine', async () => {
    await open();
    await desk.close();
    await open({ service });
    expect((await told('rights.log', {})).acts).toMatchObject([
      {
        ...{ right: 'go-live', procedure: 'desk.switch', via: 'command-line', allowedBy: '', outcome: 'done' },
        operator: expect.stringMatching(/./),
      },
    ]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['has no rights', () => save('Eve', '8')],
    ['has rights of its own', () => save('Eve', '8', supervisor('6666'))],
    ['has rights of its own for an operator of the same name', () => save('Boss', '8', supervisor('6666'))],
  ])('leaves the rights of a guarded live folder as they are if practice %s', async (_, make) => {
    await losePractice();
    await make();
    await desk.close();
    await open({ service });
    expect((await told('desk.state', {})).mode).toBe('live');
    expect((await operators()).filter((one) => !one.endsWith(' 0'))).toEqual(['Boss 7 5']);
    const set = (code: string, pin: string) =>
      ask('settings.set', { values: { holdSeconds: 9 }, approval: { code, pin } });
    expect((await set('8', '6666')).ok).toBe(false);
    expect((await set('Boss', '6666')).ok).toBe(false);
    expect(await set('Boss', '4711')).toMatchObject({ ok: true });
    // the desk that it takes to practice afterwards has the rights of live, too
    expect(await goTo('practice')).toMatchObject({ ok: true });
    expect((await operators()).filter((one) => !one.endsWith(' 0'))).toEqual(['Boss 7 5']);
  });

  it('brings the rights of practice to a live folder without any where no file says that practice was open', async () => {
    await open();
    await save('Boss', '7', supervisor('4711'));
    await desk.close();
    rmSync(join(root, 'host', 'host.json'));
    await open({ service });
    expect(await operators()).toEqual(['Boss 7 5']);
    expect(await ask('settings.set', { values: { holdSeconds: 9 } })).toMatchObject(needs('none-given'));
  });

  it('brings no right back that was taken away in live, where no file says that practice was open', async () => {
    await guardLiveAlone();
    await save('Ana', '6', supervisor('2580'), { approval: { code: '7', pin: '4711' } });
    expect(await goTo('practice')).toMatchObject({ ok: true });
    expect(await goTo('live', { code: '7', pin: '4711' })).toMatchObject({ ok: true });
    await save('Ana', '6', { rights: [] }, { approval: { code: '7', pin: '4711' } });
    await desk.close();
    rmSync(join(root, 'host', 'host.json'));
    await open({ service });
    expect(await operators()).toEqual(['Ana 6 0', 'Boss 7 5']);
  });
});

describe('the command that appoints a supervisor', () => {
  const nameBoss = () =>
    runDesk(['operator', 'Boss', '--data', root, '--code', '9', '--pin-file', '-', '--rights', 'all'], '4711\n');

  it.each([
    ['created by a host', async () => {}],
    [
      'created by the command line',
      async () => void (await runDesk(['settings', '--data', root, '--set', 'holdSeconds=9'])),
    ],
  ])('applies to practice and live of a root %s', async (_, make) => {
    await make();
    await open({ service });
    await save('Ana', '7');
    expect(await goTo('practice')).toMatchObject({ ok: true });
    expect(await nameBoss()).toMatchObject({ code: 1, lines: [{ problem: { kind: 'folder-in-use' } }] });
    expect(await operators()).toEqual(['Ana 7 0']);
    await desk.close();
    expect(await nameBoss()).toMatchObject({ code: 0, lines: [{ name: 'Boss', rights: everyRight }] });
    await open();
    expect(await operators()).toEqual(['Ana 7 0', 'Boss 9 5']);
    expect(await ask('settings.set', { values: { holdSeconds: 1 } })).toMatchObject(needs('none-given'));
    expect(await goTo('live', { code: 'Boss', pin: '4711' })).toMatchObject({ ok: true });
    expect(await operators()).toEqual(['Ana 7 0', 'Boss 9 5']);
    // Both folders share operators: a new PIN is valid in both.
    await save('Boss', '9', { pin: '1234' }, { approval: { code: '9', pin: '4711' } });
    expect(await goTo('practice')).toMatchObject({ ok: true });
    expect(await isPin('9', '1234')).toBe(true);
    expect(await goTo('live', { code: '9', pin: '1234' })).toMatchObject({ ok: true });
  });
});
