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
import { countsOf, isOn } from './fake-lists.ts';
import { fakeLookups } from './fake-lookups.ts';
import { fakeMemories } from './fake-memories.ts';
import { fakeShelves } from './fake-shelves.ts';
import { fakeStock } from './fake-stock.ts';
import { keptOverReload } from './kept-over-reload.ts';

type Handlers = { [N in ProcedureName]?: (input: Input<N>) => Result<Output<N>> };

/** Index of the first number below `bound` in a descending list, by binary search, as fast as a database index. */
function firstBelow(seqs: readonly number[], bound: number): number {
  let [from, end] = [0, seqs.length];
  while (from < end) {
    const middle = (from + end) >> 1;
    if ((seqs[middle] ?? 0) < bound) end = middle;
    else from = middle + 1;
  }
  return from;
}

/** A desk in memory, for drawing and testing screens without an engine. Its answers have the types of the contract. */
export interface FakeDesk {
  call<N extends ProcedureName>(name: N, input: Input<N>): Promise<Result<Output<N>>>;
  onEvent(tell: (event: NumberedEvent) => void): () => void;
  emit(event: DeskEvent): void;
  calls: { name: ProcedureName; input: unknown }[];
  sync: SyncStatus;
  state: DeskState;
  handlers: Handlers;
}

