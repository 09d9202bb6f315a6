import type { CreateNumber } from '../../electron/outbox/entry.ts';
import type { State } from '../../shared/outbox-states.ts';
import { orderOf } from './orders.ts';
import type { Saved } from './rules.ts';
import type { Seeded } from './seeded.ts';
import type { SimDesk } from './sim-desk.ts';
import type { SimNetwork } from './sim-network.ts';
import type { SimService } from './sim-service.ts';
import type { World } from './world.ts';

const creates: readonly CreateNumber[] = [1, 2, 2, 2, 4, 6, 6, 7, 8, 9, 10, 15];

interface Row {
  id: string;
  endpoint: CreateNumber;
  key: string;
  state: State;
  asks: string | null;
  maybe_taken: 0 | 1;
}

/**
 * Staff and the one who looks after the desk. What they decide is true: they look into the service's own books first, and say
 * nothing while something may still arrive there.
 */
export function createPeople(given: {
  world: World;
  random: Seeded;
  desk: SimDesk;
  network: SimNetwork;
  service: SimService;
  saved: Map<string, Saved>;
}) {
  const { world, random, desk, network, service, saved } = given;
  let commands = 0;
  let keys = 0;
  const commandId = (): string => `command-${String(++commands).padStart(8, '0')}`;
  const operator = 'Ana';
  const rowsOf = (where: string): Row[] =>
    desk.rows<Row>(`SELECT id, endpoint, key, state, asks, maybe_taken FROM entry WHERE ${where} ORDER BY seq`);

  /** What the service knows of an entry: null while that may still change. */
  function truthOf({ endpoint, key }: Row): boolean | null {
    const account = service.accountOf(endpoint, key);
    if (account?.endpoint === endpoint) return true;
    return network.mayArrive(endpoint, key) ? null : false;
  }

  async function capture(draft: boolean): Promise<void> {
    const endpoint = random.one(creates);
    const key = `K${String(++keys).padStart(6, '0')}`;
    const request = orderOf(endpoint, key, 'first');
    const answer = await desk.ask('entry.enqueue', { commandId: commandId(), request, operator, draft });
    if (!answer.ok) return;
    saved.set(answer.value.id, { key, endpoint, request, submitted: !draft, withdrawn: false });
    world.say(`person: saved ${endpoint} ${key}${draft ? ' as a draft' : ''}`);
  }

  async function onOne(where: string, act: (row: Row) => Promise<void>): Promise<void> {
    const rows = rowsOf(where);
    if (rows.length > 0) await act(random.one(rows));
  }

  async function correct(row: Row): Promise<void> {
    const request = orderOf(row.endpoint, row.key, random.chance(0.5) ? 'first' : `corrected ${commands}`);
    const truth = truthOf(row);
    if (truth !== false) return;
    const answer = await desk.ask('entry.mend', {
      commandId: commandId(),
      id: row.id,
      request,
      operator,
      decided: true,
    });
    if (!answer.ok) return;
    world.say(`person: corrected ${row.key}`);
    const known = saved.get(row.id);
    if (known) known.request = request;
  }

  async function change(row: Row): Promise<void> {
    const request = orderOf(row.endpoint, row.key, `changed ${commands}`);
    const answer = await desk.ask('entry.change', { commandId: commandId(), id: row.id, request, operator });
    const known = saved.get(row.id);
    if (!answer.ok || !known) return;
    known.request = request;
    world.say(`person: changed ${row.key}`);
  }

  async function submit(row: Row): Promise<void> {
    const answer = await desk.ask('entry.submit', { commandId: commandId(), id: row.id, operator });
    const known = saved.get(row.id);
    if (!answer.ok || !known) return;
    known.submitted = true;
    world.say(`person: submitted ${row.key}`);
  }

  async function withdraw(row: Row): Promise<void> {
    const given = { commandId: commandId(), ids: [row.id], operator, alone: true };
    const answer = await desk.ask('entry.withdraw', given);
    const known = saved.get(row.id);
    if (!answer.ok || !known || answer.value.withdrawn.length === 0) return;
    known.withdrawn = true;
    world.say(`person: withdrew ${row.key}`);
  }

  /** Answers what an entry asks, as the service's books say. */
  async function decide(row: Row): Promise<void> {
    const truth = truthOf(row);
    if (truth === null) return;
    await say(
      row,
      row.asks === 'unknown-text' || (truth && row.state === 'accepted') ? 'ours' : truth ? 'taken' : 'send-again',
    );
  }

  async function say(row: Row, decision: 'ours' | 'taken' | 'send-again'): Promise<void> {
    const answer = await desk.ask('entry.decide', {
      commandId: commandId(),
      id: row.id,
      operator,
      decision,
      why: 'looked',
    });
    world.say(`person: decided ${decision} on ${row.key}${answer.ok ? '' : `, refused: ${answer.problem.kind}`}`);
  }

  const acts = {
    capture: () => capture(false),
    draft: () => capture(true),
    submit: () => onOne(`state = 'draft'`, submit),
    correct: () => onOne(`state = 'refused'`, correct),
    change: () => onOne(`state = 'queued' AND tries = 0`, change),
    withdraw: () => onOne(`state IN ('queued', 'draft', 'refused')`, withdraw),
    decide: () => onOne('asks IS NOT NULL', decide),
    'try-now': async () => void (await desk.ask('sync.now', {})),
    setting: async () => void (await desk.ask('settings.set', { values: { concurrency: 1 + random.below(8) } })),
  } as const;

  return {
    /** One act of somebody, as often as the weights say. */
    act: (): Promise<void> =>
      acts[
        random.weighted({
          capture: 60,
          draft: 5,
          submit: 4,
          correct: 8,
          change: 3,
          withdraw: 1,
          decide: 12,
          'try-now': 2,
          setting: 1,
        })
      ](),
    /** Whoever looks after the desk in the evening: everything that asks is answered, what was refused is corrected. */
    async tidyUp(): Promise<void> {
      for (const row of rowsOf('asks IS NOT NULL')) await decide(row);
      for (const row of rowsOf(`state = 'refused'`)) {
        const account = service.accountOf(row.endpoint, row.key);
        if (account?.endpoint === row.endpoint && account.failed === null) await say(row, 'taken');
        else await correct(row);
      }
    },
  };
}
export type People = ReturnType<typeof createPeople>;
