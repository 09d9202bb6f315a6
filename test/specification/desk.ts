import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { defaultSettings, type Settings } from '../../shared/settings/settings.ts';
import { backUp } from '../../electron/backup/backup.ts';
import { openJournal } from '../../electron/backup/journal.ts';
import { journalFolder } from '../../electron/backup/read-journal.ts';
import { restore } from '../../electron/backup/restore.ts';
import { deskFile } from '../../electron/database/desk-file.ts';
import { openDesk } from '../../electron/database/open-desk.ts';
import type { Sqlite } from '../../electron/database/open-sqlite.ts';
import { keepSeals } from '../../electron/database/seal.ts';
import type { Capture } from '../../electron/outbox/capture.ts';
import { createNumbers } from '../../shared/creates/create-kinds.ts';
import type { Claimed } from '../../electron/outbox/entry.ts';
import { openOutbox } from '../../electron/outbox/open-outbox.ts';
import type { Exchange } from '../../electron/service/exchange.ts';
import { Connection } from '../../electron/sync/connection.ts';
import { ProbeTurns } from '../../electron/sync/probe-turns.ts';
import { deliver, resume } from '../../electron/sync/deliver.ts';
import { EndpointPauses } from '../../electron/sync/endpoint-pauses.ts';
import { DurableWrites } from '../../electron/sync/durable-writes.ts';
import { AdaptiveConcurrency } from '../../electron/sync/adaptive-concurrency.ts';
import { readStatuses } from '../../electron/sync/read.ts';
import { RunningTime } from '../../electron/sync/running-time.ts';
import type { SyncContext } from '../../electron/sync/sync-context.ts';
import { boxCapture, declareCapture, labelCapture } from '../support/open-test-outbox.ts';
import { createOf, exchangeOf, readAsked, type Kind } from './service.ts';

const target = 'practice';
const minuteMs = 60_000;
const captures = { ask: labelCapture, repeat: boxCapture, again: declareCapture };
const statusOf = { ask: 16, repeat: 18 } as const;

/** A request that is on its way. */
interface Open {
  resolve: (exchange: Exchange) => void;
  done: Promise<void>;
}
interface Entry {
  id: string;
  kind: Kind;
  key: string;
  capture: Capture;
}
/** One life of the desk's process: what of it is not on disk ends with it. */
interface Run {
  outbox: ReturnType<typeof openOutbox>;
  work: SyncContext;
  claimed: Map<number, Claimed>;
  tries: Map<number, Open>;
  reads: Map<number, Open & { says: string }>;
  isOver: boolean;
}

/** Where a file of a test costs least: in memory, where the system has such a place. */
const place = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** A database as a fresh desk has it, to be copied. */
export function emptyDesk() {
  const folder = mkdtempSync(join(place, 'parcel-desk-spec-'));
  const fresh = join(folder, 'fresh');
  openDesk(fresh).close();
  return { folder, file: join(fresh, deskFile), remove: () => rmSync(folder, { recursive: true, force: true }) };
}
export type EmptyDesk = ReturnType<typeof emptyDesk>;

/**
 * The real outbox and sync, with a function for each action of the specification. Left out is only the loop: what it would do when,
 * the actions say. Between `begin` and `end` all is one transaction that is undone, unless the file itself is to be lost.
 */
