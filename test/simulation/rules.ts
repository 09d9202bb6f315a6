import type { CreateNumber } from '../../electron/outbox/entry.ts';
import type { State } from '../../shared/outbox-states.ts';
import type { SimDesk } from './sim-desk.ts';
import type { SimService } from './sim-service.ts';

/** What a screen called saved, as the person last left it. */
export interface Saved {
  key: string;
  endpoint: CreateNumber;
  request: { endpoint: CreateNumber; body: unknown };
  submitted: boolean;
  withdrawn: boolean;
}

interface Row {
  id: string;
  endpoint: CreateNumber;
  key: string;
  state: State;
  asks: string | null;
  request: string;
  maybe_twice: 0 | 1;
  maybe_taken: 0 | 1;
  to_cancel: 0 | 1;
}

/** Rule 2 as it happens: what took effect a second time, but for what is said to have. */
export function doubled(service: SimService): string[] {
  return [...service.ledger.values()]
    .filter(({ endpoint, effects }) => effects.length > 1 && endpoint !== 7)
    .map(({ endpoint, key, effects }) => `${endpoint} ${key} took effect ${effects.length} times`);
}

/** Rule 1 after a start: what was called saved is there, with its content. */
export function missing(desk: SimDesk, saved: ReadonlyMap<string, Saved>): string[] {
  const rows = new Map(desk.rows<Row>('SELECT id, request, key FROM entry').map((row) => [row.id, row]));
  return [...saved].flatMap(([id, { key, endpoint, request }]) => {
    const row = rows.get(id);
    if (!row) return [`${endpoint} ${key} was saved and is gone`];
    const { body } = JSON.parse(row.request) as { body: unknown };
    return JSON.stringify(body) === JSON.stringify(request.body) ? [] : [`${endpoint} ${key} has another content`];
  });
}

/** What a folder that was lost with its journal cannot know: people enter again what is not there, and look at what is. */
export function forgetNewer(desk: SimDesk, saved: Map<string, Saved>): void {
  const rows = new Map(desk.rows<Row>('SELECT id, request, key FROM entry').map((row) => [row.id, row]));
  for (const [id, known] of saved) {
    const row = rows.get(id);
    if (row) known.request.body = (JSON.parse(row.request) as { body: unknown }).body;
    else saved.delete(id);
  }
}

/** Rules 2 and 3 when all is quiet and everything asked was answered: every entry ended as the service's books say. */
export function wrongEnds(desk: SimDesk, service: SimService): string[] {
  const rows = desk.rows<Row>(
    'SELECT id, endpoint, key, state, asks, request, maybe_twice, maybe_taken, to_cancel FROM entry ORDER BY seq',
  );
  return rows.flatMap(({ endpoint, key, state, asks, maybe_twice, maybe_taken, to_cancel }) => {
    const account = service.accountOf(endpoint, key);
    const times = account?.endpoint === endpoint ? account.effects.length : 0;
    const said = `${endpoint} ${key} is ${state}${asks === null ? '' : ` and asks ${asks}`}`;
    const expected: Record<State, boolean> = {
      // submitted after the backup it came back from: the desk says that it may be there
      draft: times === 0 || maybe_taken === 1,
      done: times >= 1 && account?.failed === null,
      // not made by the service after all, or on the list of what is to be cancelled there
      withdrawn: times === 0 || account?.failed !== null || to_cancel === 1,
      // made and failed at the service, or never taken by it
      refused: times === 0 || account?.failed !== null,
      queued: false,
      sending: false,
      unsure: false,
      accepted: false,
    };
    const problems = expected[state] ? [] : [`${said}, and took effect ${times} times`];
    if (endpoint === 7 && times > 1 && maybe_twice === 0)
      problems.push(`${said} twice at the service, and does not say so`);
    return problems;
  });
}
