import type { Input, Output, ProcedureName } from '../../shared/contract/desk-contract.ts';
import type { DeskEvent, NumberedEvent } from '../../shared/contract/desk-events.ts';
import type { DeskState } from '../../shared/contract/desk-state.ts';
import type { EntryDetail, Enqueued, Tally } from '../../shared/contract/entry-answers.ts';
import { fail, ok, type Result } from '../../shared/contract/problem.ts';
import type { SyncStatus } from '../../shared/contract/sync-procedures.ts';
import { entryLists, type EntryList } from '../../shared/outbox/states.ts';
import { defaultSettings, settingsSchema, type Settings } from '../../shared/settings/settings.ts';
import { fakeAddresses, sameParcel } from './fake-addresses.ts';
import { fakeEntry } from './fake-entries.ts';
import { fakeFinds } from './fake-finds.ts';
import { fakeHandover } from './fake-handover.ts';
import { fakeImport } from './fake-import.ts';
import { fakeLabels } from './fake-labels.ts';
import { countsOf, belongsTo } from './fake-lists.ts';
import { fakeLookups } from './fake-lookups.ts';
import { fakeMemories } from './fake-memories.ts';
import { fakeShelves } from './fake-shelves.ts';
import { fakeStock } from './fake-stock.ts';
import { reloadSafeStore } from './reload-safe-store.ts';

type Handlers = { [N in ProcedureName]?: (input: Input<N>) => Result<Output<N>> };

/**
 * Index of the first number below `bound` in a descending list. The binary search keeps the fake desk as fast as a
 * database index.
 */