export function openSpecifiedDesk(empty: EmptyDesk) {
  let time = Date.parse('2026-03-02T08:00:00Z');
  let settings: Settings = defaultSettings;
  let ids = 0;
  let folder = '';
  const shared = openInMemory(empty.file);
  const rested = openOutbox(shared, { now: () => time, newId: () => newId(), holdMs: () => 0 });
  let db = shared;
  let journal: ReturnType<typeof openJournal> | null = null;
  let entries = new Map<number, Entry>();
  let effects = new Map<number, number>();
  let replies = new Map<number, string>();
  let lastBackup = '';
  let run: Run;

  function openAt(name: string): Sqlite {
    folder = join(empty.folder, name);
    if (!existsSync(join(folder, deskFile))) {
      openDesk(folder).close();
      for (const end of ['-wal', '-shm']) rmSync(join(folder, `${deskFile}${end}`), { force: true });
      copyFileSync(empty.file, join(folder, deskFile));
    }
    const opened = openDesk(folder);
    // what is on disk after a power cut is tested elsewhere
    opened.pragma('synchronous = OFF');
    return prepareOnce(opened);
  }

  const clock = { now: () => time, monotonic: () => time };
  const timer = { after: () => () => undefined };
  const newId = (): string => `e${++ids}`;

  /** `outbox`: one that remembers nothing, left out where the process has ended and it has to be opened anew. */
  function startRun(outbox = openOutbox(db, { now: clock.now, newId, holdMs: () => 0 })): Run {
    const random = () => 0.5;
    const get = () => settings;
    const begun: Run = {
      outbox,
      claimed: new Map(),
      tries: new Map(),
      reads: new Map(),
      isOver: false,
      work: {
        outbox: outbox.sync,
        target,
        get settings() {
          return settings;
        },
        clock,
        random,
        running: new RunningTime(outbox.sync, clock),
        connection: new Connection(get, clock, random),
        probes: new ProbeTurns(),
        concurrency: new AdaptiveConcurrency(get, random),
        pauses: new EndpointPauses(get, clock),
        call: (sendable) => new Promise((resolve) => asked(begun, readAsked(sendable), resolve)),
        writes: new DurableWrites({
          outbox: outbox.sync,
          settings: get,
          random,
          timer,
          // what a crash has cut short is never written
          soon: (write) => queueMicrotask(() => void (begun.isOver || write())),
          tryDisk: () => undefined,
          onFault(error) {
            throw error;
          },
          givingUp: new AbortController().signal,
        }),
        onChanged: () => undefined,
      },
    };
    return begun;
  }

  /** The rescue journal, in the folder that is open. */
  const follow = () =>
    openJournal({
      db,
      folder: join(folder, journalFolder),
      now: clock.now,
      onTrouble: (trouble) => void (trouble && fail(trouble.message)),
      onAhead: () => fail('the journal is ahead'),
      after: timer.after,
    });

  let answers: ((exchange: Exchange) => void) | null = null;
  /** Who has just been asked is told to whoever has just asked. */
  function asked(
    of: Run,
    { endpoint, key }: ReturnType<typeof readAsked>,
    resolve: (exchange: Exchange) => void,
  ): void {
    const [e] =
      [...entries].find(([, one]) => one.key === key && (endpoint > 15 || createOf[one.kind] === endpoint)) ?? [];
    if (e === undefined || of !== run) throw new Error(`nobody asks ${endpoint} about ${key}`);
    answers = resolve;
  }
  /** Begins something that may ask; answers null where it came to its end without. */
  async function asking(begin: () => Promise<void>): Promise<Open | null> {
    answers = null;
    const done = begin();
    const resolve = answers as ((exchange: Exchange) => void) | null;
    if (resolve) return { resolve, done };
    await done;
    return null;
  }

  const entryOf = (e: number): Entry => entries.get(e) ?? fail(`there is no entry ${e}`);
  const command = (): string => `c${++ids}`;
  const act = (): void => journal?.note();

  async function answerWith(e: number, said: string): Promise<void> {
    const open = run.tries.get(e) ?? fail(`nothing of ${e} is on its way`);
    const { kind, key } = entryOf(e);
    open.resolve(exchangeOf(said, kind, key));
    await open.done;
    run.tries.delete(e);
    run.claimed.delete(e);
    replies.delete(e);
  }

  function endRun(): void {
    run.isOver = true;
    // an answer that came and was not written yet is as one that never came
    for (const [e, reply] of replies) run.tries.get(e)?.resolve(exchangeOf(reply, entryOf(e).kind, entryOf(e).key));
    replies = new Map();
  }

  const effectOf = (e: number, reply: string): void => {
    if (reply === 'taken') effects.set(e, (effects.get(e) ?? 0) + 1);
  };

  return {
    /** `mayBeLost`: the trace has backups, so it has a file and a journal of its own. */
    begin(
      kinds: readonly Kind[],
      needs: boolean,
      alwaysAsk: boolean,
      proven: readonly string[],
      mayBeLost: boolean,
    ): void {
      settings = { ...defaultSettings, alwaysAsk, graceSeconds: 120 };
      db = mayBeLost ? openAt(`own-${++ids}`) : shared;
      if (mayBeLost) journal = follow();
      else db.exec('BEGIN');
      run = mayBeLost ? startRun() : startRun(rested);
      effects = new Map();
      replies = new Map();
      entries = new Map();
      const own = ++ids;
      for (const [at, kind] of kinds.entries()) {
        const key = `P${own}-${needs ? 1 : at + 1}`;
        const capture = captures[kind](key);
        const { id } = run.outbox.enqueue(command(), capture, 'ana', false);
        entries.set(at + 1, { id, kind, key, capture });
      }
      for (const kind of ['ask', 'repeat'] as const)
        if (proven.includes(kind)) run.outbox.sync.noteStatusKnows(target, statusOf[kind], createOf[kind]);
      act();
    },
    end(): void {
      run.isOver = true;
      if (db === shared) return void db.exec('ROLLBACK');
      journal?.close();
      journal = null;
      db.close();
      rmSync(folder, { recursive: true, force: true });
    },
    close: (): void => void shared.close(),

    claim(e: number): void {
      const { id, kind } = entryOf(e);
      run.outbox.tryNow([id]);
      const limits = createNumbers.map((endpoint) => {
        const most = endpoint === createOf[kind] ? 1 : 0;
        return { endpoint, most, alone: most, goes: 'well' as const, inTurns: false };
      });
      const [claimed, ...more] = run.outbox.sync.claim(1, time, target, limits);
      if (claimed?.id !== id || more.length > 0) fail(`${claimed?.id ?? 'nothing'} was claimed in place of ${id}`);
      else run.claimed.set(e, claimed);
    },
    async leave(e: number): Promise<void> {
      const claimed = run.claimed.get(e) ?? fail(`${e} is not claimed`);
      const open = await asking(() => deliver(claimed, run.work));
      if (open) run.tries.set(e, open);
      else run.claimed.delete(e);
    },
    arrive(e: number, reply: string): void {
      if (!run.tries.has(e)) fail(`nothing of ${e} is on its way`);
      replies.set(e, reply);
      effectOf(e, reply);
    },
    answer: (e: number): Promise<void> => answerWith(e, replies.get(e) ?? fail(`nothing was answered to ${e}`)),
    lost: answerWith,
    late: effectOf,
    async ask(e: number, says: string): Promise<void> {
      const { id } = entryOf(e);
      run.outbox.tryNow([id]);
      const due = run.outbox.sync.dueReads(50, time).find((one) => one.id === id) ?? fail(`no status of ${e} is due`);
      const open = await asking(() => readStatuses([due], run.work));
      run.reads.set(e, { ...(open ?? fail('no status was asked')), says });
    },
    async told(e: number): Promise<void> {
      const { resolve, done, says } = run.reads.get(e) ?? fail(`no status of ${e} is being asked`);
      const { kind, key } = entryOf(e);
      resolve(exchangeOf(says, kind, key));
      await done;
      run.reads.delete(e);
    },
    decide(e: number, decision: string, state: string): void {
      const { outbox } = run;
      const { id, capture } = entryOf(e);
      const free = { operator: 'ana', why: '', decided: true, alone: true };
      if (decision === 'mend') outbox.mend(command(), id, capture, 'ana', true);
      else if (decision === 'withdraw' && state === 'queued')
        outbox.once(command(), 'withdraw', () => (outbox.withdraw(id, free), id));
      else outbox.decide(command(), id, decision as 'send-again' | 'taken' | 'withdraw', 'ana', '');
      act();
    },
    crash(): void {
      endRun();
      run = startRun();
      resume(run.work);
    },
    async backUp(): Promise<void> {
      time += 1000;
      lastBackup = (await backUp(db, join(folder, 'backups'), time)).path;
    },
    async restore(): Promise<void> {
      endRun();
      const lost = folder;
      journal?.close();
      journal = null;
      db.close();
      folder = join(empty.folder, `own-${++ids}`);
      await restore(lastBackup, folder, join(lost, journalFolder), {
        now: clock.now,
        newId,
        yieldToEventLoop: () => Promise.resolve(),
      });
      rmSync(lost, { recursive: true, force: true });
      db = openAt(folder.slice(empty.folder.length + 1));
      journal = follow();
      run = startRun();
      resume(run.work);
    },
    /** In steps as the loop takes them, so that all of it counts as running time. */
    pass(): void {
      for (let passed = 0; passed <= settings.graceSeconds * 1000; passed += minuteMs) {
        time += minuteMs;
        run.work.running.tick();
        run.work.running.keep();
      }
    },

    /** What is on disk and on its way, in the words of the specification. */
    shows(e: number) {
      const { id, kind } = entryOf(e);
      const row = db
        .prepare<[string], Record<string, number | string | Buffer | null>>('SELECT * FROM entry WHERE id = ?')
        .get(id);
      if (!row) return fail(`entry ${e} has disappeared`);
      const state = String(row['state']);
      const lostAt = row['lost_at_running'];
      const isUnsure = state === 'unsure';
      const isOnItsWay = isUnsure || state === 'queued' || state === 'sending';
      const old = typeof lostAt === 'number' && run.work.running.tick() - lostAt >= settings.graceSeconds * 1000;
      return {
        state,
        maybe: row['maybe_taken'] === 1,
        reached: row['reached_sha256'] !== null,
        twice: row['maybe_twice'] === 1,
        asks: row['asks'] ?? '',
        // counted only while it matters
        absences: isUnsure ? Math.min(3, Number(row['absences'])) : 0,
        tries: kind === 'again' || !isOnItsWay ? 0 : Math.min(5, Number(row['tries'])),
        since: !isUnsure || lostAt === null ? 'none' : old ? 'old' : 'now',
        waits: state === 'queued' || state === 'sending' ? false : row['wait_set_at'] !== null,
        toCancel: row['to_cancel'] === 1,
        held: state === 'queued' && row['held_by'] !== null,
        wire: run.tries.has(e) ? 'on its way' : run.claimed.has(e) ? 'held' : 'none',
        asking: run.reads.has(e),
        // two stands for more
        effects: Math.min(2, effects.get(e) ?? 0),
        proven: kind !== 'again' && run.outbox.sync.statusKnows(target, statusOf[kind], createOf[kind]),
      };
    },
  };
}
export type SpecifiedDesk = ReturnType<typeof openSpecifiedDesk>;

/** What is undone after each trace needs no file. */
function openInMemory(file: string): Sqlite {
  const bytes = readFileSync(file);
  // what is held in memory has no log beside it; these two bytes of the header ask for one
  bytes.fill(1, 18, 20);
  const db = new Database(bytes);
  db.pragma('foreign_keys = ON');
  keepSeals(db);
  return prepareOnce(db);
}

/** Statements remember nothing between two uses, and to prepare them anew for each run is most of what a trace would cost. */
function prepareOnce(db: Sqlite): Sqlite {
  const prepare = db.prepare.bind(db) as (sql: string) => unknown;
  const prepared = new Map<string, unknown>();
  const once = (sql: string): unknown => {
    if (!prepared.has(sql)) prepared.set(sql, prepare(sql));
    return prepared.get(sql);
  };
  return Object.assign(db, { prepare: once });
}

function fail(why: string): never {
  throw new Error(why);
}
