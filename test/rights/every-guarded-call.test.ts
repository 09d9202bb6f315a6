import { isOpenToScreens } from '../../electron/desk/calls/answer-calls.ts';
import type { ScreenDesk } from '../../electron/desk/calls/screen-desk.ts';
import { workerDesks, type OpenDesks } from '../../electron/desk/workspaces/open-desks.ts';
import { openScreenDesk } from '../../electron/hosts/open-screen-desk.ts';
import { rightRequirementOf, protectedProcedures } from '../../electron/operators/right-requirements.ts';
import { createMemorySecrets, type SecretStore } from '../../electron/platform/secret-store.ts';
import { type Input, type Output, type ProcedureName, deskContract } from '../../shared/contract/desk-contract.ts';
import type { Result } from '../../shared/contract/problem.ts';
import type { LoggedAction } from '../../shared/contract/rights-procedures.ts';
import { rights as everyRight } from '../../shared/rights/rights.ts';
import { desksInThread } from '../support/desk-here.ts';
import { freePort } from '../support/free-port.ts';
import { temporaryFolder } from '../support/run-desk.ts';
import { guardedCallsBy, guardedInputs, withName } from './guarded-inputs.ts';
import { randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';

/** Called before and after each step in which the host switches the open folder. */
let atStep: () => Promise<void>;
let desk: ScreenDesk;
let secrets: SecretStore;
let startsDesk: boolean;
let service = 'http://127.0.0.1:9';

async function step<T>(act: () => Promise<T>): Promise<T> {
  await atStep();
  try {
    return await act();
  } finally {
    await atStep();
  }
}

/** A desk whose host pauses at each of its own steps, while calls of screens pass through. */
const stepwise =
  (keep: OpenDesks['openAsOwner']): OpenDesks['openAsOwner'] =>
  async (options) => {
    const opened = await step(() => keep(options));
    return {
      ...opened,
      ask: (name, input) => step(() => opened.ask(name, input)),
      close: () => step(() => opened.close()),
    };
  };

async function open({ openAsOwner: keep, openForReading: read }: OpenDesks): Promise<void> {
  atStep = () => Promise.resolve();
  startsDesk = false;
  secrets = createMemorySecrets();
  service = `http://127.0.0.1:${await freePort()}`;
  desk = await openScreenDesk({
    folder: temporaryFolder(),
    host: 'browser',
    secrets,
    desks: { openAsOwner: stepwise(keep), openForReading: read },
    chooseFolder: () => Promise.resolve(temporaryFolder()),
    confirmPrinter: () => Promise.resolve(true),
    autostart: { isOn: () => startsDesk, set: (on) => (startsDesk = on) },
  });
  onTestFinished(async () => {
    atStep = () => Promise.resolve();
    await desk.close();
  });
  expect(await ask('desk.setService', { commandId: randomUUID(), address: service })).toMatchObject({ ok: true });
  const mia = { name: 'Mia', code: 'mia', pin: '4711', rights: [...everyRight] };
  expect(await ask('operators.save', { commandId: randomUUID(), ...mia })).toMatchObject({ ok: true });
}

const approval = { code: 'mia', pin: '4711' };
type Sent<N extends ProcedureName> = Input<N> & { approval?: { code: string; pin: string } };
const ask = async <N extends ProcedureName>(name: N, input: Sent<N>) =>
  (await desk.callFromScreen(name, input)) as Result<Output<N>>;
async function told<N extends ProcedureName>(name: N, input: Sent<N>): Promise<Output<N>> {
  const answered = await ask(name, input);
  if (!answered.ok) throw new Error(`${name}: ${answered.problem.message}`);
  return answered.value;
}

const namesOfScreens = protectedProcedures.filter(isOpenToScreens);

/** All state that a guarded call can change, except which folder is open. */
const whatIsKept = async () => {
  const [state, settings, operators, printers, session] = [
    await told('desk.state', {}),
    await told('settings.get', {}),
    await told('operators.list', {}),
    await told('printers.list', {}),
    await told('session.state', {}),
  ];
  return { live: state.live?.account, secret: state.secret.set, settings, operators, printers, session };
};

async function logged(): Promise<LoggedAction[]> {
  return (await told('rights.log', { limit: 1000 })).acts;
}

const withoutActor = ({ actor: _, ...input }: { actor?: string }): object => input;

type Made = { name: string; answered: Promise<Result<unknown>> };

/** Makes all calls of `inputs` at each step of `change`, and waits at each step until they are being answered. */
async function callAtEachStep(
  change: () => Promise<unknown>,
  inputs: () => Record<string, object>,
  waitMs = 20,
): Promise<Made[]> {
  const made: Made[] = [];
  let steps = 0;
  const call = async () => {
    steps += 1;
    for (const [name, input] of Object.entries(inputs()))
      made.push({ name, answered: desk.callFromScreen(name, input) });
    // Calls that wait for the change to end are answered after it.
    const here = made.map(({ answered }) => answered);
    await Promise.race([Promise.all(here), new Promise((resolve) => setTimeout(resolve, waitMs))]);
  };
  const changing = change();
  let isBusy = false;
  atStep = async () => {
    if (isBusy) return;
    isBusy = true;
    await call().finally(() => (isBusy = false));
  };
  await changing;
  atStep = () => Promise.resolve();
  expect(steps).toBeGreaterThan(3);
  return made;
}

const changes: Record<string, () => Promise<unknown>> = {
  'from practice to live': () => ask('desk.switch', { commandId: randomUUID(), to: 'live', approval }),
  'from live to practice': () => ask('desk.switch', { commandId: randomUUID(), to: 'practice' }),
  'back to a backup': async () => {
    const [backup] = (await told('backup.list', {})).backups;
    return ask('backup.restore', { commandId: randomUUID(), name: backup?.name ?? '', approval });
  },
};

describe('every call that requires a right', () => {
  it('has a valid input in this test', () => {
    const inputs = guardedInputs(service);
    expect(Object.keys(inputs).sort()).toEqual([...namesOfScreens].sort());
    for (const name of namesOfScreens) {
      expect(rightRequirementOf(name, inputs[name]), name).not.toBeNull();
      const { error } = deskContract[name].input.safeParse(
        withoutActor(withName(name, { ...inputs[name], actor: 'Eve' })),
      );
      expect([name, error?.issues]).toEqual([name, undefined]);
    }
  });

  for (const [way, change] of Object.entries(changes)) {
    it(
      `is refused without a PIN at every step of a change ${way}, and changes nothing`,
      { timeout: 120_000 },
      async () => {
        await prepare(way);
        const before = await whatIsKept();
        let changed: unknown;
        const made = await callAtEachStep(
          async () => (changed = await change()),
          () => guardedCallsBy('Eve', service),
        );
        const answers = await Promise.all(made.map(async ({ name, answered }) => ({ name, answer: await answered })));
        expect(changed).toEqual({ ok: true, value: expect.anything() as unknown });
        expect(answers.filter(({ answer }) => answer.ok).map(({ name }) => name)).toEqual([]);
        const kinds = new Set(answers.map(({ answer }) => (answer.ok ? 'done' : answer.problem.kind)));
        expect([...kinds].filter((kind) => !['needs-right', 'cancelled'].includes(kind))).toEqual([]);
        expect(await whatIsKept()).toEqual(before);
        expect((await logged()).filter(({ operator }) => operator === 'Eve')).toEqual([]);
      },
    );

    it(`with a PIN is logged wherever it was completed during a change ${way}`, { timeout: 120_000 }, async () => {
      await prepare(way);
      let begun = 0;
      // A few at each step, since checking a PIN takes time; together they cover all calls.
      const inputs = () => {
        // Excludes calls that would remove the approver or start a second change.
        const all = Object.entries(guardedCallsBy('Mia', service)).filter(
          ([name]) => !['operators.forget', 'desk.switch', 'backup.restore', 'backup.lock'].includes(name),
        );
        const some = [0, 1, 2, 3].map(() => all[begun++ % all.length] ?? ['', {}]);
        return Object.fromEntries(some.map(([name, input]) => [name, { ...input, approval }]));
      };
      const made = await callAtEachStep(change, inputs, 500);
      const done = new Map<string, number>();
      for (const { name, answered } of made) if ((await answered).ok) done.set(name, (done.get(name) ?? 0) + 1);
      expect(done.size).toBeGreaterThan(0);
      const lines = await logged();
      if (way !== 'back to a backup') {
        const to = way.endsWith('live') ? 'practice' : 'live';
        expect(await ask('desk.switch', { commandId: randomUUID(), to, approval })).toMatchObject({ ok: true });
        lines.push(...(await logged()));
      }
      for (const [name, times] of done) {
        const written = lines.filter((one) => one.procedure === name && one.outcome === 'done');
        const count = written.reduce((sum, one) => sum + one.times, 0);
        expect([name, count]).toEqual([name, expect.toSatisfy((count: number) => count >= times)]);
        expect(written.every(({ allowedBy }) => allowedBy === 'Mia' || allowedBy === '')).toBe(true);
      }
    });
  }
});

async function prepare(way: string): Promise<void> {
  // Only a worker can open a backup.
  await open(way === 'back to a backup' ? workerDesks : desksInThread);
  if (way === 'from live to practice')
    expect(await ask('desk.switch', { commandId: randomUUID(), to: 'live', approval })).toMatchObject({ ok: true });
  if (way !== 'back to a backup') return;
  const chosen = await desk.callFromScreen('backup.chooseFolder', { approval });
  expect(chosen).toMatchObject({ ok: true });
  expect(await ask('backup.now', {})).toMatchObject({ ok: true });
}