function firstIndexBelow(seqs: readonly number[], bound: number): number {
  let [low, high] = [0, seqs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((seqs[middle] ?? 0) < bound) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** A desk in memory for drawing and testing screens without an engine. Its answers have the types of the contract. */
export interface FakeDesk {
  call<N extends ProcedureName>(name: N, input: Input<N>): Promise<Result<Output<N>>>;
  onEvent(listener: (event: NumberedEvent) => void): () => void;
  emit(event: DeskEvent): void;
  calls: { name: ProcedureName; input: unknown }[];
  sync: SyncStatus;
  state: DeskState;
  handlers: Handlers;
}

export function fakeDesk(count: number, now: number): FakeDesk {
  // The newest entry has the highest number, as in the outbox.
  const entries = Array.from({ length: count }, (_, index) => {
    const entry = fakeEntry(count - 1 - index, now);
    return { ...entry, seq: index + 1 };
  });
  const entriesById = new Map(entries.map((entry) => [entry.id, entry]));
  const remembered = reloadSafeStore();
  const listeners = new Set<(event: NumberedEvent) => void>();
  let eventCount = 0;
  let settings: Settings = defaultSettings;

  const desk: FakeDesk = {
    calls: [],
    sync: {
      connection: 'online',
      since: now,
      pause: null,
      pausedEndpoints: [],
      troubledEndpoints: [],
      underWay: 1,
      cannotWrite: false,
      idle: false,
    },
    state: {
      mode: 'practice',
      live: null,
      folder: '/home/desk/Parcel Desk/practice',
      otherFolder: null,
      host: 'browser',
      version: '0.1.0',
      secret: { set: false, keptIn: 'memory' },
      now,
      warnings: [],
      cannotDeliver: null,
      printers: false,
    },
    handlers: {},
    async call(name, input) {
      // Only plain values may cross to the desk.
      const clonedInput = structuredClone(input);
      desk.calls.push({ name, input: clonedInput });
      const handler = desk.handlers[name];
      // A test may make its handler answer later.
      return handler
        ? structuredClone(await Promise.resolve(handler(clonedInput)))
        : fail('unknown-command', `The fake desk has no ${name}.`);
    },
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    emit(event) {
      eventCount++;
      for (const listener of listeners) listener({ n: eventCount, event });
    },
  };

  let newestSeqs: number[] = [];
  const seqsNewestFirst = () =>
    newestSeqs.length === entries.length ? newestSeqs : (newestSeqs = entries.map(({ seq }) => seq).toReversed());
  const seqsOf = (list: EntryList, search = '', endpoint?: number) =>
    // Cached because the plain list of a long outbox is requested again and again.
    list === 'all' && search === '' && endpoint === undefined
      ? seqsNewestFirst()
      : filteredSeqs(list, search, endpoint);
  const filteredSeqs = (list: EntryList, search: string, endpoint?: number) =>
    entries
      .filter((entry) => belongsTo[list](entry) && (endpoint === undefined || entry.endpoint === endpoint))
      .filter(({ key, recipient }) => `${key} ${recipient}`.toLowerCase().includes(search.toLowerCase()))
      .map(({ seq }) => seq)
      .toReversed();
  const entriesOf = (seqs: number[]) => seqs.flatMap((seq) => entries[seq - 1] ?? []);
  const changeEntry = (id: string, changes: Partial<EntryDetail>): Result<EntryDetail> => {
    const entry = entriesById.get(id);
    if (!entry) return fail('unknown-entry', 'No such entry.', { id });
    Object.assign(entry, changes);
    desk.emit({ kind: 'entries', ids: [id] });
    return ok(entry);
  };
  const enqueuedAnswer = (entry: EntryDetail): Enqueued => ({
    id: entry.id,
    key: entry.key,
    state: entry.state,
    warnings: [],
    already: false,
  });
  const answersByCommand = new Map<string, Result<Enqueued>>();
  const enqueue = ({ commandId, request, draft = false, operator = '' }: Input<'entry.enqueue'>): Result<Enqueued> => {
    const earlierAnswer = answersByCommand.get(commandId);
    if (earlierAnswer) return earlierAnswer;
    const key = (request.body as { Package: { PackageId: string } }).Package.PackageId;
    if (entries.some((entry) => entry.key === key)) return fail('key-in-use', 'Another entry has this key.', { key });
    const seq = entries.length + 1;
    const entry: EntryDetail = {
      ...fakeEntry(draft ? 18 : 0, now),
      seq,
      id: `n${seq}`,
      key,
      operator,
      request: { query: {}, body: request.body },
      capturedAt: now,
    };
    entries.push(entry);
    entriesById.set(entry.id, entry);
    const answer = ok(enqueuedAnswer(entry));
    answersByCommand.set(commandId, answer);
    desk.emit({ kind: 'entries', ids: [entry.id] });
    return answer;
  };
  const samplePdf = { id: 'f1', name: 'labels.pdf', mediaType: 'application/pdf', bytes: 1000 };

  const shelves = fakeShelves();
  desk.handlers = {
    ...fakeMemories(() => entries, shelves['templates.list']),
    ...fakeHandover(now, () => entries),
    ...fakeLookups(now, (subjects) => desk.emit({ kind: 'lookup', about: 'watch', subjects })),
    'desk.state': () => ok(desk.state),
    'desk.remember': ({ name, value }) => (remembered.set(name, value), ok({ at: now })),
    'desk.recall': ({ name }) => ok({ value: remembered.get(name) ?? null, at: remembered.has(name) ? now : null }),
    'support.file': () =>
      ok({ file: { id: 'support', name: 'support.json', mediaType: 'application/json', bytes: 2 }, text: '{}' }),
    'backup.choose': () => ok({ made: { path: '/backups/parcel-desk-1.db', entries: 1 } }),
    'backup.state': () => ok({ folder: '', last: null, good: null, lock: null, rehearsal: null, rescued: null }),
    'desk.setService': ({ address, account = '' }) => {
      if (!address.startsWith('https://')) return fail('bad-address', 'Not an address of a service.');
      desk.state = { ...desk.state, live: { origin: address, account, bound: false } };
      return ok(desk.state);
    },
    'desk.setSecret': ({ value }) => {
      desk.state = { ...desk.state, secret: { set: value !== null, keptIn: 'memory' } };
      return ok(desk.state);
    },
    'desk.switch': ({ to }) => {
      desk.state = { ...desk.state, mode: to };
      desk.emit({ kind: 'desk' });
      return ok(desk.state);
    },
    'sync.status': () => ok(desk.sync),
    'sync.now': () => ok(desk.sync),
    'settings.get': () => ok(settings),
    'settings.set': ({ values }) => {
      const parsed = settingsSchema.safeParse({ ...settings, ...values });
      if (!parsed.success) return fail('bad-setting', 'Outside its limits.');
      settings = parsed.data;
      return ok(settings);
    },
    'entries.counts': () => ok(countsOf(entries)),
    'entries.narrowedBy': () => ok({ operators: [...new Set(entries.map(({ operator }) => operator))].toSorted() }),
    'entries.page': ({ list = 'all', search, endpoint, before, after, order = 'newest', limit = 100 }) => {
      const listSeqs = seqsOf(list, search, endpoint);
      const isRanked = (search ?? '') !== '';
      const startIndex = isRanked || before === undefined ? 0 : firstIndexBelow(listSeqs, before);
      const endIndex = isRanked || after === undefined ? listSeqs.length : firstIndexBelow(listSeqs, after + 1);
      const isBackwards = !isRanked && (order === 'newest' ? after !== undefined : before !== undefined);
      const isOldest = order === 'oldest';
      const descendingPage =
        isBackwards === isOldest
          ? listSeqs.slice(startIndex, Math.min(endIndex, startIndex + limit))
          : listSeqs.slice(Math.max(startIndex, endIndex - limit), endIndex);
      const page = isOldest ? descendingPage.toReversed() : descendingPage;
      const hasMore = page.length < endIndex - startIndex && !isRanked;
      const next = hasMore ? ((isBackwards ? page[0] : page.at(-1)) ?? null) : null;
      return ok({ rows: entriesOf(page), next });
    },
    'entries.tally': ({ search, endpoint }) => {
      const tallyOf = (list: EntryList) => ({ count: seqsOf(list, search, endpoint).length, more: false });
      return ok(Object.fromEntries(entryLists.map((list) => [list, tallyOf(list)])) as Tally);
    },
    'entries.among': ({ list, endpoint, seqs }) => {
      const listedSeqs = new Set(seqsOf(list, '', endpoint));
      return ok({ seqs: seqs.filter((seq) => listedSeqs.has(seq)) });
    },
    'entries.seqs': ({ list, search, endpoint }) => ok({ seqs: seqsOf(list, search, endpoint) }),
    'entries.rows': ({ seqs }) => ok({ rows: entriesOf(seqs), illEndpoints: [] }),
    'search.all': ({ text, each = 6 }) => ok(fakeFinds(text, each, entries)),
    'entries.idsOf': ({ seqs }) => ok({ ids: entriesOf(seqs).map(({ id }) => id) }),
    'entries.get': ({ id }) => changeEntry(id, {}),
    'entries.similar': ({ request }) =>
      ok({ entries: entries.filter(({ request: { body } }) => sameParcel(body, request.body)).toReversed() }),
    'entries.setField': ({ ids }) => ok({ changed: ids, problems: [] }),
    'entry.enqueue': enqueue,
    'entry.submit': ({ id }) => changeEntry(id, { state: 'queued', waitsFor: { for: 'turn' } }),
    'entry.change': ({ id, request }) =>
      enqueuedResult(changeEntry(id, { request: { query: {}, body: request.body } })),
    'entry.mend': ({ id, request }) =>
      enqueuedResult(
        changeEntry(id, { state: 'queued', waitsFor: { for: 'turn' }, request: { query: {}, body: request.body } }),
      ),
    'entry.replace': ({ commandId, request }) => enqueue({ commandId, request }),
    'entry.decide': ({ id, decision }) =>
      changeEntry(id, { state: decision === 'send-again' ? 'queued' : 'accepted', asks: null, maybeTaken: false }),
    'entry.tryNow': ({ ids }) => ok({ ids }),
    'entry.sendAnyway': ({ id }) => changeEntry(id, { waitsFor: { for: 'turn' } }),
    'entry.cancelled': ({ id }) => changeEntry(id, { toCancel: false }),
    'entry.withdraw': ({ ids, decided = false }) => {
      const possiblySent = ids.filter((id) => entriesById.get(id)?.maybeTaken && !decided);
      const withdrawn = ids.filter((id) => !possiblySent.includes(id));
      for (const id of withdrawn) changeEntry(id, { state: 'withdrawn', waitsFor: { for: 'nothing' } });
      const problem = { kind: 'maybe-taken', message: 'The service may have it.' } as const;
      return ok({ withdrawn, problems: possiblySent.map((id) => ({ id, problem })) });
    },
    ...fakeLabels(now, samplePdf, () => entries),
    'print.jobs': () => ok({ jobs: [] }),
    'drill.list': () => ok({ practises: true, on: null, drills: [] }),
    'printers.list': () => ok({ printers: [], chosen: {} }),
    ...fakeAddresses(),
    ...shelves,
    ...fakeStock(now),
    ...fakeImport(samplePdf),
    'entries.export': () => ok({ file: samplePdf, entries: 3, otherKinds: 0, problems: [] }),
  };
  return desk;

  function enqueuedResult(result: Result<EntryDetail>): Result<Enqueued> {
    return result.ok ? ok(enqueuedAnswer(result.value)) : result;
  }
}
