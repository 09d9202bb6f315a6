import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Input, Output, ProcedureName } from '../../shared/desk-contract.ts';
import type { CreateNumber } from '../../electron/outbox/entry.ts';
import { entryOf, rowsOf, truthOf, type Books, type Row, type Saved } from './books.ts';
import { orderOf, type Content, type Order } from './orders.ts';
import { hashOf, type Seeded } from './seeded.ts';
import type { SimNetwork } from './sim-network.ts';
import type { Asked, SimPc } from './sim-pc.ts';
import type { SimService } from './sim-service.ts';
import type { World } from './world.ts';

const creates: readonly CreateNumber[] = [1, 2, 2, 2, 4, 6, 6, 7, 8, 9, 10, 15];
const operator = 'Ana';

export interface PeopleHost {
  world: World;
  pc: SimPc;
  network: SimNetwork;
  service: SimService;
  books: Books;
  /** where files lie that are imported */
  home: string;
  onSaved: () => void;
  broken: (what: string) => void;
}

/** One act of a person: its name within the story, and chance of its own. */
export interface Acting {
  name: string;
  chance: Seeded;
}

/**
 * Staff and the one who looks after the desk. What they decide is true: they look into the service's own books first, and say
 * nothing while something may still arrive there.
 */
export function createPeople({ world, pc, network, service, books, home, onSaved, broken }: PeopleHost) {
  const truth = (row: Row): boolean | null => truthOf(row, service, network);
  const saved = (): Map<string, Saved> => books.savedAt(pc);
  const savedOf = (row: Row): Saved | undefined => saved().get(row.id);
  const say = (what: string): void => world.say(`${pc.host.name}: ${what}`);
  let commands = 0;
  const command = (acting: Acting): string => `${pc.host.name}-${acting.name}-${String(++commands).padStart(6, '0')}`;

  /** As `pc.ask`, about one entry: where no answer comes, nobody knows whether it was done. */
  async function askOf<N extends ProcedureName>(row: Row, name: N, input: Input<N>): Promise<Asked<Output<N>>> {
    const first = await pc.ask(name, input);
    // as a double press does, or a screen that did not hear the answer; what failed at first may be done now
    const isGivenTwice = hashOf(`again ${name} ${row.key} ${commands}`) % 8 === 0;
    const again = isGivenTwice ? await pc.ask(name, input) : first;
    const answer = first.ok ? first : again;
    const known = savedOf(row);
    if (known && !answer.ok && answer.problem.kind === 'desk-gone') known.perhaps = true;
    return answer;
  }

  function contentOf({ name, chance }: Acting, n = 0): Content {
    const endpoint = chance.one(creates);
    const entry = `${name}x${n}`;
    const content: Content = { endpoint, key: `K-${name}-${n}`, entry, version: 0 };
    if (chance.chance(0.25)) Object.assign(content, needing(endpoint, chance, content));
    return content;
  }

  /** Some entries need an earlier one, and some ask for a further order under its key. */
  function needing(endpoint: CreateNumber, chance: Seeded, content: Content): Partial<Content> {
    const earlier = (of: readonly CreateNumber[], where = `state <> 'withdrawn'`): string | undefined => {
      const rows = rowsOf(pc, `endpoint IN (${of.join()}) AND ${where}`).slice(-8);
      return rows.length > 0 ? chance.one(rows).key : undefined;
    };
    if (endpoint === 4) return { needs: earlier([15]) ?? 'MUG-1' };
    if (endpoint === 10) {
      const inbound = earlier([4]);
      return inbound === undefined ? {} : { needs: inbound };
    }
    if (endpoint === 7) {
      const key = earlier([1, 2, 6]);
      const isDeclared = key !== undefined && rowsOf(pc, 'endpoint = 7 AND key = ?', key).length > 0;
      return key === undefined || isDeclared ? {} : { key, needs: key };
    }
    if (endpoint !== 1 && endpoint !== 2) return {};
    return { key: earlier([endpoint], `state = 'done'`) ?? content.key, further: true };
  }

  function noteSaved(id: string, content: Content, order: Order, submitted: boolean): void {
    const text = JSON.stringify(order.body);
    saved().set(id, { content, body: text, submitted, withdrawn: false, printed: null, perhaps: false });
    books.contents.set(content.entry, content);
    onSaved();
    say(`saved ${content.endpoint} ${content.key}${submitted ? '' : ' as a draft'}`);
  }

  async function capture(acting: Acting, draft: boolean): Promise<void> {
    const content = contentOf(acting);
    books.asked.set(content.entry, pc.mode === 'practice' ? 'practice' : draft ? 'draft' : 'submitted');
    const request = orderOf(content);
    const asked = { commandId: command(acting), request, operator, draft };
    const mode = pc.mode;
    const answer = await pc.ask('entry.enqueue', asked);
    if (!answer.ok && answer.problem.kind !== 'desk-gone') books.notSaved.add(content.entry);
    if (!answer.ok || mode === 'practice') return;
    noteSaved(answer.value.id, content, request, !draft);
    // a screen that did not hear the answer asks again with the same command
    if (acting.chance.chance(0.1)) await pc.ask('entry.enqueue', asked);
  }

  /** Scanners and screens that save at the same time, one of them what cannot be saved: its key is another order's. */
  async function together(acting: Acting): Promise<void> {
    if (pc.mode !== 'live') return;
    const contents = Array.from({ length: 2 + acting.chance.below(4) }, (_, n): Content => ({
      endpoint: 2,
      key: `K-${acting.name}-${n}`,
      entry: `${acting.name}x${n}`,
      version: 0,
    }));
    const [taken] = pc.canRead ? rowsOf(pc, `endpoint = 2 AND state <> 'withdrawn'`).slice(-1) : [];
    const first = contents[0];
    if (taken && first) first.key = taken.key;
    for (const { entry } of contents) books.asked.set(entry, 'submitted');
    const requests = contents.map((content) => orderOf(content));
    const answers = await pc.askTogether(
      'entry.enqueue',
      requests.map((request) => ({ commandId: command(acting), request, operator, draft: false })),
    );
    for (const [n, answer] of answers.entries()) {
      const [content, request] = [contents[n], requests[n]];
      if (!content || !request) continue;
      if (answer.ok && answer.value.key !== content.key) say(`was answered ${answer.value.key} for ${content.key}`);
      if (answer.ok) noteSaved(answer.value.id, content, request, true);
      else if (answer.problem.kind !== 'desk-gone') books.notSaved.add(content.entry);
    }
  }

  async function importFile({ name, chance }: Acting): Promise<void> {
    if (pc.mode === 'practice') return;
    const contents = Array.from({ length: 2 + chance.below(12) }, (_, n): Content => ({
      endpoint: 2,
      key: `K-${name}-${n}`,
      entry: `${name}x${n}`,
      version: 0,
    }));
    const head =
      'PackageId,ServiceCode,Contact,Country,City,Street1,Postcode,Weight,Sku,Quantity,DeclareNameEn,DeclareValue,Remark';
    const lines = contents.map(
      ({ key, entry }) => `${key},SGP,Ana Ruiz,ES,Sevilla,Calle Sierpes 1,41004,400,MUG-1,1,Mug,3.2,e${entry}v0e`,
    );
    for (const { entry } of contents) books.asked.set(entry, 'submitted');
    const path = join(home, `${name}.csv`);
    writeFileSync(path, [head, ...lines, ''].join('\n'));
    const answer = await pc.command('import.file', { path, as: 'label-order', encoding: 'auto', operator });
    if (!answer.ok) return;
    for (const row of answer.value.rows) {
      const content = contents.find(({ key }) => key === row.key);
      if (row.state !== 'queued' || !content) continue;
      if (row.id === undefined) continue;
      const [kept] = pc.rows<{ request: string }>('SELECT request FROM entry WHERE id = ?', row.id);
      const body = kept ? (JSON.parse(kept.request) as { body: unknown }).body : null;
      noteSaved(row.id, content, { endpoint: 2, body }, true);
    }
  }

  /** One of the rows, the same whatever other rows there are. */
  async function onOne(where: string, { name }: Acting, act: (row: Row) => Promise<void>): Promise<void> {
    if (pc.mode !== 'live' || !pc.canRead) return;
    const weigh = (row: Row): number => hashOf(`${name} ${row.endpoint} ${row.key}`);
    const [first] = rowsOf(pc, where).sort((a, b) => weigh(a) - weigh(b));
    if (first) await act(first);
  }

  /** The row's content anew, under the next version. */
  function nextOf(row: Row, same = false): { content: Content; request: Order } | null {
    const known = savedOf(row)?.content ?? books.contents.get(entryOf(row));
    if (!known) return null;
    const content = same ? known : { ...known, version: (books.contents.get(known.entry) ?? known).version + 1 };
    if (!same) books.contents.set(content.entry, content);
    books.versions.get(content.entry)?.add(`e${content.entry}v${content.version}e`);
    return { content, request: same ? (JSON.parse(row.request) as Order) : orderOf(content) };
  }

  function noteContent(row: Row, content: Content, request: Order, submitted: boolean): void {
    const known = savedOf(row);
    if (!known) return;
    known.content = content;
    known.body = JSON.stringify(request.body);
    known.submitted ||= submitted;
  }

  const correct = (acting: Acting) => async (row: Row) => {
    if (truth(row) === null) return;
    // what the service has, and could not make, is sent again as it is; what it never had may change
    const isThere = truth(row) === true;
    const isFurther = books.contents.get(entryOf(row))?.further === true;
    const next = nextOf(row, !isFurther && acting.chance.chance(isThere ? 0.7 : 0.3));
    if (!next) return;
    const request = { endpoint: row.endpoint, body: next.request.body };
    const answer = await askOf(row, 'entry.mend', {
      commandId: command(acting),
      id: row.id,
      request,
      operator,
      decided: true,
    });
    if (!answer.ok) return;
    books.versions.set(next.content.entry, new Set([`e${next.content.entry}v${next.content.version}e`]));
    noteContent(row, next.content, request, true);
    say(`corrected ${row.key}`);
  };

  const change = (acting: Acting) => async (row: Row) => {
    const next = nextOf(row);
    if (!next) return;
    const asked = { commandId: command(acting), id: row.id, request: next.request, operator };
    const answer = await askOf(row, 'entry.change', asked);
    if (!answer.ok) return;
    books.versions.set(next.content.entry, new Set([`e${next.content.entry}v${next.content.version}e`]));
    noteContent(row, next.content, next.request, false);
    say(`changed ${row.key}`);
  };

  const submit = (acting: Acting) => async (row: Row) => {
    const known = savedOf(row);
    books.asked.set(entryOf(row), 'submitted');
    const first = await askOf(row, 'entry.submit', { commandId: command(acting), id: row.id, operator });
    // a restored draft asks first: the person looks
    const isMaybeThere = !first.ok && first.problem.kind === 'maybe-taken';
    if (isMaybeThere && truth(row) === true) return discard(acting)(row);
    const answer =
      isMaybeThere && truth(row) === false
        ? await askOf(row, 'entry.submit', { commandId: command(acting), id: row.id, operator, decided: true })
        : first;
    if (!answer.ok || !known) return;
    known.submitted = true;
    say(`submitted ${row.key}`);
  };

  const discard = (acting: Acting) => async (row: Row) => {
    const isThere = truth(row);
    if (isThere === null) return;
    const answer = await askOf(row, 'entry.withdraw', {
      commandId: command(acting),
      ids: [row.id],
      operator,
      alone: true,
      decided: row.maybe_taken === 1,
    });
    const known = savedOf(row);
    if (!answer.ok || answer.value.withdrawn.length === 0) return;
    if (known) known.withdrawn = true;
    if (isThere === false) books.withdrawn.add(entryOf(row));
    say(`withdrew ${row.key}`);
  };

  type Decision = 'ours' | 'taken' | 'send-again' | 'withdraw' | 'closed' | 'refusal';
  async function decide(acting: Acting, row: Row, decision: Decision): Promise<void> {
    const asked = {
      commandId: command(acting),
      id: row.id,
      operator,
      decision,
      why: acting.chance.chance(0.5) ? 'looked' : '',
    };
    const answer = await askOf(row, 'entry.decide', asked);
    if (answer.ok && decision === 'withdraw') {
      const known = savedOf(row);
      if (known) known.withdrawn = true;
      const [now] = rowsOf(pc, 'id = ?', row.id);
      if (row.maybe_taken === 1 && now?.to_cancel === 0)
        broken(`rule 3: ${row.endpoint} ${row.key} was withdrawn in doubt and is on no list to cancel`);
    }
    say(`decided ${decision} on ${row.key}${answer.ok ? '' : `, refused: ${answer.problem.kind}`}`);
  }

  /** Answers what an entry asks, as the service's books say. */
  const answerIt = (acting: Acting) => async (row: Row) => {
    const isThere = truth(row);
    if (isThere === null) return;
    const { chance } = acting;
    if (isThere) books.agreed.add(entryOf(row));
    if (row.asks === 'unknown-text') return decide(acting, row, isThere ? 'ours' : 'refusal');
    // somebody wants it to be cancelled there
    if (isThere && row.state === 'unsure' && chance.chance(0.1)) return decide(acting, row, 'withdraw');
    if (isThere) return decide(acting, row, row.state === 'accepted' ? 'ours' : 'taken');
    if (row.state === 'unsure') {
      // somebody else's record stands under the key
      if (row.asks === 'another-record' || service.accountOf(row.endpoint, row.key)?.foreign)
        return replace(acting)(row);
      return decide(acting, row, chance.chance(0.15) ? 'withdraw' : 'send-again');
    }
    return row.replaced_by === null ? replace(acting)(row) : decide(acting, row, 'closed');
  };

  const replace = (acting: Acting) => async (row: Row) => {
    if (truth(row) === null) return;
    const known = savedOf(row)?.content;
    if (!known || row.replaced_by !== null) return;
    const entry = `${acting.name}r${row.seq}`;
    books.asked.set(entry, 'submitted');
    const content: Content = { endpoint: row.endpoint, key: `K-${entry}`, entry, version: 0 };
    const request = orderOf(content);
    const asked = { commandId: command(acting), id: row.id, request, operator };
    const answer = await askOf(row, 'entry.replace', asked);
    if (!answer.ok) return;
    noteSaved(answer.value.id, content, request, true);
    const old = savedOf(row);
    const [now] = rowsOf(pc, 'id = ?', row.id);
    if (old && now?.state === 'withdrawn') old.withdrawn = true;
    say(`replaced ${row.key}`);
  };

  const closeByPhone = (acting: Acting) => async (row: Row) => {
    if (truth(row) === true || row.replaced_by !== null) await decide(acting, row, 'closed');
  };

  const tick = (acting: Acting) => async (row: Row) => {
    const answer = await askOf(row, 'entry.cancelled', { commandId: command(acting), id: row.id, operator });
    if (answer.ok) books.cancelled.add(row.id);
  };

  const print = (acting: Acting) => async (row: Row) => {
    const answer = await askOf(row, 'labels.printed', { commandId: command(acting), ids: [row.id], operator });
    const known = savedOf(row);
    if (!answer.ok || !known) return;
    known.printed = row.key;
    say(`printed ${row.key}`);
  };

  const sendAnyway = (acting: Acting) => async (row: Row) => {
    books.letGo.add(entryOf(row));
    await askOf(row, 'entry.sendAnyway', { commandId: command(acting), id: row.id, operator });
  };

  const tryNow = async (row: Row) => void (await pc.ask('entry.tryNow', { ids: [row.id] }));

  const refusedRight = (acting: Acting) => async (row: Row) => {
    const account = service.accountOf(row.endpoint, row.key);
    const isThere = truth(row);
    if (isThere === null) return;
    if (isThere && (account?.failed === null || acting.chance.chance(0.1))) {
      books.agreed.add(entryOf(row));
      return decide(acting, row, 'taken');
    }
    if (isThere && acting.chance.chance(0.5)) return replace(acting)(row);
    if (account?.foreign) return replace(acting)(row);
    return acting.chance.chance(0.1) ? discard(acting)(row) : correct(acting)(row);
  };

  const acts = {
    capture: (acting: Acting) => capture(acting, false),
    draft: (acting: Acting) => capture(acting, true),
    together,
    import: importFile,
    submit: (acting: Acting) => onOne(`state = 'draft'`, acting, submit(acting)),
    discard: (acting: Acting) => onOne(`state = 'draft'`, acting, discard(acting)),
    'change-draft': (acting: Acting) => onOne(`state = 'draft' AND maybe_taken = 0`, acting, change(acting)),
    correct: (acting: Acting) => onOne(`state = 'refused'`, acting, refusedRight(acting)),
    change: (acting: Acting) => onOne(`state = 'queued' AND tries = 0`, acting, change(acting)),
    withdraw: (acting: Acting) =>
      onOne(`state IN ('queued', 'refused') AND maybe_taken = 0`, acting, (row) =>
        truth(row) === false ? discard(acting)(row) : Promise.resolve(),
      ),
    replace: (acting: Acting) => onOne(`state IN ('queued', 'accepted', 'done')`, acting, replace(acting)),
    decide: (acting: Acting) => onOne('asks IS NOT NULL', acting, answerIt(acting)),
    close: (acting: Acting) => onOne(`state = 'accepted'`, acting, closeByPhone(acting)),
    tick: (acting: Acting) => onOne('to_cancel = 1', acting, tick(acting)),
    print: (acting: Acting) => onOne(`label_list IN ('ready', 'unconfirmed', 'provisional')`, acting, print(acting)),
    'send-anyway': (acting: Acting) => onOne(`state = 'queued' AND held_by IS NOT NULL`, acting, sendAnyway(acting)),
    'try-now': async () => void (await pc.ask('sync.now', {})),
    'try-one': (acting: Acting) => onOne(`state IN ('queued', 'accepted', 'unsure', 'refused')`, acting, tryNow),
    setting: async ({ chance }: Acting) =>
      void (await pc.ask('settings.set', {
        values: chance.one([
          { concurrency: 1 + chance.below(8) },
          { holdSeconds: chance.one([0, 5, 30]) },
          { alwaysAsk: true },
          { alwaysAsk: false },
          { readFirstSeconds: chance.one([1, 2, 30]) },
          { backoffMostSeconds: chance.one([60, 300]) },
          { requestTimeoutSeconds: chance.one([10, 30, 60]) },
        ]),
      })),
  } as const;

  return {
    acts,
    /** Whoever looks after the desk in the evening: everything that asks is answered, what was refused is corrected. */
    async tidyUp(acting: Acting): Promise<void> {
      const once = (row: Row, n: number): Acting => ({ ...acting, name: `${acting.name}q${n}q${row.seq}` });
      for (const row of rowsOf(pc, 'asks IS NOT NULL')) await answerIt(once(row, 1))(row);
      for (const row of rowsOf(pc, `state = 'refused'`)) await refusedRight(once(row, 2))(row);
      for (const row of rowsOf(pc, `state = 'draft'`)) await submit(once(row, 3))(row);
      for (const row of rowsOf(pc, `state = 'accepted' AND replaced_by IS NOT NULL`))
        await closeByPhone(once(row, 4))(row);
      // it takes no receipt for one, and no status tells more
      for (const row of rowsOf(pc, `state = 'accepted' AND endpoint = 8`)) await closeByPhone(once(row, 5))(row);
    },
  };
}
export type People = ReturnType<typeof createPeople>;
export type PersonAct = keyof People['acts'];
