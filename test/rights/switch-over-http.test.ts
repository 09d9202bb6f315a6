import type { Output, ProcedureName } from '../../shared/contract/desk-contract.ts';
import type { Result } from '../../shared/contract/problem.ts';
import { rights } from '../../shared/rights/rights.ts';
import { freePort } from '../support/free-port.ts';
import { temporaryFolder } from '../support/run-desk.ts';
import { startBrowserHost } from '../support/start-browser-host.ts';
import { guardedCallsBy } from './guarded-inputs.ts';
import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';

const approval = { code: 'mia', pin: '4711' };

it(
  'a page of the browser host performs no protected action without a PIN while the desk goes live and back',
  { timeout: 300_000 },
  async () => {
    const host = await startBrowserHost(temporaryFolder());
    onTestFinished(() => host.end('SIGKILL'));
    const { origin, searchParams } = new URL(host.url);
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${searchParams.get('token') ?? ''}` };
    async function call<N extends ProcedureName>(name: N, input: object): Promise<Result<Output<N>>> {
      const answer = await fetch(`${origin}/rpc/${name}`, { method: 'POST', headers, body: JSON.stringify(input) });
      return (await answer.json()) as Result<Output<N>>;
    }
    async function told<N extends ProcedureName>(name: N, input: object): Promise<Output<N>> {
      const answered = await call(name, input);
      if (!answered.ok) throw new Error(`${name}: ${answered.problem.message}`);
      return answered.value;
    }
    const service = `http://127.0.0.1:${await freePort()}`;
    await told('desk.setService', { commandId: randomUUID(), address: service });
    await told('operators.save', { commandId: randomUUID(), name: 'Mia', ...approval, rights });
    const kept = async () => [
      (await told('operators.list', {})).operators.map(({ name }) => name),
      await told('settings.get', {}),
      (await told('printers.list', {})).printers,
      (await told('desk.state', {})).secret.set,
      (await told('desk.state', {})).live?.account,
    ];
    const before = await kept();
    for (const to of ['live', 'practice'] as const) {
      let isOver = false;
      const change = told('desk.switch', { commandId: randomUUID(), to, approval }).finally(() => (isOver = true));
      const made: Promise<{ name: string; isDone: boolean }>[] = [];
      for (let burst = 0; burst < 40 && !isOver; burst += 1) {
        for (const [name, input] of Object.entries(guardedCallsBy('Eve', service)))
          made.push(call(name as ProcedureName, input).then(({ ok }) => ({ name, isDone: ok })));
        // Each burst is answered except for calls that wait for the change.
        await Promise.race([Promise.all(made), new Promise((resolve) => setTimeout(resolve, 10))]);
      }
      expect((await change).mode).toBe(to);
      const answers = await Promise.all(made);
      expect(answers.length).toBeGreaterThan(50);
      expect(answers.filter(({ isDone }) => isDone)).toEqual([]);
      expect(await kept()).toEqual(before);
      expect((await told('rights.log', { limit: 1000 })).acts.filter(({ operator }) => operator === 'Eve')).toEqual([]);
    }
  },
);
