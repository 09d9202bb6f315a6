import { startDesk, type Desk } from '../../../electron/desk/threads/desk.ts';
import type { Input } from '../../../shared/contract/desk-contract.ts';
import { labelOrder } from '../../practice/sample-creates.ts';
import { serviceAddress } from './service-at.ts';
import { randomUUID } from 'node:crypto';
import { setTimeout as after } from 'node:timers/promises';

/**
 * Opens a real desk for the scenario. `act` returns the fields that every command has, `label` enters a label order,
 * and `labelRequest` is the request of one.
 */
export async function openScenarioDesk(folder: string) {
  const desk: Desk = await startDesk({ folder });
  const act = () => ({ commandId: randomUUID(), operator: 'Mia' });
  const ids = new Map<string, string>();
  type Request = Input<'entry.enqueue'>['request'];

  async function add(endpoint: number, key: string, body: unknown, draft = false): Promise<string> {
    const { id } = await desk.ask('entry.enqueue', { ...act(), request: { endpoint, body }, draft });
    ids.set(`${String(endpoint)} ${key}`, id);
    return id;
  }
  const label = (key: string, packageFields: Record<string, unknown> = {}, draft = false) =>
    add(2, key, labelOrder(key, packageFields), draft);
  const labelRequest = (key: string, packageFields: Record<string, unknown> = {}): Request => ({
    endpoint: 2,
    body: labelOrder(key, packageFields),
  });
  const decide = (id: string, decision: Input<'entry.decide'>['decision'], why = '') =>
    desk.ask('entry.decide', { ...act(), id, decision, why });
  const state = async (id: string) => {
    const { state, asks } = await desk.ask('entries.get', { id });
    return asks === null ? state : `${state}, ${asks}`;
  };
  /** Delivers until each entry is in the state given for it. */
  async function deliver(awaitedStates: readonly (readonly [id: string, state: string])[]): Promise<void> {
    await desk.ask('sync.start', { service: serviceAddress });
    for (const [id, expectedState] of awaitedStates) {
      for (let tries = 0; (await state(id)) !== expectedState; tries += 1) {
        if (tries > 600)
          throw new Error(`${(await desk.ask('entries.get', { id })).key} is ${await state(id)}, not ${expectedState}`);
        await after(50);
      }
    }
    await desk.ask('sync.stop', {});
  }
  return { desk, act, ids, add, label, labelRequest, decide, deliver };
}

export type ScenarioDesk = Awaited<ReturnType<typeof openScenarioDesk>>;