export function fakeDesk(count: number, now: number): FakeDesk {
  // The newest entry has the highest number, as in the outbox.
  const entries = Array.from({ length: count }, (_, at) => {
    const entry = fakeEntry(count - 1 - at, now);
    return { ...entry, seq: at + 1 };
  });
  const known = new Map(entries.map((entry) => [entry.id, entry]));
  const kept = keptOverReload();
  const hearers = new Set<(event: NumberedEvent) => void>();
  let events = 0;
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
      const plain = structuredClone(input);
      desk.calls.push({ name, input: plain });
      const handler = desk.handlers[name];
      // A test may make its handler answer later.
      return handler
        ? structuredClone(await Promise.resolve(handler(plain)))
        : fail('unknown-command', `The fake desk has no ${name}.`);
    },
    onEvent(tell) {
      hearers.add(tell);
      return () => hearers.delete(tell);
    },
    emit(event) {
      events++;
      for (const hearer of hearers) hearer({ n: events, event });
    },
  };

  let newest: number[] = [];
  const newestFirst = () =>
    newest.length === entries.length ? newest : (newest = entries.map(({ seq }) => seq).toReversed());
  const listed = (list: EntryList, search = '', endpoint?: number) =>
    // Cached because the plain list of a long outbox is requested again and again.
    list === 'all' && search === '' && endpoint === undefined ? newestFirst() : filtered(list, search, endpoint);
  const filtered = (list: EntryList, search: string, endpoint?: number) =>
    entries
      .filter((entry) => isOn[list](entry) && (endpoint === undefined || entry.endpoint === endpoint))
      .filter(({ key, recipient }) => `${key} ${recipient}`.toLowerCase().includes(search.toLowerCase()))
      .map(({ seq }) => seq)
      .toReversed();
  const bySeq = (seqs: number[]) => seqs.flatMap((seq) => entries[seq - 1] ?? []);
  const change = (id: string, changes: Partial<EntryDetail>): Result<EntryDetail> => {
    const entry = known.get(id);
    if (!entry) return fail('unknown-entry', 'No such entry.', { id });
    Object.assign(entry, changes);
    desk.emit({ kind: 'entries', ids: [id] });
    return ok(entry);
  };
  const enqueued = (entry: EntryDetail): Enqueued => ({
    id: entry.id,
    key: entry.key,
    state: entry.state,
    warnings: [],
    already: false,
  });
  const commands = new Map<string, Result<Enqueued>>();
  const enqueue = ({ commandId, request, draft = false, operator = '' }: Input<'entry.enqueue'>): Result<Enqueued> => {
    const before = commands.get(commandId);
    if (before) return before;
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
    known.set(entry.id, entry);
    const answer = ok(enqueued(entry));
    commands.set(commandId, answer);
    desk.emit({ kind: 'entries', ids: [entry.id] });
    return answer;
  };
  const file = { id: 'f1', name: 'labels.pdf', mediaType: 'application/pdf', bytes: 1000 };

  const shelves = fakeShelves();
  desk.handlers = {
    ...fakeMemories(() => entries, shelves['templates.list']),
    ...fakeHandover(now, () => entries),
    ...fakeLookups(now, (subjects) => desk.emit({ kind: 'lookup', about: 'watch', subjects })),
    'desk.state': () => ok(desk.state),
    'desk.remember': ({ name, value }) => (kept.set(name, value), ok({ at: now })),
    'desk.recall': ({ name }) => ok({ value: kept.get(name) ?? null, at: kept.has(name) ? now : null }),
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
      const checked = settingsSchema.safeParse({ ...settings, ...values });
      if (!checked.success) return fail('bad-setting', 'Outside its limits.');
      settings = checked.data;
      return ok(settings);
    },
    'entries.counts': () => ok(countsOf(entries)),
    'entries.narrowedBy': () => ok({ operators: [...new Set(entries.map(({ operator }) => operator))].toSorted() }),
    'entries.page': ({ list = 'all', search, endpoint, before, after, order = 'newest', limit = 100 }) => {
      const all = listed(list, search, endpoint);
      const ranked = (search ?? '') !== '';
      const from = ranked || before === undefined ? 0 : firstBelow(all, before);
      const end = ranked || after === undefined ? all.length : firstBelow(all, after + 1);
      const isBackwards = !ranked && (order === 'newest' ? after !== undefined : before !== undefined);
      const isOldest = order === 'oldest';
      const descending =
        isBackwards === isOldest
          ? all.slice(from, Math.min(end, from + limit))
          : all.slice(Math.max(from, end - limit), end);
      const page = isOldest ? descending.toReversed() : descending;
      const isMore = page.length < end - from && !ranked;
      const next = isMore ? ((isBackwards ? page[0] : page.at(-1)) ?? null) : null;
      return ok({ rows: bySeq(page), next });
    },
    'entries.tally': ({ search, endpoint }) => {
      const on = (list: EntryList) => ({ count: listed(list, search, endpoint).length, more: false });
      return ok(Object.fromEntries(entryLists.map((list) => [list, on(list)])) as Tally);
    },
    'entries.among': ({ list, endpoint, seqs }) => {
      const there = new Set(listed(list, '', endpoint));
      return ok({ seqs: seqs.filter((seq) => there.has(seq)) });
    },
    'entries.seqs': ({ list, search, endpoint }) => ok({ seqs: listed(list, search, endpoint) }),
    'entries.rows': ({ seqs }) => ok({ rows: bySeq(seqs), illEndpoints: [] }),
    'search.all': ({ text, each = 6 }) => ok(fakeFinds(text, each, entries)),
    'entries.idsOf': ({ seqs }) => ok({ ids: bySeq(seqs).map(({ id }) => id) }),
    'entries.get': ({ id }) => change(id, {}),
    'entries.similar': ({ request }) =>
      ok({ entries: entries.filter(({ request: { body } }) => sameParcel(body, request.body)).toReversed() }),
    'entries.setField': ({ ids }) => ok({ changed: ids, problems: [] }),
    'entry.enqueue': enqueue,
    'entry.submit': ({ id }) => change(id, { state: 'queued', waitsFor: { for: 'turn' } }),
    'entry.change': ({ id, request }) => saved(change(id, { request: { query: {}, body: request.body } })),
    'entry.mend': ({ id, request }) =>
      saved(change(id, { state: 'queued', waitsFor: { for: 'turn' }, request: { query: {}, body: request.body } })),
    'entry.replace': ({ commandId, request }) => enqueue({ commandId, request }),
    'entry.decide': ({ id, decision }) =>
      change(id, { state: decision === 'send-again' ? 'queued' : 'accepted', asks: null, maybeTaken: false }),
    'entry.tryNow': ({ ids }) => ok({ ids }),
    'entry.sendAnyway': ({ id }) => change(id, { waitsFor: { for: 'turn' } }),
    'entry.cancelled': ({ id }) => change(id, { toCancel: false }),
    'entry.withdraw': ({ ids, decided = false }) => {
      const maybe = ids.filter((id) => known.get(id)?.maybeTaken && !decided);
      const withdrawn = ids.filter((id) => !maybe.includes(id));
      for (const id of withdrawn) change(id, { state: 'withdrawn', waitsFor: { for: 'nothing' } });
      const problem = { kind: 'maybe-taken', message: 'The service may have it.' } as const;
      return ok({ withdrawn, problems: maybe.map((id) => ({ id, problem })) });
    },
    ...fakeLabels(now, file, () => entries),
    'print.jobs': () => ok({ jobs: [] }),
    'drill.list': () => ok({ practises: true, on: null, drills: [] }),
    'printers.list': () => ok({ printers: [], chosen: {} }),
    ...fakeAddresses(),
    ...shelves,
    ...fakeStock(now),
    ...fakeImport(file),
    'entries.export': () => ok({ file, entries: 3, otherKinds: 0, problems: [] }),
  };
  return desk;

  function saved(result: Result<EntryDetail>): Result<Enqueued> {
    return result.ok ? ok(enqueued(result.value)) : result;
  }
}
