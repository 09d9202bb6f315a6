import type { CreateNumber } from '../../shared/creates/create-kinds.ts';
import { entryOf, rowsOf, versionOf, type Row } from './books.ts';
import { createClerk, operator, type Acting, type PeopleHost } from './clerk.ts';
import { createDeciding } from './deciding.ts';
import { createEntering } from './entering.ts';
import { orderOf, type Content, type Order } from './orders.ts';
import { hashOf } from './seeded.ts';

/**
 * Staff, and the person who looks after the desk. Their decisions are true: they look into the service's own records
 * first, and decide nothing while something may still arrive there.
 */
export function createPeople(host: PeopleHost) {
  const { pc, service, books, broken } = host;
  const clerk = createClerk(host);
  const { truth, mayArrive, saved, savedOf, say, command, askOf, isSo, noteSaved } = clerk;
  const { captureOne, captureMany, together, importFile } = createEntering(host, clerk);

  /** Picks one or some of the rows, independently of what other rows there are. */
  async function onSome(where: string, { name, many = 1 }: Acting, act: (row: Row) => Promise<void>): Promise<void> {
    if (pc.mode !== 'live' || !pc.canRead) return;
    const weigh = (row: Row): number => hashOf(`${name} ${row.endpoint} ${row.key}`);
    const chosen = rowsOf(pc, where)
      .sort((a, b) => weigh(a) - weigh(b))
      .slice(0, many);
    for (const [n, row] of chosen.entries()) {
      // It may have changed while the one before was handled.
      const [now] = n === 0 ? [row] : rowsOf(pc, `(${where}) AND seq = ?`, row.seq);
      if (now) await act(now);
    }
  }

  /** The content of a row again, as its next version. */
  function nextOf(row: Row, same = false): { content: Content; request: Order } | null {
    const known = savedOf(row)?.content ?? books.contents.get(entryOf(row));
    if (!known) return null;
    const content = same ? known : { ...known, version: (books.contents.get(known.entry) ?? known).version + 1 };
    if (!same) books.contents.set(content.entry, content);
    books.versions.get(content.entry)?.add(`e${content.entry}v${content.version}e`);
    return { content, request: same ? (JSON.parse(row.request) as Order) : orderOf(content) };
  }

  /** From now on, no earlier content may reach the service. */
  function noLongerBefore(row: Row, { entry, version }: Content): void {
    if (!mayArrive(row)) books.versions.set(entry, new Set([`e${entry}v${version}e`]));
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
    // An order that the service has but could not make is sent again unchanged; one that it never had may change.
    const isThere = truth(row) === true;
    const isFurther = books.contents.get(entryOf(row))?.further === true;
    const next = nextOf(row, !isFurther && acting.chance.chance(isThere ? 0.5 : 0.3));
    if (!next) return;
    // 1 and 2 may answer with the earlier order, and their answer does not show which content it has.
    if (isThere && (row.endpoint === 1 || row.endpoint === 2)) books.agreed.add(entryOf(row));
    const request = { endpoint: row.endpoint, body: next.request.body };
    const answer = await askOf(row, 'entry.mend', {
      commandId: command(acting),
      id: row.id,
      request,
      operator,
      decided: true,
    });
    if (!answer.ok) return;
    noLongerBefore(row, next.content);
    noteContent(row, next.content, request, true);
    say(`corrected ${row.key}`);
    isSo(
      `${row.key} was called corrected`,
      row.id,
      (now) => versionOf(now) === versionOf({ request: JSON.stringify(request.body) }),
    );
  };

  const change = (acting: Acting) => async (row: Row) => {
    const next = nextOf(row);
    if (!next) return;
    const asked = { commandId: command(acting), id: row.id, request: next.request, operator };
    const answer = await askOf(row, 'entry.change', asked);
    if (!answer.ok) return;
    // A lost folder may have sent the draft before it was restored here, and that request may still arrive.
    if (row.maybe_taken !== 1) noLongerBefore(row, next.content);
    noteContent(row, next.content, next.request, false);
    say(`changed ${row.key}`);
    isSo(
      `${row.key} was called changed`,
      row.id,
      (now) => versionOf(now) === versionOf({ request: JSON.stringify(next.request.body) }),
    );
    const [now] = rowsOf(pc, `id = ? AND state = 'queued' AND maybe_taken = 1`, row.id);
    if (now) broken(`rule 2: ${row.endpoint} ${row.key} was changed, though the service may have it`);
  };

  const submit = (acting: Acting) => async (row: Row) => {
    const known = savedOf(row);
    books.asked.set(entryOf(row), 'submitted');
    const first = await askOf(row, 'entry.submit', { commandId: command(acting), id: row.id, operator });
    // A restored draft asks first, and so the person checks.
    const isMaybeThere = !first.ok && first.problem.kind === 'maybe-taken';
    if (isMaybeThere && truth(row) === true) return discard(acting)(row);
    const answer =
      isMaybeThere && truth(row) === false
        ? await askOf(row, 'entry.submit', { commandId: command(acting), id: row.id, operator, decided: true })
        : first;
    if (!answer.ok || !known) return;
    known.submitted = true;
    say(`submitted ${row.key}`);
    isSo(`${row.key} was called submitted`, row.id, ({ state }) => state !== 'draft');
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
    isSo(`${row.key} was called withdrawn`, row.id, ({ state }) => state === 'withdrawn');
  };

  const press = (acting: Acting) => async (row: Row) => {
    if (acting.chance.chance(0.5)) return change(acting)(row);
    const asked = { commandId: command(acting), ids: [row.id], operator, alone: true };
    const answer = await askOf(row, 'entry.withdraw', asked);
    if (!answer.ok || answer.value.withdrawn.length === 0) return;
    const known = savedOf(row);
    if (known) known.withdrawn = true;
    if (!mayArrive(row)) books.withdrawn.add(entryOf(row));
    say(`withdrew ${row.key} unasked`);
    isSo(`${row.key} was called withdrawn`, row.id, ({ state }) => state === 'withdrawn');
  };

  const replace = (acting: Acting) => async (row: Row) => {
    if (truth(row) === null) return;
    if (row.replaced_by !== null) return;
    const entry = `${acting.name}r${row.seq}`;
    books.asked.set(entry, 'submitted');
    const content: Content = { endpoint: row.endpoint, key: `K-${entry}`, entry, version: 0 };
    const request = orderOf(content);
    const decided = row.state === 'unsure' || row.maybe_taken === 1;
    const asked = { commandId: command(acting), id: row.id, request, operator, decided };
    const answer = await askOf(row, 'entry.replace', asked);
    if (!answer.ok) return;
    noteSaved(answer.value.id, content, request, true);
    const old = savedOf(row);
    const [now] = rowsOf(pc, 'id = ?', row.id);
    if (old && now?.state === 'withdrawn') old.withdrawn = true;
    books.replaced.add(entryOf(row));
    say(`replaced ${row.key}`);
  };

  const { answerIt, closeByPhone, refusedRight } = createDeciding(host, clerk, { replace, discard, correct });

  const tick = (acting: Acting) => async (row: Row) => {
    // It is cancelled at the service, whether or not the desk confirms that it has noted it.
    books.cancelled.add(row.id);
    await askOf(row, 'entry.cancelled', { commandId: command(acting), id: row.id, operator });
  };

  const print = (acting: Acting) => async (row: Row) => {
    const answer = await askOf(row, 'labels.printed', { commandId: command(acting), ids: [row.id], operator });
    const known = savedOf(row);
    if (!answer.ok || !known) return;
    known.printed = row.key;
    say(`printed ${row.key}`);
  };

  const sendAnyway = (acting: Acting) => async (row: Row) => {
    books.dispose.add(entryOf(row));
    await askOf(row, 'entry.sendAnyway', { commandId: command(acting), id: row.id, operator });
  };

  const tryNow = async (row: Row) => void (await pc.ask('entry.tryNow', { ids: [row.id] }));

  const acts = {
    capture: (acting: Acting) => captureMany(acting, false),
    draft: (acting: Acting) => captureMany(acting, true),
    together,
    import: importFile,
    submit: (acting: Acting) => onSome(`state = 'draft'`, acting, submit(acting)),
    // A list may be slightly out of date, so the entry may already be on its way; the desk decides what is allowed.
    press: (acting: Acting) => onSome('settled_at IS NULL', acting, press(acting)),
    discard: (acting: Acting) => onSome(`state = 'draft'`, acting, discard(acting)),
    'change-draft': (acting: Acting) => onSome(`state = 'draft'`, acting, change(acting)),
    correct: (acting: Acting) => onSome(`state = 'refused'`, acting, refusedRight(acting)),
    change: (acting: Acting) => onSome(`state = 'queued'`, acting, change(acting)),
    withdraw: (acting: Acting) =>
      onSome(`state IN ('queued', 'refused') AND maybe_taken = 0`, acting, (row) =>
        truth(row) === false ? discard(acting)(row) : Promise.resolve(),
      ),
    replace: (acting: Acting) => onSome(`state IN ('queued', 'accepted', 'done')`, acting, replace(acting)),
    decide: (acting: Acting) => onSome('asks IS NOT NULL', acting, answerIt(acting)),
    close: (acting: Acting) => onSome(`state = 'accepted'`, acting, closeByPhone(acting)),
    tick: (acting: Acting) => onSome('to_cancel = 1', acting, tick(acting)),
    print: (acting: Acting) => onSome(`label_list IN ('ready', 'unconfirmed', 'provisional')`, acting, print(acting)),
    'send-anyway': (acting: Acting) => onSome(`state = 'queued' AND held_by IS NOT NULL`, acting, sendAnyway(acting)),
    'try-now': async () => void (await pc.ask('sync.now', {})),
    'try-one': (acting: Acting) => onSome(`state IN ('queued', 'accepted', 'unsure', 'refused')`, acting, tryNow),
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
    /** Like `press`, on an entry that is being sent. */
    pressSending: (acting: Acting) => onSome(`state = 'sending'`, acting, press(acting)),
    /** Enters several orders of one kind and returns the ids of those that were saved. */
    async several(acting: Acting, endpoint: number, count: number): Promise<string[]> {
      const before = new Set(saved().keys());
      for (let n = 0; n < count; n += 1) {
        const entry = `${acting.name}s${n}`;
        await captureOne(acting, { endpoint: endpoint as CreateNumber, key: `K-${entry}`, entry, version: 0 }, false);
      }
      return [...saved().keys()].filter((id) => !before.has(id));
    },
    /** In the evening a person answers all pending questions, and corrects or decides what was refused. */
    async tidyUp(acting: Acting): Promise<void> {
      const once = (row: Row, n: number): Acting => ({ ...acting, name: `${acting.name}q${n}q${row.seq}` });
      for (const row of rowsOf(pc, 'asks IS NOT NULL')) await answerIt(once(row, 1))(row);
      for (const row of rowsOf(pc, `state = 'refused'`)) await refusedRight(once(row, 2))(row);
      for (const row of rowsOf(pc, `state = 'draft'`)) await submit(once(row, 3))(row);
      for (const row of rowsOf(pc, `state = 'accepted' AND replaced_by IS NOT NULL`))
        await closeByPhone(once(row, 4))(row);
      // No status check will show more.
      for (const row of rowsOf(pc, `state = 'accepted'`))
        if (service.isSilentOn(row.endpoint)) await closeByPhone(once(row, 5))(row);
    },
  };
}
export type People = ReturnType<typeof createPeople>;
export type PersonAct = keyof People['acts'];
